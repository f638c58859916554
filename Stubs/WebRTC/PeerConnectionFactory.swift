public import Foundation

public final class RTCPeerConnectionFactory: NSObject {
    let encoders: any RTCVideoEncoderFactory
    let decoders: any RTCVideoDecoderFactory
    let network = Network.current

    public init(
        encoderFactory: (any RTCVideoEncoderFactory)?, decoderFactory: (any RTCVideoDecoderFactory)?
    ) {
        encoders = encoderFactory ?? RTCDefaultVideoEncoderFactory()
        decoders = decoderFactory ?? RTCDefaultVideoDecoderFactory()
    }

    public func audioSource(with constraints: RTCMediaConstraints?) -> RTCAudioSource { RTCAudioSource(SourceState()) }

    public func audioTrack(with source: RTCAudioSource, trackId: String) -> RTCAudioTrack {
        RTCAudioTrack(TrackState(.audio, trackId, source.state))
    }

    public func videoSource() -> RTCVideoSource { RTCVideoSource() }

    public func videoTrack(with source: RTCVideoSource, trackId: String) -> RTCVideoTrack {
        let state = TrackState(.video, trackId, source.state)
        source.state.takers.append { [weak state] frame in state?.show(frame) }
        return RTCVideoTrack(state)
    }

    public func peerConnection(
        with configuration: RTCConfiguration, constraints: RTCMediaConstraints,
        delegate: (any RTCPeerConnectionDelegate)?
    ) -> RTCPeerConnection? {
        network.refusesConnections ? nil : RTCPeerConnection(self, configuration, delegate)
    }
}
