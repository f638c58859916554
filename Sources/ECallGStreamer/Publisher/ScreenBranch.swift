import CGStreamer
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization

/// The sender of a screen, on a media line of its own: it is added with the first share, and stays for the next.
final class ScreenBranch: Sendable {
    let encoder: VideoEncoder
    /// The number of its media line.
    let line: Int
    private let source: Element
    private let caps: NegotiatedCaps
    private let encryptor: ReplaceableEncryptor
    private let capture = Mutex<ScreenCapture?>(nil)

    /// The direction offered for the line while nothing is shared, and that of the answer then. `webrtcbin` (1.22) cannot begin to
    /// send on a line that was inactive, so this is hidden from it.
    static let resting = "inactive"

    /// Adds the line. A camera has its line before a screen has, with nothing on it where there is none (decision 65).
    ///
    /// - Parameter hasCamera: whether there is a camera.
    init(
        _ connection: PeerConnection, _ codec: FrameCodec, _ format: PictureFormat, hasCamera: Bool,
        _ counters: TrackCounters, _ clock: any Clock<Duration>
    ) throws(MediaError) {
        guard let element = try PublisherPipeline.encoderElement(codec) else {
            throw .pipeline(element: "screen", message: "no encoder")
        }
        let webrtc = connection.webrtc
        line = 2
        if !hasCamera, ecall_webrtc_add_line(webrtc.pointer, PublisherPipeline.lineCaps(codec)) == 0 {
            throw .pipeline(element: "webrtc", message: "no line for a camera")
        }
        let bin = try Bin(PublisherPipeline.screenDescription(format, encoder: element))
        guard let pad = webrtc.requestPad("sink_\(line)") else {
            throw .pipeline(element: "webrtc", message: "no line for a screen")
        }
        caps = try NegotiatedCaps(webrtc, lines: line..<line + 1, clock)
        guard ecall_webrtc_set_direction(webrtc.pointer, gint(line), "sendonly") != 0 else {
            throw .pipeline(element: "webrtc", message: "no transceiver for a screen")
        }
        try bin.add(to: connection.pipeline, before: pad)
        let encoder = try VideoEncoder(connection.pipeline, format, names: PublisherPipeline.screen)
        let encryptor = ReplaceableEncryptor()
        try EncryptingProbe(
            encryptor, counters: counters, sealed: \.videoSealed, isWanted: { encryptor.isThere },
            needKeyFrame: { [weak encoder] in encoder?.requestFromEncryptor() }
        ).attach(to: connection.pipeline.child("\(PublisherPipeline.screen)videopay"))
        (self.encoder, self.encryptor) = (encoder, encryptor)
        source = try connection.pipeline.child("\(PublisherPipeline.screen)source")
    }

    /// Sends the pictures of a screen from now on, sealed by the given encryptor. Throws if none arrive: then the former share
    /// continues.
    ///
    /// - Parameter resized: told of another format of what comes.
    func carry(
        _ next: ScreenCapture, sealedBy encryptor: @Sendable () -> any FrameEncryptor,
        resized: @escaping @Sendable (PictureFormat) -> Void, ended: @escaping @Sendable (Text) -> Void
    ) async throws(MediaError) {
        try await next.prepare(into: source)
        await clear()
        self.encryptor.replace(by: encryptor())
        source.set("caps", next.format.caps)
        next.start(
            into: source,
            resized: { [source] format in
                source.set("caps", format.caps)
                resized(format)
            }, ended: ended)
        capture.withLock { $0 = next }
        encoder.request()
    }

    /// Returns the offer as the SFU gets it.
    func offered(_ offer: String) -> String {
        isShared ? offer : SDPText.replacing("sendonly", by: Self.resting, ofLine: line, in: offer)
    }

    /// Returns the answer as `webrtcbin` gets it.
    func answered(_ answer: String) -> String {
        SDPText.replacing(Self.resting, by: "recvonly", ofLine: line, in: answer)
    }

    private var isShared: Bool { capture.withLock { $0 != nil } }

    /// Sends nothing; the next offer reflects it.
    func clear() async {
        encryptor.replace(by: nil)
        let former = capture.withLock { capture in
            defer { capture = nil }
            return capture
        }
        await former?.stop()
    }

    /// Returns once an offer can describe what is sent.
    func isDescribed() async { await caps.wait() }
}

/// Seals with the encryptor it was given last: each share has its own. Without one, nothing is sent.
private final class ReplaceableEncryptor: FrameEncryptor {
    private let current = Mutex<(any FrameEncryptor)?>(nil)

    func replace(by encryptor: (any FrameEncryptor)?) { current.withLock { $0 = encryptor } }

    var isThere: Bool { current.withLock { $0 != nil } }

    func seal(_ frame: [UInt8]) -> SealOutcome {
        // The share may end between the question and this.
        current.withLock { $0 }?.seal(frame) ?? .dropped(.noKey, needsKeyFrame: false)
    }
}
