public import ECallAPI
import ECallAccount
import ECallAuthentication
public import ECallCalls
public import ECallCore
public import ECallFlows
public import ECallLanguage
public import ECallMedia

/// The flows behind an app's screens. Each is a store, which holds its state, takes actions, and executes them with the
/// services of a client. A store works as long as it is retained; two of one kind know nothing of each other. It is `refreshed`
/// automatically whenever the server reports a change while the client is online.
@MainActor
public struct ClientFlows {
    private let client: ECallClient

    nonisolated init(_ client: ECallClient) { self.client = client }

    private var time: any TimeSource { client.environment.time }

    /// Choosing another server than the one of this client. Once it is `done`, the app makes a client for the chosen one.
    ///
    /// - Parameters:
    ///   - preferences: where the choice is kept; a storage that signing out does not wipe.
    /// - isSignedIn: whether a person is signed in; they are signed out first.
    public func server(
        current: ServerChoice, isSignedIn: Bool, preferences: any KeyStorage
    ) -> FlowStore<ServerFlow> {
        FlowStore(
            ServerFlow(current: current, isSignedIn: isSignedIn),
            effects: ServerEffects(
                preferences: preferences,
                signOut: { [client] () async throws(SignInError) in
                    await client.close()
                    try await client.signIn.signOut()
                }))
    }

    /// The overall state of the app, for this client. Send `started` once.
    ///
    /// - Parameters:
    ///   - server: the one that the client was made for.
    ///   - opened: a link that waited until the server was known.
    public func root(server: ServerChoice, opened: OpenedText? = nil) -> FlowStore<RootFlow> {
        let store = FlowStore(
            RootFlow(server: server, opened: opened),
            effects: RootEffects(
                signIn: client.signIn, contacts: client.contacts, history: client.history, storage: client.storage,
                goOnline: { [client] in await RootNews.goOnline(client) },
                goOffline: { [client] in
                    if let device = await client.current { try? await device.calls.hangUp() }
                    await client.close()
                }, time: time))
        store.follow(RootNews.actions(of: client)) { $0 }
        return store
    }

    /// Leaves the server and the account on this device. A running call is hung up.
    public func signOut() -> FlowStore<SignOutFlow> {
        FlowStore(
            SignOutFlow(),
            effects: SignOutEffects { [client] () async throws(SignInError) in
                if let device = await client.current { try? await device.calls.hangUp() }
                await client.close()
                try await client.signIn.signOut()
            })
    }

    /// The server's time of day.
    public func now() -> Timestamp { Timestamp(client.api.clock.date()) }

    /// The app is in the background: see `ECallClient.suspend`.
    public func suspend() async { await client.suspend() }

    /// The app is in the foreground again: see `ECallClient.resume`.
    public func resume() async { await client.resume() }

    /// The person has chosen a language: see `ECallClient.use`.
    public func use(language tag: String) async { await client.use(language: tag) }

    /// Signing in by a code, or with Google or Apple, and a name for a new person. Send `refreshed` when the screen opens.
    ///
    /// - Parameters:
    /// - account: a signed-in account without a name of its own; nil if no one is signed in.
    ///   - callingCode: of numbers that are typed without one.
    public func signIn(naming account: Account? = nil, callingCode: String? = nil) -> FlowStore<SignInFlow> {
        FlowStore(
            account.map { SignInFlow(naming: $0) } ?? SignInFlow(callingCode: callingCode),
            effects: SignInEffects(
                signIn: client.signIn, account: client.account, storage: client.storage, time: time))
    }

    /// Contacts, requests and blocked people.
    public func contacts() -> FlowStore<ContactsFlow> {
        let store = FlowStore(ContactsFlow(), effects: ContactsEffects(service: client.contacts))
        store.follow(client.news()) { [.people, .profiles, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// Adding a contact, and the own links. Send `personalLink(.opened)` when the screen of the link for several people opens.
    public func addContact() -> FlowStore<AddContactFlow> {
        let store = FlowStore(AddContactFlow(), effects: AddContactEffects(service: client.contacts))
        store.follow(client.news()) { [.people, .online].contains($0) ? .personalLink(.refreshed) : nil }
        return store
    }

    /// Choosing contacts for a group call, or to ring into the running one. Send `refreshed` when the screen opens.
    ///
    /// - Parameter present: everyone else who is in the running call or rung by it; send `presentChanged` when that changes.
    public func selectContacts(
        for purpose: SelectContactsFlow.Purpose, present: Set<UserID> = []
    ) -> FlowStore<SelectContactsFlow> {
        let store = FlowStore(
            SelectContactsFlow(purpose, present: present), effects: SelectContactsEffects(service: client.contacts))
        store.follow(client.news()) { [.people, .profiles, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// One contact: their devices, the calls with them. Send `refreshed` when the screen opens.
    public func contact(_ user: UserID) -> FlowStore<ContactFlow> {
        let store = FlowStore(
            ContactFlow(user),
            effects: ContactEffects(
                user: user, contacts: client.contacts, history: client.history, trust: trust))
        store.follow(client.news()) { news in
            switch news {
            case .people, .profiles, .online: .refreshed
            case .calls: .callsChanged
            case .devices: nil
            }
        }
        return store
    }

    /// Scanning a QR code. Send `shown` and `hidden` as the screen appears and goes.
    ///
    /// - Parameters:
    ///   - account: the one that is signed in.
    ///   - aim: the device whose code is looked for; nil takes any code that leads somewhere.
    ///   - present: the names of those in the running call, whose devices can be compared too.
    ///   - system: the camera, the photo picker and the settings.
    public func scan(
        as account: Account, for aim: ScannedCode.Aim? = nil, present: [UserID: String] = [:],
        over system: any ScanSystem
    ) -> FlowStore<ScanFlow> {
        let own = DeviceIdentity(user: account.userId, device: account.deviceId)
        let store = FlowStore(
            ScanFlow(server: client.server.host, own: own, aim: aim, present: present),
            effects: ScanEffects(system: system, contacts: client.contacts))
        store.follow(system.sights) { ScanFlow.Action($0) }
        return store
    }

    /// Past calls, and those in progress.
    public func history() -> FlowStore<HistoryFlow> {
        let store = FlowStore(HistoryFlow(), effects: HistoryEffects(service: client.history))
        store.follow(client.news()) { [.calls, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// One run of calls of the history. Send `refreshed` when the screen opens.
    ///
    /// - Parameter options: how the person wants to take part in a call that they return to here.
    public func historyDetail(
        of run: HistoryRun, options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) }
    ) -> FlowStore<HistoryDetailFlow> {
        let store = FlowStore(
            HistoryDetailFlow(run),
            effects: HistoryDetailEffects(
                history: client.history, contacts: client.contacts, calls: calls, options: options))
        store.follow(client.news()) { [.calls, .people, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// Notifications while the app isn't in use. Send `shown` when the screen appears.
    ///
    /// - Parameter system: the notifications of the system.
    public func notificationSettings(over system: any NotificationSystem) -> FlowStore<NotificationSettingsFlow> {
        FlowStore(NotificationSettingsFlow(), effects: NotificationSettingsEffects(system: system))
    }

    /// Testing the network.
    public func networkCheck() -> FlowStore<NetworkCheckFlow> {
        let effects = NetworkCheckEffects { [client] progress async throws(CallFailure) in
            do throws(ECallClient.Failure) {
                let report = try await client.checkNetwork { await progress(NetworkCheckFlow.Step($0)) }
                return NetworkCheckFlow.Findings(report)
            } catch {
                throw CallFailure(error)
            }
        }
        let store = FlowStore(NetworkCheckFlow(), effects: effects)
        store.follow(effects.progress) { $0 }
        return store
    }

    /// The own profile, export and end of the account.
    public func account() -> FlowStore<AccountFlow> {
        let store = FlowStore(AccountFlow(), effects: AccountEffects(account: client.account))
        store.follow(client.news()) { [.profiles, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// The login methods of the account: adding Google or Apple, choosing the primary one, removing any but the last.
    public func loginMethods() -> FlowStore<LoginMethodsFlow> {
        let store = FlowStore(LoginMethodsFlow(), effects: LoginMethodsEffects(service: client.account))
        store.follow(client.news()) { [.profiles, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// The keys of this device: shown, saved, or imported before the first sign-in. Send `refreshed` when the screen opens.
    public func keys() -> FlowStore<KeysFlow> {
        FlowStore(KeysFlow(), effects: KeysEffects(keys: client.deviceKeys))
    }

    /// The devices of the account.
    ///
    /// - Parameter account: the one that is signed in; its device is signed out elsewhere.
    public func devices(of account: Account) -> FlowStore<DevicesFlow> {
        let store = FlowStore(DevicesFlow(own: account.deviceId), effects: DevicesEffects(service: client.account))
        store.follow(client.news()) { [.devices, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// Vouching for own new devices, and giving up lost ones. Send `refreshed` when the screen opens.
    public func vouching() -> FlowStore<VouchFlow> {
        let store = FlowStore(VouchFlow(), effects: VouchEffects(account: client.account, trust: trust))
        store.follow(client.news()) { [.devices, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// Comparing devices with a person, and letting in those that are held. Send `refreshed` when the screen opens.
    public func comparing(with user: UserID) -> FlowStore<CompareFlow> {
        let store = FlowStore(CompareFlow(), effects: CompareEffects(user: user, service: trust))
        store.follow(client.news()) { [.people, .devices, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// A call that is running without this program. Send `refreshed` as soon as a person is signed in, and when the app comes into
    /// the foreground.
    ///
    /// - Parameter options: how the person wants to take part in a call that they return to; what they had muted before
    ///   stays so.
    public func runningCall(
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) }
    ) -> FlowStore<RunningCallFlow> {
        let store = FlowStore(
            RunningCallFlow(), effects: RunningCallEffects(calls: calls, options: options, time: time))
        store.follow(client.news()) { [.calls, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// The screen of a call: placing, ringing, the call and its end. Held as long as a person is signed in, so that calls ring. It
    /// follows the calls of this device by itself, from when that goes online; `ECallClient.goOnline` is the app's to call.
    ///
    /// - Parameters:
    ///   - wishes: which camera, microphone and loudspeaker the person uses.
    ///   - options: how they want to take part in a call, but for the devices.
    public func call(
        wishes: DeviceWishes = DeviceWishes(),
        options: @escaping @Sendable (_ isVideo: Bool) -> CallOptions = { CallOptions(video: $0) }
    ) -> FlowStore<CallFlow> {
        let client = client
        // A phone is locked during calls: that time counts too.
        let time = client.environment.serverTime
        let store = FlowStore(
            CallFlow(wishes: wishes),
            effects: CallEffects(
                calls: calls, contacts: client.contacts, options: options,
                devices: { try? await client.environment.devices() }, time: time))
        store.follow(CallNews.actions(of: client.made, time: time)) { $0 }
        return store
    }

    /// Joining a call by a link that was opened. Send `refreshed` when the screen opens, and `rings` when the screen of the call
    /// shows an incoming call.
    ///
    /// - Parameters:
    /// - person: the signed-in account.
    ///   - answer: takes the call on the screen of the call.
    public func joinCall(
        _ link: CallLink, for person: UserID,
        answer: @escaping @MainActor @Sendable (CallID, _ isVideo: Bool) -> Void
    ) -> FlowStore<JoinCallFlow> {
        let store = FlowStore(
            JoinCallFlow(link, for: person),
            effects: JoinCallEffects(
                link: link, contacts: client.contacts, calls: calls,
                answer: { await answer($0, $1) }, time: client.environment.serverTime))
        store.follow(client.news()) { [.people, .online].contains($0) ? .refreshed : nil }
        return store
    }

    /// The calls, once this device is online.
    private var calls: CallEffects.Calls {
        { [client] () async throws(CallFailure) in
            do throws(ECallClient.Failure) { return try await client.goOnline().calls } catch {
                throw CallFailure(error)
            }
        }
    }

    /// The trust in devices, once this one is online.
    private var trust: @Sendable () async throws(CallFailure) -> TrustService {
        { [client] () async throws(CallFailure) in
            do throws(ECallClient.Failure) { return try await client.goOnline().trust } catch {
                throw CallFailure(error)
            }
        }
    }

    /// Short messages of the app, one at a time.
    public func toasts() -> ToastStore<Text> { ToastStore(time: time) }
}

extension ECallClient {
    /// The flows behind an app's screens.
    public nonisolated var flows: ClientFlows { ClientFlows(self) }
}

extension CallFailure {
    /// The reason why nothing can be done about calls now.
    init(_ failure: ECallClient.Failure) {
        switch failure {
        case .notSignedIn, .signIn(.server(.signedOut(_))): self = .signedOut
        case .offline, .signIn(.server(.offline(_))), .signIn(.server(.refused(_))),
            .signIn(.server(.unknownHost(_))):
            self = .offline
        case .signIn(let error): self = .server(error.text)
        case .storage(let error): self = .server(error.text)
        }
    }
}
