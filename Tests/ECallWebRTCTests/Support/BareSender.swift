import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Testing
@_spi(StandIn) import WebRTC

/// A sender made by hand, without a seam, connected to a subscriber of the engine.
struct BareSender: @unchecked Sendable {
    let connection: RTCPeerConnection
    let camera: RTCCameraVideoCapturer
    let source: RTCVideoSource
    let subscriber: any SubscribingConnection
    let delegate: Candidates
}

/// Hands candidates on.
final class Candidates: NSObject, RTCPeerConnectionDelegate, @unchecked Sendable {
    let other: any MediaConnection

    init(_ other: any MediaConnection) { self.other = other }

    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate) {
        let (text, other) = (candidate.sdp, other)
        Task { await other.addRemoteCandidate(ICECandidate(candidate: text, sdpMLineIndex: 0, sdpMid: nil)) }
    }
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream) {}
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate]) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel) {}
}

extension Phone {
    /// libwebrtc as used by someone who forgets the seam, with everything else that the engine sets.
    func bareSender() async throws -> BareSender {
        let factory = RTCPeerConnectionFactory(encoderFactory: nil, decoderFactory: nil)
        let configuration = RTCConfiguration()
        configuration.cryptoOptions = RTCCryptoOptions(
            srtpEnableGcmCryptoSuites: true, srtpEnableAes128Sha1_32CryptoCipher: false,
            srtpEnableEncryptedRtpHeaderExtensions: false, sframeRequireFrameEncryption: true)
        let constraints = RTCMediaConstraints(mandatoryConstraints: nil, optionalConstraints: nil)
        let connection = try #require(
            factory.peerConnection(with: configuration, constraints: constraints, delegate: nil))
        let source = factory.videoSource()
        let sendOnly = RTCRtpTransceiverInit()
        sendOnly.direction = .sendOnly
        let audio = factory.audioTrack(with: factory.audioSource(with: nil), trackId: "a")
        _ = connection.addTransceiver(with: audio, init: sendOnly)
        _ = connection.addTransceiver(with: factory.videoTrack(with: source, trackId: "v"), init: sendOnly)
        let camera = RTCCameraVideoCapturer(delegate: source)
        let device = network.cameras[0]
        camera.startCapture(
            with: device, format: RTCCameraVideoCapturer.supportedFormats(for: device)[0], fps: 30,
            completionHandler: nil)
        let subscriber = try await subscriber(TestDecryptor(.h264))
        let delegate = Candidates(subscriber)
        connection.delegate = delegate
        let received = EventLog(subscriber)
        let bare = BareSender(
            connection: connection, camera: camera, source: source, subscriber: subscriber, delegate: delegate)
        try await bare.negotiate(constraints)
        let event = await received.first { if case .localCandidate = $0 { true } else { false } }
        guard case .localCandidate(let candidate)? = event else { throw CocoaError(.featureUnsupported) }
        await withCheckedContinuation { done in
            connection.add(RTCIceCandidate(sdp: candidate.candidate, sdpMLineIndex: 0, sdpMid: nil)) { _ in
                done.resume()
            }
        }
        #expect(await received.first { $0 == .connected } != nil)
        await network.settle()
        return bare
    }
}

extension BareSender {
    fileprivate func negotiate(_ constraints: RTCMediaConstraints) async throws {
        let offer = await withCheckedContinuation { done in
            connection.offer(for: constraints) { description, _ in done.resume(returning: description?.sdp ?? "") }
        }
        await withCheckedContinuation { done in
            connection.setLocalDescription(RTCSessionDescription(type: .offer, sdp: offer)) { _ in done.resume() }
        }
        let answer = try await subscriber.answer(offer: offer)
        await withCheckedContinuation { done in
            connection.setRemoteDescription(RTCSessionDescription(type: .answer, sdp: answer)) { _ in done.resume() }
        }
    }
}
