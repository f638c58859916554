public import ECallAccount
public import ECallAuthentication
public import ECallCalls
public import ECallContacts
public import ECallCore
import ECallSecurity
import KeyDistribution

/// One device: opens a profile and holds its sign-in, contacts, signalling and calls. What an app imports.
public actor ECallClient {
    /// Why the client cannot go online.
    public enum Failure: Error, Sendable, Equatable {
        case notSignedIn
        /// The signalling connection did not come up in time.
        case offline
        case signIn(SignInError)
        case storage(KeyStorageError)
    }

    public nonisolated let server: ServerAddress
    public nonisolated let signIn: SignIn
    public nonisolated let contacts: ContactsService
    public nonisolated let account: AccountService
    public nonisolated let history: CallHistoryService
    /// Whom this device has met, and by which names.
    public nonisolated let people: KeptPeopleStore
    let api: APIClient
    /// The key pair of this device: shown, saved, or brought before the first sign-in.
    public nonisolated let deviceKeys: StoredDeviceKeys
    private let registration: IdentityRegistration
    nonisolated let storage: FileKeyStorage
    nonisolated let environment: ClientEnvironment
    private nonisolated let board = NewsBoard()
    private nonisolated let connection = CurrentValue(SignalingState.stopped)
    private var online: OnlineDevice?
    private var connecting: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var refreshing: Task<Void, Never>?

    /// Opens a profile.
    ///
    /// - Parameters:
    ///   - server: the one to speak to; nil takes the one of the signed-in account, else `defaultServer`.
    public init(
        store: ProfileStore, server: ServerAddress?, defaultServer: ServerAddress, environment: ClientEnvironment
    ) throws(KeyStorageError) {
        storage = store.storage
        self.server = try Account.load(from: storage)?.server ?? server ?? defaultServer
        self.environment = environment
        let tokens = StoredTokens(storage: storage)
        api = APIClient(
            server: self.server, tokens: tokens, transport: environment.transport, time: environment.serverTime)
        deviceKeys = StoredDeviceKeys(storage: storage)
        registration = IdentityRegistration(
            client: api, keys: deviceKeys, storage: storage)
        signIn = SignIn(
            client: api, tokens: tokens, storage: storage, keys: deviceKeys, time: environment.time,
            // What fails now is done when the device goes online.
            signedIn: { [registration] account in _ = try? await registration.register(account) })
        people = KeptPeopleStore(storage, now: { [api] in api.clock.date().unixMilliseconds })
        contacts = ContactsService(client: api, names: people.names)
        account = AccountService(client: api, keys: deviceKeys)
        history = CallHistoryService(client: api)
    }

    /// Connects the signalling and makes the calls; at once where both are there.
    public func goOnline() async throws(Failure) -> OnlineDevice {
        let device: OnlineDevice
        if let online {
            device = online
        } else {
            let made = try await makeDevice()
            // Somebody else may have been faster meanwhile.
            device = online ?? made
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

    /// That something of the account may have changed, from now on and as long as the device is online. Each stream has all of it.
    public nonisolated func news() -> AsyncStream<AccountNews> { board.listen() }

    /// Where the signalling stands, now and whenever that changes; `stopped` before the client goes online and once it is closed.
    public nonisolated func connectionStates() -> AsyncStream<SignalingState> { connection.follow() }

    /// The calls, where the device is or was online.
    public var current: OnlineDevice? { online }

    /// Disconnects from the signalling server in order; running calls are to be hung up before.
    public func close() async {
        let device = online
        online = nil
        for task in [watching, refreshing, connecting] { task?.cancel() }
        (watching, refreshing, connecting) = (nil, nil, nil)
        connection.set(.stopped)
        await device?.signaling.stop()
        await device?.credentials.invalidate()
    }

    /// Until it goes offline.
    private func watchNetwork(of device: OnlineDevice) {
        guard watching == nil, let changes = environment.networkChanges?() else { return }
        watching = Task { [calls = device.calls] in
            for await change in changes { await calls.networkChanged(change) }
        }
    }

    /// Until it is closed.
    private func followConnection(of device: OnlineDevice) {
        guard connecting == nil else { return }
        connecting = Task { [connection] in
            for await state in device.signaling.stateChanges() {
                guard !Task.isCancelled else { return }
                connection.set(state)
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
        refreshing = Task { [api, storage] in await OwnVouch(storage: storage, device: keys).refresh(api) }
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
