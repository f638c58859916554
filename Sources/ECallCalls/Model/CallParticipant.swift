public import ECallAPI
public import ECallSecurity
public import KeyDistribution

/// A participant, or a person rung into the call, as shown to people: whole lists of these come by `CallControlling.participants`.
public struct CallParticipant: Sendable, Equatable, Codable, Identifiable {
    /// The status of a person in the call.
    public enum Status: String, Sendable, Equatable, Codable, CaseIterable {
        case ringing
        case declined
        /// It rang until the time was over.
        case noAnswer
        /// Their device is in another call.
        case busy
        case joined
        /// In the call, and their connection is lost for now.
        case reconnecting
        case onHold
        case left
        /// Removed by the host; they can come back when a participant invites them.
        case removed

        /// Whether they are in the call.
        public var isIn: Bool { [.joined, .reconnecting, .onHold].contains(self) }
    }

    /// The volumes at which this device can play a participant, in percent: 100 is unchanged.
    public static let volumes = 0...200
    /// The most people who may be in one call or ring for it at once, the own person included, by rule of the server (wire-protocol 4.5).
    public static let most = CallNeed.mostPeople

    public var id: UserID { user }
    public var user: UserID
    public var name: String
    public var status: Status
    /// Whether this is the person of this device.
    public var isSelf: Bool
    /// Whether they are the host: only the host may ask others to mute, and remove them.
    public var isHost: Bool
    /// Whether they send no sound.
    public var isMuted: Bool
    public var isVideoEnabled: Bool
    /// Whether their media reach the media server.
    public var connection: ConnectionState
    /// The trust in their device, as far as is known here; nil for oneself, and before a device of theirs has shown itself.
    public var trust: DeviceTrust?
    /// The quality of their media received here, and for oneself of the own connection; nil before anything is known.
    public var quality: QualityLevel?
    /// Whether they speak, by the sound that was decrypted here, not by anyone's word.
    public var isSpeaking: Bool
    /// The volume at which this device plays them, one of `volumes`.
    public var volume: Int
    /// Whether this device plays them at all. They are not told.
    public var isHeard: Bool
    public var isRecording: Bool
    /// Whether they share a screen.
    public var isSharing: Bool
    /// Their reply when they declined a ring of this device; nil if there was none that can be believed.
    public var reply: CallReply?
    /// The place of their raised hand among those that are raised, from 1: the first to raise it is the first here. Nil while it is
    /// down.
    public var hand: Int?

    private enum CodingKeys: String, CodingKey {
        case user = "userId"
        case name, status, isSelf, isHost, isMuted, isVideoEnabled, connection, trust, quality, isSpeaking, volume
        case isHeard, isRecording, isSharing, reply, hand
    }

    public init(
        user: UserID, name: String, status: Status, isSelf: Bool = false, isHost: Bool = false, isMuted: Bool = false,
        isVideoEnabled: Bool = false, connection: ConnectionState = .connected, trust: DeviceTrust? = nil,
        quality: QualityLevel? = nil, isSpeaking: Bool = false, volume: Int = 100, isHeard: Bool = true,
        isRecording: Bool = false, isSharing: Bool = false, reply: CallReply? = nil, hand: Int? = nil
    ) {
        (self.user, self.name, self.status, self.isSelf, self.isHost) = (user, name, status, isSelf, isHost)
        (self.isMuted, self.isVideoEnabled, self.connection) = (isMuted, isVideoEnabled, connection)
        (self.trust, self.quality, self.isSpeaking) = (trust, quality, isSpeaking)
        (self.volume, self.isHeard, self.isRecording) = (volume, isHeard, isRecording)
        (self.isSharing, self.reply, self.hand) = (isSharing, reply, hand)
    }
}
