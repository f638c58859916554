import ECallAPI
import ECallCalls
import ECallContacts
import ECallCore
import ECallFlows
import ECallMedia
import Synchronization
import TestSupport

@testable import AppViews

/// Flows of a server that answers only what a test says.
final class FakeFlows: AppFlows {
    typealias Answer<F: Flow> = @Sendable (F.Effect) -> F.Action?

    private let told = Mutex<[String]>([])
    private let done = Mutex<[String]>([])
    private let rootAnswer: Answer<RootFlow>
    private let signInAnswer: Answer<SignInFlow>
    private let serverAnswer: Answer<ServerFlow>
    private let signOutAnswer: Answer<SignOutFlow>
    private let addAnswer: Answer<AddContactFlow>
    private let joinAnswer: Answer<JoinCallFlow>
    /// The clock by which toasts go.
    let time = ManualTime()
    private let contactAnswer: Answer<ContactFlow>
    private let chooseAnswer: Answer<SelectContactsFlow>
    private let pastCallAnswer: Answer<HistoryDetailFlow>
    private let devicesAnswer: Answer<DevicesFlow>
    /// The effects for calls.
    let calls = NotedEffects<CallFlow>()

    init(
        root: @escaping Answer<RootFlow> = { _ in nil }, signIn: @escaping Answer<SignInFlow> = { _ in nil },
        server: @escaping Answer<ServerFlow> = { _ in nil }, signOut: @escaping Answer<SignOutFlow> = { _ in nil },
        add: @escaping Answer<AddContactFlow> = { _ in nil }, contact: @escaping Answer<ContactFlow> = { _ in nil },
        choose: @escaping Answer<SelectContactsFlow> = { _ in nil },
        pastCall: @escaping Answer<HistoryDetailFlow> = { _ in nil },
        devices: @escaping Answer<DevicesFlow> = { _ in nil }, join: @escaping Answer<JoinCallFlow> = { _ in nil }
    ) {
        (rootAnswer, signInAnswer, serverAnswer) = (root, signIn, server)
        (signOutAnswer, addAnswer, joinAnswer) = (signOut, add, join)
        (contactAnswer, chooseAnswer, pastCallAnswer, devicesAnswer) = (contact, choose, pastCall, devices)
    }

    private var settling: [@MainActor () async -> Void] = []

    /// Returns once no store of these flows has anything under way.
    func settled() async { for settle in settling { await settle() } }

    /// The flows whose effects were performed.
    var performed: [String] { done.withLock { $0 } }
    var said: [String] { told.withLock { $0 } }

    private func store<F: Flow>(_ state: F, _ answer: @escaping Answer<F> = { _ in nil }) -> FlowStore<F> {
        let store = FlowStore(state, effects: noted(answer))
        settling.append { [weak store] in await store?.settled() }
        return store
    }

    private func noted<F: Flow>(_ answer: @escaping Answer<F>) -> NotedEffects<F> {
        NotedEffects<F> { [weak self] effect in
            self?.done.withLock { $0.append("\(F.self)") }
            return answer(effect)
        }
    }

    func now() -> Timestamp { Timestamp(milliseconds: 1_790_000_000_000) }
    func suspend() async { told.withLock { $0.append("suspend") } }
    func resume() async { told.withLock { $0.append("resume") } }
    func use(language tag: String) async { told.withLock { $0.append("language \(tag)") } }

    func toasts() -> ToastStore<Words> { ToastStore(time: time) }
    func root(server: ServerChoice, opened: OpenedText?) -> FlowStore<RootFlow> {
        store(RootFlow(server: server, opened: opened), rootAnswer)
    }
    func server(current: ServerChoice, isSignedIn: Bool, preferences: any KeyStorage) -> FlowStore<ServerFlow> {
        store(ServerFlow(current: current, isSignedIn: isSignedIn), serverAnswer)
    }
    func signIn(naming account: Account?, callingCode: String?) -> FlowStore<SignInFlow> {
        store(account.map { SignInFlow(naming: $0) } ?? SignInFlow(callingCode: callingCode), signInAnswer)
    }
    func signOut() -> FlowStore<SignOutFlow> { store(SignOutFlow(), signOutAnswer) }
    func networkCheck() -> FlowStore<NetworkCheckFlow> { store(NetworkCheckFlow()) }
    func notificationSettings(over system: any NotificationSystem) -> FlowStore<NotificationSettingsFlow> {
        FlowStore(NotificationSettingsFlow(), effects: NotificationSettingsEffects(system: system))
    }
    func account() -> FlowStore<AccountFlow> { store(AccountFlow()) }
    func loginMethods() -> FlowStore<LoginMethodsFlow> { store(LoginMethodsFlow()) }
    func keys() -> FlowStore<KeysFlow> { store(KeysFlow()) }
    func devices(of account: Account) -> FlowStore<DevicesFlow> {
        store(DevicesFlow(own: account.deviceId), devicesAnswer)
    }
    func vouching() -> FlowStore<VouchFlow> { store(VouchFlow()) }
    func contacts() -> FlowStore<ContactsFlow> { store(ContactsFlow()) }
    func addContact() -> FlowStore<AddContactFlow> { store(AddContactFlow(), addAnswer) }
    func contact(_ user: UserID) -> FlowStore<ContactFlow> {
        store(ContactFlow(user), contactAnswer)
    }
    func selectContacts(
        for purpose: SelectContactsFlow.Purpose, present: Set<UserID>
    ) -> FlowStore<SelectContactsFlow> {
        store(SelectContactsFlow(purpose, present: present), chooseAnswer)
    }
    func comparing(with user: UserID) -> FlowStore<CompareFlow> { store(CompareFlow()) }
    func scan(
        as account: Account, for aim: ScannedCode.Aim?, present: [UserID: String], over system: any ScanSystem
    ) -> FlowStore<ScanFlow> {
        let own = DeviceIdentity(user: account.userId, device: account.deviceId)
        let flow = ScanFlow(server: account.server.host, own: own, aim: aim, present: present)
        let scanning = store(flow) { effect in
            switch effect {
            case .loadNames: .namesLoaded(.success([2: "Bo"]))
            case .readPermission, .askPermission: .permission(.granted)
            case .startCamera: .cameraStarted(.success(false))
            case .stopCamera, .setTorch, .openSettings, .pickPicture: nil
            }
        }
        scanning.follow(system.sights) { ScanFlow.Action($0) }
        return scanning
    }
    func history() -> FlowStore<HistoryFlow> { store(HistoryFlow()) }
    func historyDetail(of run: HistoryRun, options: @escaping Options) -> FlowStore<HistoryDetailFlow> {
        store(HistoryDetailFlow(run), pastCallAnswer)
    }
    func runningCall(options: @escaping Options) -> FlowStore<RunningCallFlow> { store(RunningCallFlow()) }
    func call(wishes: DeviceWishes, options: @escaping Options) -> FlowStore<CallFlow> {
        let store = FlowStore(CallFlow(wishes: wishes), effects: calls)
        settling.append { [weak store] in await store?.settled() }
        return store
    }
    func joinCall(
        _ link: CallLink, for person: UserID, answer: @escaping @MainActor @Sendable (CallID, _ isVideo: Bool) -> Void
    ) -> FlowStore<JoinCallFlow> {
        let effects = JoiningEffects(noted: noted(joinAnswer), answer: answer)
        let store = FlowStore(JoinCallFlow(link, for: person), effects: effects)
        settling.append { [weak store] in await store?.settled() }
        return store
    }
}

/// Answers real ringing calls, and everything else as a test specifies.
private struct JoiningEffects: FlowEffects {
    typealias F = JoinCallFlow

    let noted: NotedEffects<JoinCallFlow>
    let answer: @MainActor @Sendable (CallID, _ isVideo: Bool) -> Void

    nonisolated(nonsending) func perform(_ effect: JoinCallFlow.Effect) async -> JoinCallFlow.Action? {
        if case .answer(let call, let isVideo) = effect { await answer(call, isVideo) }
        return await noted.perform(effect)
    }
}
