import CGStreamer
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization

/// Shows decoded video or plays decoded audio, in a pipeline of its own: closing a window, or losing a loudspeaker, ends
/// neither the connection nor the recording.
final class Player: Sendable {
    private let pipeline: Pipeline
    private let source: Element
    private let state: Mutex<State>
    /// The reason why it ended by itself; the first one counts.
    private let failures: AsyncStream<MediaError>
    private let failure: AsyncStream<MediaError>.Continuation
    private let over: @Sendable (MediaError) -> Void
    /// Finished when the pipeline is down.
    private let ended: FirstResult<Never>

    private struct State {
        var isOver = false
        var throttle: KeyFrameThrottle?
        /// For a window on X11: the number of servers lost when it was opened.
        var lostDisplays: Int32?
        /// For a window on Wayland.
        var compositor: CompositorWatch?
        /// Waits for a failure.
        var watching: Task<Void, Never>?
        /// Takes the pipeline down.
        var ending: Task<Void, Never>?
    }

    private static let input =
        "appsrc name=in is-live=true format=time do-timestamp=true leaky-type=downstream max-buffers="

    /// Nil if nothing is shown or played.
    ///
    /// - Parameter notice: told when it ends by itself.
    static func start(
        _ configuration: SubscriberConfiguration, _ clock: any Clock<Duration>,
        notice: @escaping @Sendable (Text) -> Void
    ) async throws(MediaError) -> Player? {
        guard let player = try make(configuration, clock, notice) else { return nil }
        do throws(MediaError) {
            try await player.pipeline.start()
        } catch {
            await player.stop()
            throw error
        }
        player.endWhenItFails()
        return player
    }

    private static func make(
        _ configuration: SubscriberConfiguration, _ clock: any Clock<Duration>,
        _ notice: @escaping @Sendable (Text) -> Void
    ) throws(MediaError) -> Player? {
        let output = configuration.output
        if configuration.codec == .opus {
            guard let loudspeaker = output.loudspeaker else { return nil }
            let player = try Player(
                input
                    + "20 ! audioconvert ! audioresample ! volume name=volume ! \(element(for: loudspeaker)) name=device sync=false",
                throttle: nil, clock: clock,
                over: { _ in notice(.mediaGoneLoudspeaker) })
            try player.pipeline.open(loudspeaker)
            return player
        }
        switch output.pictures {
        case .discarded, .surface: return nil
        case .window(let display, let element):
            WindowSink.prepare(for: display)
            let player = try Player(
                input + "2 ! videoconvert ! videoscale ! \(titled)\(element) name=window sync=false", throttle: nil,
                clock: clock,
                over: { error in notice(Self.windowIsGone(error)) })
            if let title = Self.title(configuration) { player.pipeline.element.child("title")?.setText("tags", title) }
            WindowSink.set(display, of: try player.pipeline.child("window"))
            player.follow(display)
            return player
        case .handedOver(let box):
            guard let take = configuration.takePicture else { return nil }
            let player = try Player(
                input + "1 ! videoscale add-borders=false ! videoconvert ! \(caps(box)) "
                    + "! identity name=out silent=true ! fakesink sync=false async=false enable-last-sample=false",
                throttle: KeyFrameThrottle(milliseconds: 80), clock: clock,
                over: { _ in notice(.mediaGonePictures) })
            try player.handOver(to: take)
            return player
        }
    }

    /// The element that plays on a loudspeaker; the default one may be reachable even without a sound server.
    static func element(for loudspeaker: DeviceSelection) -> String {
        loudspeaker == .systemDefault ? "autoaudiosink" : "pulsesink"
    }

    private static func caps(_ box: PictureBox) -> String {
        "video/x-raw,format=RGB,width=[1,\(max(box.width, 2))],height=[1,\(max(box.height, 2))],pixel-aspect-ratio=1/1"
    }

    /// X11 windows take their title from the stream.
    private static var titled: String { Library.has("taginject") ? "taginject name=title ! " : "" }

    /// Returns the title of a window; for a camera the name of the person alone: their screen has a window of its own.
    private static func title(_ configuration: SubscriberConfiguration) -> String? {
        // Names are chosen by strangers; in this notation those two characters have a meaning.
        let name = configuration.sender.filter { !"\"\\".contains($0) && !$0.isNewline }
        guard !name.isEmpty else { return nil }
        return "title=\"\(configuration.track == .screen ? "\(name)’s screen" : name)\""
    }

    private static func windowIsGone(_ error: MediaError) -> Text {
        if case .pipeline(_, let message) = error, message.contains("closed") {
            return .mediaGoneWindowClosed
        }
        return .mediaGoneWindow
    }

    private init(
        _ description: String, throttle: KeyFrameThrottle?, clock: any Clock<Duration>,
        over: @escaping @Sendable (MediaError) -> Void
    ) throws(MediaError) {
        state = Mutex(State(throttle: throttle))
        self.over = over
        ended = FirstResult(on: clock)
        (failures, failure) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        pipeline = try Pipeline(description) { [failure] report in
            if case .failed(let error) = report { failure.yield(error) }
        }
        source = try pipeline.child("in")
    }

    /// Neither library notifies its element when the display is gone.
    private func follow(_ display: Display) {
        switch display {
        case .x11: state.withLock { $0.lostDisplays = ecall_lost_displays() }
        case .wayland(let socket):
            let watch = CompositorWatch(socket: socket) { [failure] in failure.yield(Self.displayIsGone) }
            state.withLock { $0.compositor = watch }
        }
    }

    private static let displayIsGone = MediaError.pipeline(element: "window", message: "the display is gone")

    /// Ends the player after a failure, and reports it.
    private func endWhenItFails() {
        let watching = Task { [weak self, failures] in
            for await error in failures {
                guard let self else { return }
                over(error)
                end()
                return
            }
        }
        state.withLock { $0.watching = watching }
    }

    private func handOver(to take: @escaping @Sendable (Picture) -> Void) throws(MediaError) {
        guard let pad = try pipeline.child("out").staticPad("src") else {
            throw .pipeline(element: "out", message: "no pad")
        }
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
            if let buffer = info.buffer, let picture = Picture(buffer, of: pad) { take(picture) }
            return .pass
        }
    }

    /// Takes decoded media, on the thread of the connection; never waits.
    func take(_ buffer: UnsafeMutablePointer<GstBuffer>, of pad: UnsafeMutablePointer<GstPad>) {
        let (isWanted, isLost) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            // Xlib notifies no one else.
            if let before = state.lostDisplays, before != ecall_lost_displays() {
                state.isOver = true
                return (false, true)
            }
            return (state.throttle?.allow(at: monotonicNanoseconds()) ?? true, false)
        }
        if isLost { failure.yield(Self.displayIsGone) }
        guard isWanted, let copy = ecall_buffer_copy(buffer) else { return }
        // Without time stamps, so that the source stamps them with the time of its own pipeline.
        ecall_buffer_set_times(copy, GstClockTime.max, GstClockTime.max)
        ecall_push_with_format(source.cast(to: GstAppSrc.self), copy, pad)
    }

    /// - Parameter percent: of how it was sent, 0 to 200; without effect on pictures.
    func setVolume(_ percent: Int) {
        pipeline.element.child("volume")?.set("volume", "\(Double(min(max(percent, 0), 200)) / 100)")
    }

    func stop() async {
        failure.finish()
        await state.withLock { $0.watching }?.value
        end()
        _ = await ended.value(within: .seconds(2))
    }

    /// Tears the pipeline down, once. Neither cancelled nor awaited without a limit: the display may disappear at this moment,
    /// and then the pipeline hangs.
    private func end() {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.isOver = true
            state.compositor?.stop()
            let isLost = state.lostDisplays.map { $0 != ecall_lost_displays() } ?? false
            state.ending = Task { [pipeline, ended] in
                if isLost && ecall_lost_displays_hang() != 0 { pipeline.abandon() } else { await pipeline.stop() }
                ended.finish()
            }
        }
    }
}

extension Picture {
    /// Copies a buffer of RGB; nil while its format is not known.
    fileprivate init?(_ buffer: UnsafeMutablePointer<GstBuffer>, of pad: UnsafeMutablePointer<GstPad>) {
        var layout = ECallPictureLayout()
        guard ecall_picture_layout(pad, buffer, &layout) != 0 else { return nil }
        let (width, height) = (Int(layout.width), Int(layout.height))
        let (start, stride) = (Int(layout.offset.0), Int(layout.stride.0))
        guard width > 0, height > 0, stride >= 3 * width else { return nil }
        let pixels: [UInt8]?? = buffer.withBytes { bytes in
            guard start + (height - 1) * stride + 3 * width <= bytes.count else { return nil }
            var pixels: [UInt8] = []
            pixels.reserveCapacity(3 * width * height)
            for row in 0..<height { pixels += bytes[(start + row * stride)..<(start + row * stride + 3 * width)] }
            return pixels
        }
        guard case .some(.some(let pixels)) = pixels else { return nil }
        self.init(width: width, height: height, pixels: pixels)
    }
}
