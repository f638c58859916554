import ECallAPI
public import ECallCore
public import ECallMedia
public import ECallSecurity

/// What the calls of one signed-in device are made with.
public struct CallEnvironment: Sendable {
    public var account: Account
    public var api: APIClient
    public var signaling: SignalingClient
    public var credentials: CredentialStorage
    /// Keeps the pins of contacts' keys.
    public var storage: any KeyStorage
    public var keyPair: DeviceKeyPair
    public var engine: any MediaEngine
    /// The clock of everything that waits in a call.
    public var time: any TimeSource
    /// A Janus connection for one call, not yet opened.
    public var makeJanus: @Sendable () -> JanusClient
    /// Notified of every key that is taken into use; for diagnostics that search memory. Never keeps the key.
    public var keyInstalled: @Sendable (CallKey) -> Void

    public init(
        account: Account, api: APIClient, signaling: SignalingClient, credentials: CredentialStorage,
        storage: any KeyStorage, keyPair: DeviceKeyPair, engine: any MediaEngine,
        time: any TimeSource = SystemTime(), makeJanus: @escaping @Sendable () -> JanusClient,
        keyInstalled: @escaping @Sendable (CallKey) -> Void = { _ in }
    ) {
        self.account = account
        self.api = api
        self.signaling = signaling
        self.credentials = credentials
        self.storage = storage
        self.keyPair = keyPair
        self.engine = engine
        self.time = time
        self.makeJanus = makeJanus
        self.keyInstalled = keyInstalled
    }

    var ownAddress: DeviceAddress {
        DeviceAddress(userID: account.userId.rawValue, deviceID: account.deviceId.rawValue)
    }
}

extension CallFailure {
    init(_ error: APIClientError) {
        switch error {
        case .offline, .timeout, .untrusted: self = .offline
        case .signedOut: self = .signedOut
        case .server(let code, _, let title):
            switch code {
            case "ErrAllCalleesBusy": self = .busy
            case "ErrCallNotAvailable": self = .over
            case "ErrUserNotAvailable", "ErrEncryptedAESKeyMissed": self = .notAvailable
            default: self = .server(title: title)
            }
        default: self = .server(title: error.message)
        }
    }
}
