import ECallAPI
import ECallAccount
import ECallCalls
import ECallCore
import ECallFlows
import ECallLanguage
import ECallMedia

/// What lives as long as an account is signed in.
@MainActor
final class MainStores {
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
    /// What is said in passing; gone with the account.
    let toasts = ToastStore<Words>()
    /// Whom a call is for that waits until it is known what the system lets it use.
    private(set) var wanted: [CallSubject.Person] = []
    private let permissions: FlowStore<PermissionsFlow>

    init(account: Account, flows: any AppFlows, permissions: FlowStore<PermissionsFlow>) {
        (self.account, self.flows, self.permissions) = (account, flows, permissions)
        (contacts, history, addContact) = (flows.contacts(), flows.history(), flows.addContact())
        (profile, signOut) = (flows.account(), flows.signOut())
        runningCall = flows.runningCall(options: Self.options)
        call = flows.call(wishes: DeviceWishes(), options: Self.options)
    }

    /// How the person takes part in calls.
    nonisolated static let options: AppFlows.Options = { CallOptions(video: $0) }

    /// The name of a contact; nil of others, and while the contacts are not known.
    func name(of user: UserID) -> String? {
        contacts.state.lists.value?.contacts.first { $0.contactId == user }?.contactName
    }

    /// What the person is called, by what is known last.
    var name: String {
        profile.state.profile.value?.user.displayName ?? (account.hasOwnName ? account.displayName : account.label)
    }

    /// Calls them, once the system has been asked for microphone and camera.
    func place(_ people: [CallSubject.Person], isVideo: Bool) {
        guard permissions.state.call == nil, !people.isEmpty else { return }
        wanted = people
        permissions.send(.wantedCall(isVideo: isVideo))
    }

    /// Calls people, those of the contacts by their names.
    func place(_ users: [UserID], isVideo: Bool) {
        place(users.map { CallSubject.Person(id: $0, name: name(of: $0) ?? "") }, isVideo: isVideo)
    }

    /// The call that waited begins.
    func begin(_ media: PermissionsFlow.Media) {
        call.send(.called(wanted, isVideo: media.camera))
        if !media.microphone { call.send(.muted(true)) }
        wanted = []
        permissions.send(.startedCall)
    }

    /// Says in passing that something was done.
    func tell(_ words: Words) { toasts.show(words, .success) }
}
