public import ECallAPI
public import Foundation

/// A call on the system's screen.
public struct SystemCall: Sendable, Equatable {
    public enum Stage: Sendable, Equatable {
        /// A push has named it, and the invitation has not arrived.
        case hinted(until: Duration)
        /// The invitation has arrived.
        case ringing(until: Duration)
        /// Placed or returned to by the person; the system has not confirmed it yet.
        case requested
        /// The library rings the others.
        case placing
        /// Answered or returned to, and not in the call yet.
        case entering
        case inCall
    }

    /// An answer whose result is not known.
    struct Answer: Sendable, Equatable {
        let action: SystemCallAction
        /// The deadline, after which it has failed.
        let until: Duration
    }

    public let uuid: UUID
    /// Nil until the server has made it.
    public internal(set) var id: CallID?
    public internal(set) var caller: SystemCaller
    public internal(set) var stage: Stage
    /// The caller by the server's claim, which is shown once the phone is unlocked.
    var hidden: SystemCaller?
    /// Whether the system shows it.
    var isReported = false
    var isConnected = false
    /// Whether media flow, which may be known before this device counts as in the call.
    var hasMedia = false
    var answer: Answer?
    /// Whether the person chose to turn the camera on; nil follows the caller.
    var wantsVideo: Bool?
    var takesVideo: Bool { wantsVideo ?? caller.isVideo }
    var isCameraOn = false
    /// Whether the camera is on again in the foreground.
    var cameraReturns = false

    init(_ uuid: UUID, _ id: CallID?, _ caller: SystemCaller, _ stage: Stage) {
        (self.uuid, self.id, self.caller, self.stage) = (uuid, id, caller, stage)
    }

    /// Whether the system has begun it, and microphone and camera are used.
    public var isGoingOn: Bool {
        switch stage {
        case .placing, .entering, .inCall: true
        case .hinted, .ringing, .requested: false
        }
    }

    /// Whether it rings here.
    public var isRinging: Bool {
        switch stage {
        case .hinted, .ringing: true
        case .requested, .placing, .entering, .inCall: false
        }
    }

    /// The library's work when the call is given up here.
    var work: [SystemCalls.Effect] {
        switch stage {
        case .hinted, .requested: []
        case .ringing: id.map { [.decline($0)] } ?? []
        case .placing, .entering, .inCall: [.hangUp(id)]
        }
    }

    /// The time at which it next changes by itself.
    var due: Duration? {
        switch stage {
        case .hinted(let until), .ringing(let until): min(until, answer?.until ?? until)
        case .requested, .placing, .entering, .inCall: answer?.until
        }
    }
}
