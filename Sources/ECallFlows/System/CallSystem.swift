public import Foundation

/// The system's call screen: a `CXProvider` and a `CXCallController`. Results are sent as actions of `SystemCalls`.
@MainActor
public protocol SystemCallScreen: AnyObject, Sendable {
    /// Shows an incoming call; `reported` has the result.
    func reportIncoming(_ uuid: UUID, _ caller: SystemCaller)
    /// Shows another name.
    func update(_ uuid: UUID, _ caller: SystemCaller)
    func reportEnded(_ uuid: UUID, _ end: SystemCallEnd)
    func reportConnecting(_ uuid: UUID)
    func reportConnected(_ uuid: UUID)
    func fulfill(_ action: SystemCallAction.ID)
    func fail(_ action: SystemCallAction.ID)
    /// Requests a transaction; `requested` has the result.
    func request(_ request: SystemCallRequest)
}

/// The registry of VoIP pushes: a `PKPushRegistry`.
@MainActor
public protocol VoIPPushes: AnyObject, Sendable {
    /// Sets the delegate, which sends `pushed` and returns after that.
    func take()
    /// Sets `desiredPushTypes`.
    func ask()
}

/// The audio session of calls, which the system activates.
@MainActor
public protocol CallAudioSession: AnyObject, Sendable {
    /// Sets category and mode: a call with video begins at the loudspeaker, one without at the receiver.
    func configure(isVideo: Bool)
    /// Opens microphone and loudspeaker.
    func start()
    func stop()
}

/// The parts of the system that calls need.
public struct CallSystem: Sendable {
    let screen: any SystemCallScreen
    let pushes: any VoIPPushes
    let audio: any CallAudioSession

    public init(screen: any SystemCallScreen, pushes: any VoIPPushes, audio: any CallAudioSession) {
        (self.screen, self.pushes, self.audio) = (screen, pushes, audio)
    }
}
