public import Foundation

public enum RTCRtpMediaType: Int, Sendable { case audio, video }

/// The state that several objects of one track share: libwebrtc makes a new one at each look.
final class TrackState {
    let kind: RTCRtpMediaType
    let id: String
    let source: SourceState
    var isEnabled = true
    /// The renderers of a received track, each with the object that added it.
    var renderers: [(owner: ObjectIdentifier, renderer: any RTCVideoRenderer)] = []

    init(_ kind: RTCRtpMediaType, _ id: String, _ source: SourceState) {
        (self.kind, self.id, self.source) = (kind, id, source)
    }

    func show(_ frame: RTCVideoFrame) {
        guard isEnabled else { return }
        for (_, renderer) in renderers { renderer.renderFrame(frame) }
    }
}

final class SourceState {
    /// Called for each picture of the source.
    var takers: [(RTCVideoFrame) -> Void] = []
    /// The gain of the microphone, or of playback.
    var volume = 1.0
    var format: (width: Int32, height: Int32, fps: Int32)?
}

open class RTCMediaStreamTrack: NSObject {
    let state: TrackState

    init(_ state: TrackState) { self.state = state }

    public var isEnabled: Bool {
        get { state.isEnabled }
        set { state.isEnabled = newValue }
    }
}

public final class RTCAudioSource: NSObject {
    let state: SourceState

    init(_ state: SourceState) { self.state = state }

    /// A gain of 0 to 10.
    public var volume: Double {
        get { state.volume }
        set { state.volume = min(max(newValue, 0), 10) }
    }
}

public final class RTCAudioTrack: RTCMediaStreamTrack {
    public var source: RTCAudioSource { RTCAudioSource(state.source) }
}

public final class RTCVideoTrack: RTCMediaStreamTrack {
    public func add(_ renderer: any RTCVideoRenderer) {
        state.renderers.append((ObjectIdentifier(self), renderer))
    }

    public func remove(_ renderer: any RTCVideoRenderer) { state.renderers.removeAll { $0.renderer === renderer } }

    /// As in libwebrtc, what was added through an object is removed with it.
    deinit { state.renderers.removeAll { $0.owner == ObjectIdentifier(self) } }
}

public final class RTCVideoSource: NSObject, RTCVideoCapturerDelegate {
    let state = SourceState()

    public func adaptOutputFormat(toWidth width: Int32, height: Int32, fps: Int32) {
        state.format = (width, height, fps)
    }

    public func capturer(_ capturer: RTCVideoCapturer, didCapture frame: RTCVideoFrame) {
        for taker in state.takers { taker(frame) }
    }
}
