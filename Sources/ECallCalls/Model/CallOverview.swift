public import ECallAPI
public import KeyDistribution

/// The current state of a call.
public struct CallOverview: Sendable, Equatable, Codable {
    public enum State: String, Sendable, Equatable, Codable {
        /// It rings here.
        case incoming
        /// Placed; no one has joined.
        case calling
        /// Answered; no one has proven yet that they hear this device, or none of their media have arrived.
        case connecting
        /// A participant hears this device, as they have shown, and is heard or seen.
        case inCall
    }

    /// One track in the last second.
    public struct Flow: Sendable, Equatable, Codable {
        public var bitsPerSecond: Int
        /// The share of lost packets, 0 to 1; nil while it is not known.
        public var loss: Double?
        public var jitterMilliseconds: Double?
        /// The width of the pictures; nil for audio, and before the first.
        public var width: Int?
        public var height: Int?

        public init(
            bitsPerSecond: Int, loss: Double? = nil, jitterMilliseconds: Double? = nil, width: Int? = nil,
            height: Int? = nil
        ) {
            (self.bitsPerSecond, self.loss, self.jitterMilliseconds) = (bitsPerSecond, loss, jitterMilliseconds)
            (self.width, self.height) = (width, height)
        }
    }

    /// Another participant, and the media received from them.
    public struct Participant: Sendable, Equatable, Codable {
        public var user: UserID
        public var name: String
        /// Whether their media reach the media server.
        public var connection: ConnectionState
        /// Nil before any media have arrived.
        public var quality: QualityLevel?
        public var audio: Flow?
        public var video: Flow?
        /// The screen that they share; nil if none is received.
        public var screen: Flow?
        /// Whether they record what they receive, according to their device.
        public var isRecording: Bool
        public var isSharing: Bool
        /// The participant's own claims: that they are muted, and that they send video.
        public var isMuted: Bool
        public var isVideoEnabled: Bool
        /// The place of their raised hand among those that are raised, from 1; nil while it is down.
        public var hand: Int?

        private enum CodingKeys: String, CodingKey {
            case user = "userId"
            case name, connection, quality, audio, video, screen, isRecording, isSharing, isMuted, isVideoEnabled, hand
        }

        public init(
            user: UserID, name: String, connection: ConnectionState, quality: QualityLevel? = nil, audio: Flow? = nil,
            video: Flow? = nil, screen: Flow? = nil, isRecording: Bool = false, isSharing: Bool = false,
            isMuted: Bool = false, isVideoEnabled: Bool = false, hand: Int? = nil
        ) {
            (self.hand, self.screen, self.isSharing) = (hand, screen, isSharing)
            (self.user, self.name, self.connection) = (user, name, connection)
            (self.quality, self.audio, self.video, self.isRecording) = (quality, audio, video, isRecording)
            (self.isMuted, self.isVideoEnabled) = (isMuted, isVideoEnabled)
        }
    }

    /// Another device in the call, with the state of its keys.
    public struct Device: Sendable, Equatable, Codable {
        public var user: UserID
        public var name: String
        public var device: DeviceID
        /// The identity shown, on which the person's decision is based.
        public var identity: ShownIdentity?
        public var presence: CallMember.Presence
        public var trust: DeviceTrust
        /// How it can be confirmed; nil if it is not held.
        public var offer: DeviceOffer?
        /// Whether it was handed the key that this device seals with.
        public var canHear: Bool
        /// Whether it has shown that it has that key.
        public var hearsUs: Bool
        /// Whether it is present and has handed over no key for a while: it holds this device, and does not hear it.
        public var keepsOut: Bool
        /// Whether its channel withstands someone who records now and has a quantum computer later.
        public var isPostQuantum: Bool
        /// Its history; nil if none is known.
        public var past: DevicePast?

        private enum CodingKeys: String, CodingKey {
            case user = "userId"
            case device = "deviceId"
            case name, identity, presence, trust, offer, canHear, hearsUs, keepsOut, isPostQuantum, past
        }

        public init(
            user: UserID, name: String, device: DeviceID, identity: ShownIdentity? = nil,
            presence: CallMember.Presence, trust: DeviceTrust, offer: DeviceOffer? = nil, canHear: Bool,
            hearsUs: Bool = false, keepsOut: Bool = false, isPostQuantum: Bool, past: DevicePast? = nil
        ) {
            (self.identity, self.offer, self.past) = (identity, offer, past)
            (self.user, self.name, self.device, self.presence) = (user, name, device, presence)
            (self.trust, self.canHear, self.isPostQuantum) = (trust, canHear, isPostQuantum)
            (self.hearsUs, self.keepsOut) = (hearsUs, keepsOut)
        }
    }

    /// This device's own connection, and the media sent over it.
    public struct Own: Sendable, Equatable, Codable {
        public var connection: ConnectionState
        /// Nil before anything is known.
        public var quality: QualityLevel?
        public var audio: Flow?
        public var video: Flow?
        /// The round-trip time to the media server.
        public var roundTripMilliseconds: Double?
        /// Candidate types of the connection, such as `relay/host`.
        public var path: String?
        /// Whether media go through a TURN server; nil before any flow.
        public var isRelayed: Bool?
        /// Whether this device records, which the others were told.
        public var isRecording: Bool
        public var isMuted: Bool
        public var isVideoEnabled: Bool
        /// The place of the own raised hand, as for the others.
        public var hand: Int?

        public init(
            connection: ConnectionState = .connected, quality: QualityLevel? = nil, audio: Flow? = nil,
            video: Flow? = nil, roundTripMilliseconds: Double? = nil, path: String? = nil, isRelayed: Bool? = nil,
            isRecording: Bool = false, isMuted: Bool = false, isVideoEnabled: Bool = false, hand: Int? = nil
        ) {
            self.hand = hand
            (self.connection, self.quality, self.audio, self.video) = (connection, quality, audio, video)
            (self.roundTripMilliseconds, self.path, self.isRelayed) = (roundTripMilliseconds, path, isRelayed)
            (self.isRecording, self.isMuted, self.isVideoEnabled) = (isRecording, isMuted, isVideoEnabled)
        }
    }

    /// Nil until the server has made the call.
    public var id: CallID?
    public var state: State
    /// The time since it was placed or answered, and in a call since it was connected; 0 while it rings here.
    public var seconds: Int
    public var encryption: EncryptionState
    public var own: Own
    public var participants: [Participant]
    /// The devices that can hear this one, and those that are held.
    public var devices: [Device]
    /// The counters so far; nil while it rings here.
    public var statistics: CallStatistics?

    private enum CodingKeys: String, CodingKey {
        case id = "callId"
        case state, seconds, encryption, own, participants, devices, statistics
    }

    public init(
        id: CallID?, state: State, seconds: Int = 0, encryption: EncryptionState = .waitingForKey, own: Own = Own(),
        participants: [Participant] = [], devices: [Device] = [], statistics: CallStatistics? = nil
    ) {
        self.statistics = statistics
        (self.id, self.state, self.seconds, self.encryption) = (id, state, seconds, encryption)
        (self.own, self.participants, self.devices) = (own, participants, devices)
    }
}
