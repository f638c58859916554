public import ECallCalls
public import ECallCore
public import KeyDistribution

/// The dependencies of the calls of a signed-in device.
public struct DeviceSession: Sendable {
    public let account: Account
    public let api: APIClient
    public let credentials: CredentialStorage
    /// Its `signals` have the calls as their one consumer.
    public let signaling: SignalingClient
    public let device: OwnDevice
    /// Opens the sockets to Janus.
    public let dialer: any SocketDialing
    /// Keeps the keys of others as first seen.
    public let storage: any KeyStorage
    /// The people whom this device has met.
    public let people: KeptPeopleStore
    public let time: any TimeSource
    /// Notifies the client's flows that the account may have changed.
    public let news: @Sendable (AccountNews) -> Void

    public init(
        account: Account, api: APIClient, credentials: CredentialStorage, signaling: SignalingClient,
        device: OwnDevice, dialer: any SocketDialing, storage: any KeyStorage, people: KeptPeopleStore,
        time: any TimeSource,
        news: @escaping @Sendable (AccountNews) -> Void = { _ in }
    ) {
        self.account = account
        self.api = api
        self.credentials = credentials
        self.signaling = signaling
        self.device = device
        self.dialer = dialer
        self.storage = storage
        self.people = people
        self.time = time
        self.news = news
    }
}

/// Makes the calls of a device.
public typealias CallFactory = @Sendable (DeviceSession) async -> any CallControlling

/// The services of a signed-in device while it is online.
public struct OnlineDevice: Sendable {
    public let account: Account
    public let credentials: CredentialStorage
    public let signaling: SignalingClient
    public let calls: any CallControlling
    /// The trust in others' devices, and the person's findings about it.
    public let trust: TrustService
}

/// A device, by its number among those that a client has made: each sign-in makes another one.
struct MadeDevice: Sendable, Equatable {
    let number: Int
    let device: OnlineDevice

    static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}
