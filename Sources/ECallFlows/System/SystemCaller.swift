public import ECallAPI
import ECallCalls
public import ECallLanguage

/// The other side of a call on the system's call screen.
public struct SystemCaller: Sendable, Equatable {
    /// How far the caller's identity is known.
    public enum Trust: Sendable, Equatable {
        /// Not shown: the phone was not unlocked yet, or the push cannot be read.
        case hidden
        /// Named by the server alone, until the invitation arrives.
        case said
        /// Signed by a device that is theirs, as far as this device knows.
        case verified
        /// Signed by a device that may be a new one of theirs.
        case newDevice
        case unverified
    }

    /// Nil if it is hidden.
    public let user: UserID?
    public let trust: Trust
    public let isVideo: Bool
    private let known: String

    public init(_ user: UserID?, name: String, _ trust: Trust, isVideo: Bool) {
        (self.user, known, self.trust, self.isVideo) = (user, name, trust, isVideo)
    }

    /// An unspecified caller.
    static func hidden(isVideo: Bool) -> SystemCaller { SystemCaller(nil, name: "", .hidden, isVideo: isVideo) }

    init(_ push: RingPush) {
        self.init(push.caller, name: push.callerName, .said, isVideo: push.isVideo)
    }

    init(_ call: IncomingCall) {
        let trust: Trust = call.isNewDevice ? .newDevice : call.isVerified ? .verified : .unverified
        self.init(call.caller, name: call.callerName, trust, isVideo: call.isVideo)
    }

    /// The name on the call screen. An unverified caller may be anyone, whatever name they have.
    public var name: Text {
        switch trust {
        case .hidden: .commonSomebody
        case .said, .verified: CallNames.one(known)
        case .newDevice: .incomingNewDevice(name: CallNames.one(known))
        case .unverified: .notificationUnverified
        }
    }
}
