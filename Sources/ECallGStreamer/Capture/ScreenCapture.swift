import CGStreamer
import ECallLanguage
import ECallMedia
import Synchronization

/// Captures a screen or a window as long as it exists, in its current size.
final class ScreenCapture: Sendable {
    private static let interval = Duration.milliseconds(500)
    private static let longestStart = Duration.seconds(4)

    private struct State {
        var capture: CapturePipeline
        var watching: Task<Void, Never>?
        var isOver = false
    }

    let format: PictureFormat
    private let source: ScreenSource
    private let name: String
    private let watch: ScreenWatch
    private let size: PictureBox
    private let lost = ecall_lost_displays()
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    /// Nothing is captured yet. Throws `inputUnavailable` if the screen cannot be captured.
    init(_ source: ScreenSource, _ clock: any Clock<Duration>) throws(MediaError) {
        try Library.require(["ximagesrc"])
        let watch = try ScreenWatch(source)
        guard let size = watch.size else {
            throw .inputUnavailable(.mediaScreenHidden(command: "ecall screen list"))
        }
        name = try ScreenWatch.name(of: source.display)
        format = PictureFormat.screen(size)
        (self.source, self.watch, self.size, self.clock) = (source, watch, size, clock)
        state = Mutex(State(capture: try CapturePipeline.screen(name, window: source.window, format)))
    }

    /// Captures for a source of another pipeline, which gets nothing until `start`. Throws if no media arrive.
    func prepare(into target: Element) async throws(MediaError) {
        try await begin(state.withLock { $0.capture }, into: target)
    }

    /// Forwards captured pictures, once it is prepared.
    ///
    /// - Parameters:
    ///   - resized: told of another format, after which pictures are of that.
    ///   - ended: told why, once.
    func start(
        into target: Element, resized: @escaping @Sendable (PictureFormat) -> Void,
        ended: @escaping @Sendable (Text) -> Void
    ) {
        state.withLock { $0.capture }.release()
        let task = Task { [weak self] in
            var size = self?.size
            while let self, !Task.isCancelled {
                try? await clock.sleep(for: Self.interval)
                guard !Task.isCancelled else { return }
                let now = await onBlockingThread { [watch] in watch.size }
                guard let now, !state.withLock({ $0.capture.isLost }) else { return ended(gone) }
                guard now != size else { continue }
                size = now
                let format = PictureFormat.screen(now)
                guard await follow(format, into: target, resized) else { return ended(gone) }
            }
        }
        let isOver = state.withLock { state in
            state.watching = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Returns once there is something to send, which is held.
    private func begin(_ capture: CapturePipeline, into target: Element) async throws(MediaError) {
        let begun = FirstResult<Bool>(on: clock)
        capture.hold { begun.send(true) }
        capture.onLoss { begun.send(false) }
        capture.forwardVideo(to: target)
        do throws(MediaError) {
            try await capture.start()
            guard await begun.value(within: Self.longestStart) ?? false else {
                throw .inputUnavailable(.screenFailed)
            }
        } catch {
            await end(capture)
            throw .inputUnavailable(.screenFailed)
        }
    }

    /// Follows a source whose size has changed.
    private func follow(
        _ format: PictureFormat, into target: Element, _ resized: @Sendable (PictureFormat) -> Void
    ) async -> Bool {
        guard let next = try? CapturePipeline.screen(name, window: source.window, format) else { return false }
        let former = state.withLock { state in
            defer { state.capture = next }
            return state.capture
        }
        await end(former)
        guard !Task.isCancelled else { return true }
        resized(format)
        guard (try? await begin(next, into: target)) != nil else { return false }
        next.release()
        if state.withLock({ $0.isOver }) { await end(next) }
        return true
    }

    private var gone: Text { source.window == nil ? .mediaGoneScreen : .mediaGoneSharedWindow }

    func stop() async {
        let (capture, watching) = state.withLock { state in
            state.isOver = true
            return (state.capture, state.watching)
        }
        watching?.cancel()
        await end(capture)
    }

    /// Ends a capture; one that hangs on a lost server is abandoned.
    private func end(_ capture: CapturePipeline) async {
        if ecall_lost_displays() != lost, ecall_lost_displays_hang() != 0 {
            capture.abandon()
        } else {
            await capture.stop()
        }
    }
}
