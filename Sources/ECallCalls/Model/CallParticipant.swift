public import ECallAPI
public import ECallSecurity
public import KeyDistribution

/// Somebody in a call, or rung into it, as a person is shown them (`CallControlling.participants`).
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
    public var isSelf = false
    /// Whether they made the call: only they may ask others to mute, and remove them.
    public var isHost = false
    /// Sends no sound.
    public var isMuted = false
    public var isVideoEnabled = false
    /// Whether their media reach the media server.
    public var connection = ConnectionState.connected
    /// Whose device theirs is, as far as is known here; nil of oneself, and before a device of theirs has shown itself.
    public var trust: DeviceTrust?
    /// How well their media arrive here, and of oneself how good the own connection is; nil before anything is known.
    public var quality: QualityLevel?
    /// Taken from the sound that was decrypted here: nobody says so.
    public var isSpeaking = false
    /// How loud they are made for this device, one of `volumes`.
    public var volume = 100
    /// Whether this device plays them at all. They are not told.
    public var isHeard = true
    public var isRecording = false
    /// Whether they share a screen.
    public var isSharing = false
    /// What they said when they declined, to this device that rang them; nil where they said nothing that can be believed.
    public var reply: CallReply?
    /// The place of their raised hand among those that are raised, from 1 for who raised it first; nil while it is down.
    public var hand: Int?

    private enum CodingKeys: String, CodingKey {
        case user = "userId"
        case name, status, isSelf, isHost, isMuted, isVideoEnabled, connection, trust, quality, isSpeaking, volume
        case isHeard, isRecording, isSharing, reply, hand
    }
}
