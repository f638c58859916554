import CGStreamer
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
    /// It failed: what comes is not written.
    private let isOver = Shared(false)

    private struct State {
        var firstTime: GstClockTime?
        var closed = false
    }

    /// Makes the file, readable by its owner only, and starts writing. Throws `inputUnavailable` when it cannot be made or
    /// the ending of its name does not fit the codec.
    ///
    /// - Parameter notice: gets a sentence when the recording ends by itself.
    static func start(
        path: String, codec: FrameCodec, notice: @escaping @Sendable (String) -> Void
    ) async throws(MediaError) -> TrackRecorder {
        let container = try Container(path: path, codec: codec)
        try Library.require(["appsrc", "filesink"] + container.elements)
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .inputUnavailable("the recording cannot be written: choose another folder") }
        _ = close(file)
        let recorder = try TrackRecorder(path: path, codec: codec, container: container, notice: notice)
        do throws(MediaError) {
            try await recorder.pipeline.start()
        } catch {
            await recorder.pipeline.stop()
            throw error
        }
        return recorder
    }

    private init(
        path: String, codec: FrameCodec, container: Container, notice: @escaping @Sendable (String) -> Void
    ) throws(MediaError) {
        self.codec = codec
        let finished = FirstResult<Bool>()
        let isOver = isOver
        pipeline = try Pipeline(container.description) { report in
            switch report {
            case .endOfStream: finished.send(true)
            case .failed(let error):
                finished.send(false)
                guard
                    !isOver.withLock({ over in
                        defer { over = true }
                        return over
                    })
                else { return }
                notice(Self.sentence(error))
            }
        }
        try pipeline.child("file").setText("location", path)
        source = try pipeline.child("frames")
        self.finished = finished
    }

    /// Of a full disk, in whatever words GStreamer reports it.
    private static func sentence(_ error: MediaError) -> String {
        if case .pipeline(_, let message) = error, message.contains("space") {
            return "The disk is full: recording has stopped. The call goes on."
        }
        return "Recording has stopped: \(error.sentence). The call goes on."
    }

    /// Takes an opened frame on the streaming thread; never blocks. The recording starts at the first frame's time.
    func write(_ frame: [UInt8], at time: GstClockTime) {
        guard !isOver.withLock({ $0 }) else { return }
        state.withLock { state in
            guard !state.closed, time != GstClockTime.max,
                let buffer = gst_buffer_new_memdup(frame, gsize(frame.count))
            else { return }
            if state.firstTime == nil, let format = Container.sizedFormat(frame, codec) { source.set("caps", format) }
            let first = state.firstTime ?? time
            state.firstTime = first
            ecall_buffer_set_times(buffer, time >= first ? time - first : 0, GstClockTime.max)
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
        gst_app_src_end_of_stream(source.cast(to: GstAppSrc.self))
        if written { _ = await finished.value(within: .seconds(5)) }
        await pipeline.stop()
    }
}
