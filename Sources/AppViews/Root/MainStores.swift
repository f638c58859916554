import ECallAPI
import ECallAccount
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia

/// The stores that live as long as an account is signed in.
@MainActor
final class MainStores {
    /// A call that waits for the system's permissions.
    private enum Wanted {
        case call([CallSubject.Person])
        /// Entering a call by a link.
        case join(FlowStore<JoinCallFlow>)
    }

    let account: Account
    let flows: any AppFlows
    let contacts: FlowStore<ContactsFlow>
    let history: FlowStore<HistoryFlow>
    let addContact: FlowStore<AddContactFlow>
    let profile: FlowStore<AccountFlow>
    let signOut: FlowStore<SignOutFlow>
    let runningCall: FlowStore<RunningCallFlow>
    /// Held so that calls ring.
    let call: FlowStore<CallFlow>
    /// Transient messages; removed with the account.
    let toasts: ToastStore<Words>
    private var wanted: Wanted?
    /// Whether the person has agreed to join the call without being heard.
    private var joinsMute = false
    private let permissions: FlowStore<PermissionsFlow>

    init(account: Account, flows: any AppFlows, permissions: FlowStore<PermissionsFlow>) {
        (self.account, self.flows, self.permissions) = (account, flows, permissions)
        (contacts, history, addContact) = (flows.contacts(), flows.history(), flows.addContact())
        (profile, signOut) = (flows.account(), flows.signOut())
        toasts = flows.toasts()
        runningCall = flows.runningCall(options: Self.options)
        call = flows.call(wishes: DeviceWishes(), options: Self.options)
    }

    /// The person's choices for taking part in calls.
    nonisolated static let options: AppFlows.Options = { CallOptions(video: $0) }

    /// The name of a contact; nil for others, and while the contacts are not known.
    func name(of user: UserID) -> String? {
        contacts.state.lists.value?.contacts.first { $0.contactId == user }?.contactName
    }

    /// The person's name, as last known.
    var name: String {
        profile.state.profile.value?.user.displayName ?? (account.hasOwnName ? account.displayName : account.label)
    }

    /// Calls them, once the system has been asked for microphone and camera.
    func place(_ people: [CallSubject.Person], isVideo: Bool) {
        guard permissions.state.call == nil, !people.isEmpty else { return }
        wanted = .call(people)
        permissions.send(.wantedCall(isVideo: isVideo))
    }

    /// Calls people, those of the contacts by their names.
    func place(_ users: [UserID], isVideo: Bool) {
        place(users.map { CallSubject.Person(id: $0, name: name(of: $0) ?? "") }, isVideo: isVideo)
    }

    /// Asks to be let into a call, once the system has been asked for microphone and camera.
    func join(_ store: FlowStore<JoinCallFlow>, isVideo: Bool) {
        guard permissions.state.call == nil else { return }
        wanted = .join(store)
        permissions.send(.wantedCall(isVideo: isVideo))
    }

    /// Whether the call that waits is joined by a link.
    var isJoining: Bool { if case .join = wanted { true } else { false } }

    /// The call that waited begins.
    func begin(_ media: PermissionsFlow.Media) {
        switch wanted {
        case .call(let people):
            call.send(.called(people, isVideo: media.camera))
            if !media.microphone { call.send(.muted(true)) }
        case .join(let store):
            joinsMute = !media.microphone
            store.send(.joined(isVideo: media.camera))
        case nil: break
        }
        wanted = nil
        if let notice = media.notice { toasts.show(notice, .info) }
        permissions.send(.startedCall)
    }

    /// The call that the person has asked to join rings.
    func answer(isVideo: Bool) {
        call.send(.answered(isVideo: isVideo))
        if joinsMute { call.send(.muted(true)) }
    }

    /// Shows a transient confirmation.
    func tell(_ words: Words) { toasts.show(words, .success) }

    /// Shows a transient notice of a call.
    func tell(_ notice: CallNotice) { toasts.show(notice.text, notice.isBad ? .error : .info) }
}
