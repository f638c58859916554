public import ECallAccount
public import ECallAuthentication
public import ECallCalls
public import ECallContacts
public import ECallCore
import ECallSecurity
import KeyDistribution

/// A device: opens a profile and holds its sign-in, contacts, signalling and calls. The type that an app uses.
public actor ECallClient {
    /// Why the client cannot go online.
    public enum Failure: Error, Sendable, Equatable {
        case notSignedIn
        /// The signalling connection was not established in time.
        case offline
        case signIn(SignInError)
        case storage(KeyStorageError)
    }

    public nonisolated let server: ServerAddress
    public nonisolated let signIn: SignIn
    public nonisolated let contacts: ContactsService
    public nonisolated let account: AccountService
    public nonisolated let history: CallHistoryService
    /// The people whom this device has met, and their names.
    public nonisolated let people: KeptPeopleStore
    let api: APIClient
    /// The key pair of this device: shown, saved, or imported before the first sign-in.
    public nonisolated let deviceKeys: StoredDeviceKeys
    private let registration: IdentityRegistration
    private let push: PushRegistration
    private let language: LanguageDeclaration
    nonisolated let storage: any KeyStorage
    nonisolated let environment: ClientEnvironment
    private nonisolated let board = AccountNewsHub()
    private nonisolated let connection = CurrentValue(SignalingState.stopped)
    private var online: OnlineDevice?
    /// The device that was made last, whether or not it is online now.
    nonisolated let made = CurrentValue<MadeDevice?>(nil)
    private var connecting: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    /// Waits for the end of the call that keeps a suspended client connected.
    private var suspending: Task<Void, Never>?
    private var refreshing: Task<Void, Never>?
    private var declaring: Task<Void, Never>?

    /// Opens the storage of one device: files of a profile (`ProfileStore`), or the Keychain.
    ///
    /// - Parameters:
    ///   - server: the one to speak to; nil takes the one of the signed-in account, else `defaultServer`.
    ///   - device: how the device is called in the list of devices, and which model it is.
    ///   - language: of the person, a tag (BCP 47), as far as it is known already.
    public init(
        storage: any KeyStorage, server: ServerAddress?, defaultServer: ServerAddress,
        device: DeviceDescription, language: String? = nil, environment: ClientEnvironment
    ) throws(KeyStorageError) {
        self.storage = storage
        self.server = try Account.load(from: storage)?.server ?? server ?? defaultServer
        self.environment = environment
        let tokens = StoredTokens(storage: storage)
        api = APIClient(
            server: self.server, tokens: tokens, transport: environment.transport, time: environment.serverTime)
        deviceKeys = StoredDeviceKeys(storage: storage)
        registration = IdentityRegistration(
            client: api, keys: deviceKeys, storage: storage, says: device.systemName)
        push = PushRegistration(client: api, storage: storage)
        self.language = LanguageDeclaration(client: api, storage: storage, language: language)
        signIn = SignIn(
            client: api, tokens: tokens, storage: storage, keys: deviceKeys, device: device, push: push,
            language: self.language, time: environment.time,
            // After a failure now, the device registers when it goes online.
            signedIn: { [registration] account in _ = try? await registration.register(account) })
        people = KeptPeopleStore(storage, now: { [api] in api.clock.date().unixMilliseconds })
        contacts = ContactsService(client: api, names: people.names)
        account = AccountService(client: api, keys: deviceKeys)
        history = CallHistoryService(client: api)
    }

    /// Connects the signalling and creates the calls; returns at once if both exist.
    public func goOnline() async throws(Failure) -> OnlineDevice {
        let device: OnlineDevice
        if let online {
            device = online
        } else {
            let made = try await makeDevice()
            // Another caller may have been faster meanwhile.
            device = online ?? made
            if online == nil { self.made.set(MadeDevice(number: (self.made.value?.number ?? 0) + 1, device: device)) }
            online = device
            watchNetwork(of: device)
            followConnection(of: device)
        }
        await device.signaling.start()
        guard await device.signaling.waitUntilOnline(timeout: environment.timeout) else {
            switch await device.signaling.state {
            case .signedOut(let code): throw .signIn(.server(.signedOut(code)))
            case .suspended(let error): throw .signIn(.server(error))
            default:
                if let obstacle = await device.signaling.obstacle { throw .signIn(.server(obstacle)) }
                throw .offline
            }
        }
        return device
    }

    /// Takes the push tokens that the system has issued for this device. They are sent with the next sign-in, and at once if a
    /// person is signed in. After a failure they are sent again when the device goes online.
    public func named(_ tokens: PushTokens) async throws(SignInError) {
        await push.named(tokens)
        if try await signIn.account() != nil { try await push.update() }
    }

    /// Uses a language from now on, a tag (BCP 47), in which the server also writes to the person. It is reported at once if a
    /// person is signed in, and after a failure when the connection is back.
    public func use(language tag: String) async {
        guard await language.language != tag else { return await declareLanguage() }
        await language.use(tag)
        // Lists of names have another order.
        board.tell(.people)
        await declareLanguage()
    }

    /// Reports the language of this device to the server, if a person is signed in and the server has another.
    public func declareLanguage() async {
        guard (try? await signIn.account()) != nil else { return }
        try? await language.update()
    }

    /// Returns the news that parts of the account may have changed, from now on and as long as the device is online. Each stream
    /// has all of it.
    public nonisolated func news() -> AsyncStream<AccountNews> { board.listen() }

    /// Returns the state of the signalling, now and whenever that changes; `stopped` before the client goes online and once it is closed.
    public nonisolated func connectionStates() -> AsyncStream<SignalingState> { connection.follow() }

    /// The calls, if the device is or was online.
    public var current: OnlineDevice? { online }

    /// Disconnects from the signalling server properly; running calls must be hung up before.
    public func close() async {
        let device = online
        online = nil
        for task in [watching, refreshing, connecting, suspending, declaring] { task?.cancel() }
        (watching, refreshing, connecting, suspending, declaring) = (nil, nil, nil, nil, nil)
        connection.set(.stopped)
        await device?.signaling.stop()
        await device?.credentials.invalidate()
    }

    /// The app is in the background: disconnects in order, so that the server rings this device by a push. While a call rings
    /// or runs it stays connected, and disconnects once that is over.
    public func suspend() async {
        suspending?.cancel()
        suspending = nil
        guard let device = online else { return }
        // Requested before it is examined, so that the end of a call between the two is not missed.
        let events = device.calls.events
        guard await device.calls.status() != nil else { return await device.signaling.stop() }
        suspending = Task {
            for await event in events {
                guard case .ended = event, await device.calls.status() == nil, !Task.isCancelled else { continue }
                return await device.signaling.stop()
            }
        }
    }

    /// Resumes in the foreground: connects at once, and checks an existing connection. Does nothing if the client was not online.
    public func resume() async {
        suspending?.cancel()
        suspending = nil
        guard let device = online else { return }
        await device.signaling.start()
        await device.calls.networkChanged(.routeChanged)
    }

    /// Watches the network until the device goes offline.
    private func watchNetwork(of device: OnlineDevice) {
        guard watching == nil, let changes = environment.networkChanges?() else { return }
        watching = Task { [calls = device.calls] in
            for await change in changes { await calls.networkChanged(change) }
        }
    }

    /// Follows the connection until it is closed.
    private func followConnection(of device: OnlineDevice) {
        guard connecting == nil else { return }
        connecting = Task { [connection] in
            for await state in device.signaling.stateChanges() {
                guard !Task.isCancelled else { return }
                connection.set(state)
                // Changes that could not be reported before.
                if state == .online { declaring = Task { await declareLanguage() } }
            }
        }
    }

    private func makeDevice() async throws(Failure) -> OnlineDevice {
        let account: Account?
        do throws(SignInError) { account = try await signIn.account() } catch { throw .signIn(error) }
        guard let account else { throw .notSignedIn }
        let keys: OwnDevice?
        do throws(SignInError) { keys = try await ownDevice(account) } catch {
            if case .server(.offline) = error { throw .offline }
            throw .signIn(error)
        }
        guard let keys else { throw .notSignedIn }
        let credentials = CredentialStorage(client: api)
        let signaling = SignalingClient(
            server: server, device: account.deviceId, storage: credentials, dialer: environment.dialer,
            time: environment.time)
        let calls = await environment.makeCalls(
            DeviceSession(
                account: account, api: api, credentials: credentials, signaling: signaling, device: keys,
                dialer: environment.dialer, storage: storage, people: people, time: environment.time,
                news: { [board] in board.tell($0) }))
        let trust = TrustService(
            api: api, storage: storage, people: people, device: keys,
            write: { note throws(CallFailure) in try await calls.note(note) })
        refreshing?.cancel()
        refreshing = Task { [api, storage, push] in
            // Sends whatever could not be sent before.
            try? await push.update()
            await OwnVouch(storage: storage, device: keys).refresh(api)
        }
        return OnlineDevice(
            account: account, credentials: credentials, signaling: signaling, calls: calls, trust: trust)
    }

    /// The keys of this device, of which the server knows.
    private func ownDevice(_ account: Account) async throws(SignInError) -> OwnDevice? {
        guard let identity = try await registration.register(account), let keyPair = try await deviceKeys.keyPair()
        else { return nil }
        return OwnDevice(identity: identity, signingKey: try await deviceKeys.signingKeyPair(), keyPair: keyPair)
    }
}
