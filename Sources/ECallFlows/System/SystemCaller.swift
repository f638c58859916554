public import ECallAPI
import ECallCalls
public import ECallLanguage

/// The other side of a call on the system's call screen.
public struct SystemCaller: Sendable, Equatable {
    /// What is known of who it is.
    public enum Trust: Sendable, Equatable {
        /// Nothing is said before the phone was unlocked, or by a push that cannot be read.
        case hidden
        /// By the word of the server alone, until the signal is there.
        case said
        /// By a device that is theirs, as far as is known here.
        case verified
        /// By a device that may be a new one of theirs.
        case newDevice
        case unverified
    }

    /// Nil where it is hidden.
    public let user: UserID?
    public let trust: Trust
    public let isVideo: Bool
    private let known: String

    public init(_ user: UserID?, name: String, _ trust: Trust, isVideo: Bool) {
        (self.user, known, self.trust, self.isVideo) = (user, name, trust, isVideo)
    }

    /// Nobody in particular.
    static func hidden(isVideo: Bool) -> SystemCaller { SystemCaller(nil, name: "", .hidden, isVideo: isVideo) }

    init(_ push: RingPush) {
        self.init(push.caller, name: push.callerName, .said, isVideo: push.isVideo)
    }

    init(_ call: IncomingCall) {
        let trust: Trust = call.isNewDevice ? .newDevice : call.isVerified ? .verified : .unverified
        self.init(call.caller, name: call.callerName, trust, isVideo: call.isVideo)
    }

    /// The name on the call screen. An unverified caller may be anybody, whatever name they have.
    public var name: Text {
        switch trust {
        case .hidden: .commonSomebody
        case .said, .verified: CallNames.one(known)
        case .newDevice: .incomingNewDevice(name: CallNames.one(known))
        case .unverified: .notificationUnverified
        }
    }
}
