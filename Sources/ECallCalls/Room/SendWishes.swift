import ECallCore
import ECallMedia

/// What a call's media are made with, on whichever connection there is.
struct MediaParts: Sendable {
    let makeJanus: @Sendable () -> JanusClient
    let engine: any MediaEngine
    let time: any TimeSource
    let times: CallTimes
    let tasks: SessionTasks
    let timeline: SetUpTimeline
    /// In 0 ..< 1.
    let random: @Sendable () -> Double
}

/// What of the own media is to be sent, on whichever connection there is.
struct SendWishes: Sendable, Equatable {
    var isMuted = false
    /// Whether anybody may open what is sent: nothing is sealed for nobody, and so nothing is sent.
    var isForSomebody = false
    var isVideoEnabled = true
    /// Whether somebody looks at the own video: what nobody sees is not encoded.
    var isVideoSeen = true
    /// What the receivers of the own video can take.
    var videoLimit = VideoLimit(bitrate: ReceiverLimits.first)

    var sendsVideo: Bool { isVideoEnabled && isVideoSeen }
}
