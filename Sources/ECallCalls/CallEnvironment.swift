public import ECallAPI
public import ECallCore
public import ECallMedia
package import ECallSecurity
public import KeyDistribution

/// The dependencies of the calls of one signed-in device.
public struct CallEnvironment: Sendable {
    public var account: Account
    public var api: APIClient
    public var signaling: SignalingClient
    public var credentials: CredentialStorage
    /// Stores the knowledge of others' devices, and the numbers of joins and invites.
    public var storage: any KeyStorage
    /// People whom this device has met.
    public var people: KeptPeopleStore
    /// The identity of this device, and its private keys.
    public var device: OwnDevice
    public var engine: any MediaEngine
    /// The clock of all waits in a call.
    public var time: any TimeSource = SystemTime()
    /// The clock of keys, which counts the time for which the machine was suspended.
    public var keyTime: any TimeSource = ContinuousTime()
    /// A Janus connection for one call, not yet opened.
    public var makeJanus: @Sendable () -> JanusClient
    /// A TURN server in the form that the engine can use; nil for one that it cannot.
    public var relay: @Sendable (TURNURI) async -> TURNURI? = { $0 }
    /// Receives the parts of the account that may have changed; must not block.
    public var news: @Sendable (AccountNews) -> Void = { _ in }
    /// Receives the secrets of a call, for diagnostics that search memory; must never keep them. Nil if nothing searches.
    package var secretTaken: (@Sendable (CallSecret) -> Void)?
    /// The resources that the process may still use; nil if no limits are known.
    public var capacity: @Sendable () -> ProcessCapacity? = { nil }
    /// In 0 ..< 1: spreads the retries of clients that lost the same server.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) }

    public init(
        account: Account, api: APIClient, signaling: SignalingClient, credentials: CredentialStorage,
        storage: any KeyStorage, people: KeptPeopleStore? = nil, device: OwnDevice, engine: any MediaEngine,
        makeJanus: @escaping @Sendable () -> JanusClient
    ) {
        self.account = account
        self.api = api
        self.signaling = signaling
        self.credentials = credentials
        self.storage = storage
        self.people = people ?? KeptPeopleStore(storage, now: { api.clock.date().unixMilliseconds })
        self.device = device
        self.engine = engine
        self.makeJanus = makeJanus
    }

    var ownAddress: DeviceAddress {
        DeviceAddress(userID: account.userId.rawValue, deviceID: account.deviceId.rawValue)
    }

    /// Sends the server this device's state; does nothing while there is no call.
    func updateOwn(
        in call: CallID?, status: ParticipantStatus? = nil, isMuted: Bool? = nil, isVideoEnabled: Bool? = nil,
        sendsNothing: Bool? = nil
    ) async throws(CallFailure) {
        guard let call else { return }
        let body = UpdateParticipantRequest(
            callId: call, userId: account.userId, status: status, isMuted: isMuted, isVideoEnabled: isVideoEnabled,
            sendsNothing: sendsNothing)
        _ = try await api.ask(.updateParticipant, id: call.rawValue, body: body, as: Participant.self)
    }

    /// Returns the relays for media to the media server, with current credentials.
    func iceConfiguration(relayOnly: Bool) async throws(CallFailure) -> ICEConfiguration {
        let answer = try await step { () throws(APIClientError) in try await credentials.credentials() }
        var servers: [ICEServer] = []
        for way in answer.relays {
            guard let uri = await relay(way) else { continue }
            servers.append(
                ICEServer(uri: uri.description, username: answer.turnUsername, credential: answer.turnPassword))
        }
        return ICEConfiguration(servers: servers, relayOnly: relayOnly)
    }
}

extension APIClientError: CallFailureCause {
    var failure: CallFailure {
        switch self {
        case .offline, .refused, .unknownHost, .timeout, .untrusted: .offline
        case .signedOut: .signedOut
        case .server("ErrAllCalleesBusy", _, _): .busy
        case .server(ErrorCode.notAllowed.rawValue, _, _): .notHost
        case .server(ErrorCode.removedFromCall.rawValue, _, _): .removed
        case .server(ErrorCode.tooManyUnmuted.rawValue, _, _): .tooManyUnmuted
        case .server("ErrCallNotAvailable", _, _): .over
        case .server("ErrUserNotAvailable", _, _), .server("ErrEncryptedAESKeyMissed", _, _): .notAvailable
        default: .server(text)
        }
    }
}
