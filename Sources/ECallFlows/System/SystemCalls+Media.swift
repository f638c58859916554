/// Sound runs while the system has the audio session active; the camera is on in the foreground alone.
extension SystemCalls {
    /// Audio starts with the activation, which may already have happened, or may never happen.
    mutating func awaitAudio(at now: Duration) -> [Effect] {
        guard !isAudioActive else { return startAudio() }
        silentAt = now + Self.audioTime
        return []
    }

    mutating func activatedAudio() -> [Effect] {
        isAudioActive = true
        silentAt = nil
        return startAudio()
    }

    mutating func deactivatedAudio() -> [Effect] {
        isAudioActive = false
        return stopAudio()
    }

    private mutating func startAudio() -> [Effect] {
        guard !isSounding, call?.isGoingOn == true else { return [] }
        isSounding = true
        return [.startAudio]
    }

    /// The deactivation may never happen.
    mutating func stopAudio() -> [Effect] {
        guard isSounding else { return [] }
        isSounding = false
        return [.stopAudio]
    }

    mutating func wentToBackground() -> [Effect] {
        isInBackground = true
        guard let call, call.isGoingOn, call.isCameraOn else { return [] }
        self.call?.isCameraOn = false
        self.call?.cameraReturns = true
        return [.setCamera(isOn: false)]
    }

    mutating func cameToForeground() -> [Effect] {
        isInBackground = false
        guard let call, call.cameraReturns else { return [] }
        self.call?.isCameraOn = true
        self.call?.cameraReturns = false
        return [.setCamera(isOn: true)]
    }
}
