public import ECallAPI
public import ECallCalls
public import ECallCore
public import ECallFlows
public import ECallLanguage
public import ECallMedia

/// The stores of a client: ECallKit's `ClientFlows`.
@MainActor
public protocol AppFlows: Sendable {
    /// The person's choices for taking part in a call, with video or without.
    typealias Options = @Sendable (_ isVideo: Bool) -> CallOptions

    /// The server's time of day.
    func now() -> Timestamp
    /// The app is in the background.
    func suspend() async
    /// The app is in the foreground again.
    func resume() async

    /// The server writes to the person in this language from now on, a tag (BCP 47).
    func use(language tag: String) async

    // The app
    /// Transient messages, one at a time.
    func toasts() -> ToastStore<Words>
    func root(server: ServerChoice, opened: OpenedText?) -> FlowStore<RootFlow>
    func server(current: ServerChoice, isSignedIn: Bool, preferences: any KeyStorage) -> FlowStore<ServerFlow>
    func signIn(naming account: Account?, callingCode: String?) -> FlowStore<SignInFlow>
    func signOut() -> FlowStore<SignOutFlow>
    func networkCheck() -> FlowStore<NetworkCheckFlow>
    func notificationSettings(over system: any NotificationSystem) -> FlowStore<NotificationSettingsFlow>

    // The account
    func account() -> FlowStore<AccountFlow>
    func loginMethods() -> FlowStore<LoginMethodsFlow>
    func keys() -> FlowStore<KeysFlow>
    func devices(of account: Account) -> FlowStore<DevicesFlow>
    func vouching() -> FlowStore<VouchFlow>

    // People
    func contacts() -> FlowStore<ContactsFlow>
    func addContact() -> FlowStore<AddContactFlow>
    func contact(_ user: UserID) -> FlowStore<ContactFlow>
    func selectContacts(
        for purpose: SelectContactsFlow.Purpose, present: Set<UserID>
    ) -> FlowStore<SelectContactsFlow>
    func comparing(with user: UserID) -> FlowStore<CompareFlow>
    func scan(
        as account: Account, for aim: ScannedCode.Aim?, present: [UserID: String], over system: any ScanSystem
    ) -> FlowStore<ScanFlow>

    // Calls
    func history() -> FlowStore<HistoryFlow>
    func historyDetail(of run: HistoryRun, options: @escaping Options) -> FlowStore<HistoryDetailFlow>
    func runningCall(options: @escaping Options) -> FlowStore<RunningCallFlow>
    func call(wishes: DeviceWishes, options: @escaping Options) -> FlowStore<CallFlow>
    func joinCall(
        _ link: CallLink, for person: UserID, answer: @escaping @MainActor @Sendable (CallID, _ isVideo: Bool) -> Void
    ) -> FlowStore<JoinCallFlow>
}
