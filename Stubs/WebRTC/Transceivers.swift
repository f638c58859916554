public import Foundation

public enum RTCRtpTransceiverDirection: Int, Sendable { case sendRecv, sendOnly, inactive = 3 }

public final class RTCRtpTransceiverInit: NSObject {
    public var direction: RTCRtpTransceiverDirection = .sendRecv

    public override init() {}
}

public final class RTCRtpSender: NSObject {
    let state: SenderState

    init(_ state: SenderState) { self.state = state }

    /// A copy: changes take effect when it is set.
    public var parameters: RTCRtpParameters {
        get { state.parameters.copied }
        set { state.set(newValue.copied) }
    }
}

public final class RTCRtpReceiver: NSObject {
    let state: ReceiverState

    init(_ state: ReceiverState) { self.state = state }

    /// Another object at each look.
    public var track: RTCMediaStreamTrack? {
        state.track.kind == .audio ? RTCAudioTrack(state.track) : RTCVideoTrack(state.track)
    }
}

public final class RTCRtpTransceiver: NSObject {
    let state: TransceiverState

    init(_ state: TransceiverState) { self.state = state }

    public var mediaType: RTCRtpMediaType { state.kind }
    /// Empty before it is negotiated.
    public var mid: String { state.mid ?? "" }
    public var sender: RTCRtpSender { RTCRtpSender(state.sender) }
    public var receiver: RTCRtpReceiver { RTCRtpReceiver(state.receiver) }
}
