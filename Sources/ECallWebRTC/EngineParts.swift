import ECallMedia
import FrameCrypto
import WebRTC

/// The shared parts of one engine's connections. Objects of libwebrtc can be used on any thread.
final class EngineParts: @unchecked Sendable {
    let gate = SealGate()
    let tracks = OpenedTracks()
    let surfaces: VideoSurfaces
    let clock: any Clock<Duration>
    let factory: RTCPeerConnectionFactory
    let sound: SoundSwitch

    init(_ surfaces: VideoSurfaces, _ clock: any Clock<Duration>) {
        (self.surfaces, self.clock) = (surfaces, clock)
        sound = SoundSwitch()
        factory = RTCPeerConnectionFactory(encoderFactory: SealedEncoders(gate), decoderFactory: OpenedDecoders(tracks))
    }

    /// Attaches an encryptor and a decryptor to a connection that is never used.
    func proveSeam() throws(MediaError) {
        let connection = try PeerConnection(ICEConfiguration(), factory)
        defer { connection.close() }
        let track = factory.audioTrack(with: factory.audioSource(with: nil), trackId: "probe")
        track.isEnabled = false
        guard let transceiver = connection.send(track) else {
            throw .pipeline(element: "WebRTC", message: "no track can be sent")
        }
        let refusal = Refusal()
        let sealing = FrameSealing(
            refusal, counters: TrackCounters(), sealed: \.audioSealed, isWanted: { false }, needKeyFrame: {})
        guard sealing.attach(to: transceiver.sender), FrameOpening.attach(refusal, to: transceiver.receiver) else {
            throw Self.noSeam
        }
    }

    static let noSeam = MediaError.pipeline(element: "WebRTC", message: "frames cannot be sealed")
}

/// Seals and opens nothing.
final class Refusal: FrameEncryptor, FrameOpener {
    func seal(_ frame: [UInt8]) -> SealOutcome { .dropped(.noKey, needsKeyFrame: false) }
    func open(_ sealed: [UInt8]) -> OpenedFrame { .notOpened }
}

extension PeerConnection {
    /// A line that only sends.
    func send(_ track: RTCMediaStreamTrack) -> RTCRtpTransceiver? {
        let `init` = RTCRtpTransceiverInit()
        `init`.direction = .sendOnly
        return connection.addTransceiver(with: track, init: `init`)
    }
}

/// libwebrtc's own view of the audio session: it activates one that it does not know to be active, which is CallKit's to do.
final class SoundSwitch: @unchecked Sendable {
    private let session = RTCAudioSession.sharedInstance()

    init() {
        session.useManualAudio = true
        session.isAudioEnabled = false
    }

    var isOn: Bool { session.isAudioEnabled }

    func begin() {
        session.audioSessionDidActivate(session.session)
        session.isAudioEnabled = true
    }

    func end() {
        session.isAudioEnabled = false
        session.audioSessionDidDeactivate(session.session)
    }
}
