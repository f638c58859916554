import CGStreamer
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes the opened frames of one track into a file, in a pipeline of its own: an error here ends the recording only.
final class TrackRecorder: Sendable {
    private let pipeline: Pipeline
    private let source: Element
    private let codec: FrameCodec
    private let finished: FirstResult<Bool>
    private let state = Mutex(State())
    private let outcome: Outcome
    private let mayWrite: @Sendable () -> Bool

    /// The resolution of timestamps in every container: a millisecond.
    private static let leastStep: GstClockTime = 1_000_000

    private struct State {
        var firstTime: GstClockTime?
        var lastTime: GstClockTime?
        var closed = false
    }

    /// Makes the file, readable by its owner only, and starts writing. Throws `inputUnavailable` when it cannot be made, and
    /// `pipeline` when the ending of its name does not fit the codec.
    ///
    /// - Parameters:
    ///   - mayWrite: asked before each frame; must not wait.
    ///   - notice: told when the recording ends by itself, or its end cannot be written.
    static func start(
        path: String, codec: FrameCodec, clock: any Clock<Duration>,
        mayWrite: @escaping @Sendable () -> Bool = { true },
        notice: @escaping @Sendable (Text) -> Void
    ) async throws(MediaError) -> TrackRecorder {
        let container = try Container(path: path, codec: codec)
        try Library.require(["appsrc", "filesink"] + container.elements)
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            throw .inputUnavailable(.mediaRecordingDirectory(directory: directory))
        }
        _ = close(file)
        let recorder = try TrackRecorder(
            path: path, codec: codec, container: container, clock: clock, mayWrite: mayWrite, notice: notice)
        do throws(MediaError) {
            try await recorder.pipeline.start()
        } catch {
            await recorder.pipeline.stop()
            throw error
        }
        return recorder
    }

    private init(
        path: String, codec: FrameCodec, container: Container, clock: any Clock<Duration>,
        mayWrite: @escaping @Sendable () -> Bool, notice: @escaping @Sendable (Text) -> Void
    ) throws(MediaError) {
        self.codec = codec
        self.mayWrite = mayWrite
        let finished = FirstResult<Bool>(on: clock)
        let outcome = Outcome(path: path, notice: notice)
        self.outcome = outcome
        pipeline = try Pipeline(container.description) { report in
            switch report {
            case .endOfStream: finished.send(true)
            case .failed(let error):
                outcome.failed(error)
                finished.send(false)
            }
        }
        try pipeline.child("file").setText("location", path)
        source = try pipeline.child("frames")
        self.finished = finished
    }

    /// Takes an opened frame on the streaming thread; never blocks. The recording starts at the first frame's time.
    func write(_ frame: [UInt8], at time: GstClockTime) {
        guard mayWrite(), !outcome.hasFailed else { return }
        state.withLock { state in
            guard !state.closed, time != GstClockTime.max,
                let buffer = gst_buffer_new_memdup(frame, gsize(frame.count))
            else { return }
            if state.firstTime == nil, let format = Container.sizedFormat(frame, codec) { source.set("caps", format) }
            let first = state.firstTime ?? time
            state.firstTime = first
            let elapsed = time >= first ? time - first : 0
            // Times of the first packets stand still or go back, and a frame with the time of the one before ends a file.
            let own = state.lastTime.map { max(elapsed, $0 + Self.leastStep) } ?? elapsed
            state.lastTime = own
            ecall_buffer_set_times(buffer, own, GstClockTime.max)
            gst_app_src_push_buffer(source.cast(to: GstAppSrc.self), buffer)
        }
    }

    /// Ends the file properly and returns when it is written; idempotent.
    func finish() async {
        let (first, written) = state.withLock { state in
            defer { state.closed = true }
            return (!state.closed, state.firstTime != nil)
        }
        guard first else { return }
        outcome.isEnding()
        gst_app_src_end_of_stream(source.cast(to: GstAppSrc.self))
        if written {
            if await finished.value(within: .seconds(5)) == nil {
                outcome.failed(.pipeline(element: "file", message: "it took too long"))
            }
            // Closes the file while errors of the file system are still reported.
            try? await pipeline.start(GST_STATE_READY)
        }
        await pipeline.stop()
    }
}

/// Whether a recording has failed; reports it once.
private final class Outcome: Sendable {
    private struct State {
        var hasFailed = false
        var isEnding = false
    }
    private let state = Mutex(State())
    private let path: String
    private let notice: @Sendable (Text) -> Void

    init(path: String, notice: @escaping @Sendable (Text) -> Void) {
        self.path = path
        self.notice = notice
    }

    /// Whether writing has failed: frames are not written any more.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// The call is ending: later notices do not say that it continues.
    func isEnding() { state.withLock { $0.isEnding = true } }

    func failed(_ error: MediaError) {
        let (isFirst, isEnding) = state.withLock { state in
            defer { state.hasFailed = true }
            return (!state.hasFailed, state.isEnding)
        }
        guard isFirst else { return }
        switch (isDiskFull(error), isEnding) {
        case (true, false): notice(.mediaRecordingFull)
        case (false, false): notice(.commonTwoSentences(first: Text.mediaRecordingStopped, second: error.text))
        case (true, true): notice(.mediaRecordingFullAtEnd)
        case (false, true): notice(.commonTwoSentences(first: Text.mediaRecordingEndMissing, second: error.text))
        }
    }

    /// In whatever words GStreamer reports it: at the end it names no reason.
    private func isDiskFull(_ error: MediaError) -> Bool {
        if case .pipeline(_, let message) = error, message.contains("space") { return true }
        var space = statvfs()
        guard statvfs(path, &space) == 0 else { return false }
        return UInt64(space.f_bavail) * UInt64(space.f_frsize) < Self.fileBuffer
    }

    /// The bytes written at once.
    private static let fileBuffer: UInt64 = 64 * 1_024
}
