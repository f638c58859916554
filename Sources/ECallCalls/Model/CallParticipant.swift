public import ECallAPI
public import ECallSecurity
public import KeyDistribution

/// Somebody in a call, or rung into it, as a person is shown them: whole lists of these come by
/// `CallControlling.participants`.
public struct CallParticipant: Sendable, Equatable, Codable, Identifiable {
    /// Where somebody stands.
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
        /// In the call, which they have put on hold.
        case onHold
        case left
        /// Taken out by who made the call; they come back when somebody invites them.
        case removed

        /// Whether they are in the call.
        public var isIn: Bool { [.joined, .reconnecting, .onHold].contains(self) }
    }

    /// How loud the sound of somebody may be made for this device: 100 is as it comes.
    public static let volumes = 0...200
    /// How many may be in one call or ring for it at once, the own person included, by rule of the server (wire-protocol 4.5).
    public static let most = CallNeed.mostPeople

    public var id: UserID { user }
    public var user: UserID
    public var name: String
    public var status: Status
    /// Whether this is the person of this device.
    public var isSelf: Bool
    /// Whether they made the call: only they may ask others to mute, and remove them.
    public var isHost: Bool
    /// Sends no sound.
    public var isMuted: Bool
    public var isVideoEnabled: Bool
    /// Whether their media reach the media server.
    public var connection: ConnectionState
    /// Whose device theirs is, as far as is known here; nil of oneself, and before a device of theirs has shown itself.
    public var trust: DeviceTrust?
    /// How well their media arrive here, and of oneself how good the own connection is; nil before anything is known.
    public var quality: QualityLevel?
    /// Taken from the sound that was decrypted here: nobody says so.
    public var isSpeaking: Bool
    /// How loud they are made for this device, one of `volumes`.
    public var volume: Int
    /// Whether this device plays them at all. They are not told.
    public var isHeard: Bool
    public var isRecording: Bool
    /// Whether they share a screen.
    public var isSharing: Bool
    /// What they said when they declined, to this device that rang them; nil where they said nothing that can be believed.
    public var reply: CallReply?
    /// The place of their raised hand among those that are raised, from 1: who raised it first is the first here. Nil while it is
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
