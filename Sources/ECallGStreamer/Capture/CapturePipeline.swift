import CGStreamer
import ECallLanguage
import ECallMedia
import Synchronization

/// A pipeline that captures from a device or plays a file in real time, and hands raw frames to another pipeline.
final class CapturePipeline: Sendable {
    static let audioCaps = "audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved"

    let hasAudio: Bool
    let hasVideo: Bool
    private let pipeline: Pipeline
    private let lost: Lost
    private let moved = Lost()
    /// The played sound, for the canceller of a microphone.
    private let played: CapturePipeline?
    /// Measures a microphone or camera; nil for sources that are not devices.
    private let meter: CaptureMeter?
    private let mute: SourceMute?
    /// While it is set, captured media go nowhere, and it is called for each piece.
    private let held = Mutex<(@Sendable () -> Void)?>(nil)

    static func camera(_ device: DeviceSelection, _ picture: PictureFormat) throws(MediaError) -> CapturePipeline {
        try CapturePipeline(
            "v4l2src name=device ! decodebin ! \(videoEnd(picture, sync: false))", audio: false, video: true,
            device: device, meter: CaptureMeter(framesPerSecond: picture.framesPerSecond))
    }

    /// A screen or window of X11, with the pointer over it.
    static func screen(
        _ display: String, window: UInt64?, _ picture: PictureFormat
    ) throws(MediaError) -> CapturePipeline {
        let screen = try CapturePipeline(
            "ximagesrc name=device show-pointer=true use-damage=false "
                + "! video/x-raw,framerate=\(picture.framesPerSecond)/1 ! \(videoEnd(picture, sync: false))",
            audio: false, video: true)
        let source = try screen.pipeline.child("device")
        source.setText("display-name", display)
        if let window { source.set("xid", "\(window)") }
        return screen
    }

    /// - Parameter echo: the loudspeaker whose sound is removed; nil removes nothing.
    static func microphone(
        _ device: DeviceSelection, echo: DeviceSelection? = nil
    ) throws(MediaError) -> CapturePipeline {
        guard let echo else {
            let microphone = try CapturePipeline(
                "pulsesrc name=device ! \(metered) ! \(audioEnd(sync: false))", audio: true, video: false,
                device: device, meter: CaptureMeter(), mute: SourceMute())
            microphone.noticeMoves(from: device)
            return microphone
        }
        let canceller = EchoCanceller()
        let microphone = try CapturePipeline(
            "pulsesrc name=device ! \(metered) ! \(canceller.filter) ! \(audioEnd(sync: false))  \(canceller.reference)",
            audio: true, video: false, device: device, played: played(on: echo), meter: CaptureMeter(),
            mute: SourceMute())
        microphone.noticeMoves(from: device)
        return microphone
    }

    /// Captures what a loudspeaker plays, of all programs: each has a monitor source at the sound server.
    static func played(on loudspeaker: DeviceSelection) throws(MediaError) -> CapturePipeline {
        let monitor =
            switch loudspeaker {
            case .systemDefault: defaultMonitor
            case .id(let id): id + monitorSuffix
            }
        let played = try CapturePipeline(
            "pulsesrc name=device ! \(audioEnd(sync: false))", audio: true, video: false, device: .id(monitor))
        played.stayWithWhatIsPlayed()
        return played
    }

    /// Silence, in pieces as from a microphone.
    static func silence() throws(MediaError) -> CapturePipeline {
        try CapturePipeline(
            "audiotestsrc is-live=true wave=silence samplesperbuffer=960 ! \(audioEnd(sync: false))", audio: true,
            video: false)
    }

    static func file(_ path: String, audio: Bool, picture: PictureFormat?) throws(MediaError) -> CapturePipeline {
        var description = "filesrc name=file ! decodebin name=decode"
        if audio { description += "  decode. ! queue ! \(audioEnd(sync: true))" }
        if let picture { description += "  decode. ! queue ! \(videoEnd(picture, sync: true))" }
        return try CapturePipeline(description, audio: audio, video: picture != nil, path: path)
    }

    /// Before the echo is removed, which may leave digital silence.
    private static let metered = "audioconvert ! audioresample ! \(audioCaps) ! identity name=sounds silent=true"

    static func audioEnd(sync: Bool) -> String {
        """
        audioconvert ! audioresample ! \(CapturePipeline.audioCaps) \
        ! appsink name=audio emit-signals=true sync=\(sync) async=false max-buffers=20 drop=true
        """
    }

    private static func videoEnd(_ picture: PictureFormat, sync: Bool) -> String {
        """
        videoconvert ! videoscale ! videorate ! \(picture.caps) ! identity name=pictures silent=true \
        ! appsink name=video emit-signals=true sync=\(sync) async=false max-buffers=2 drop=true
        """
    }

    /// - Parameters:
    ///   - path: the file to play in a loop; nil for a device. Set as a property, so that no character in it has a meaning.
    /// - device: the device that the element `device` opens.
    ///   - played: goes into the source `played`.
    ///   - meter: measures what passes the elements `sounds` and `pictures`.
    ///   - mute: follows the `pulsesrc` that `device` is.
    init(
        _ description: String, audio: Bool, video: Bool, path: String? = nil, device: DeviceSelection = .systemDefault,
        played: CapturePipeline? = nil, meter: CaptureMeter? = nil, mute: SourceMute? = nil
    ) throws(MediaError) {
        let playing = WeakPipeline()
        let lost = Lost()
        pipeline = try Pipeline(description) { report in
            guard case .endOfStream = report, path != nil else { return lost.report() }
            playing.pipeline?.rewind()
        }
        self.lost = lost
        playing.pipeline = pipeline
        hasAudio = audio
        hasVideo = video
        self.played = played
        self.meter = meter
        self.mute = mute
        try pipeline.open(device)
        if let meter { meter.measure(pipeline.element) }
        played?.forwardAudio(to: try pipeline.child("played"))
        if let path { try pipeline.child("file").setText("location", path) }
    }

    /// Calls the closure once when captured media end: a device was unplugged, or a file is damaged.
    func onLoss(_ body: @escaping @Sendable () -> Void) { lost.notify(body) }

    /// Whether nothing arrives any more.
    var isLost: Bool { lost.isLost }

    /// Discards captured media until `release`.
    ///
    /// - Parameter piece: called for each piece of it, on a streaming thread.
    func hold(_ piece: @escaping @Sendable () -> Void = {}) { held.withLock { $0 = piece } }

    func release() { held.withLock { $0 = nil } }

    /// Calls the closure with the name of the device that is captured from, now and whenever that changes, on a streaming thread.
    func onDevice(_ body: @escaping @Sendable (CapturePipeline, String) -> Void) {
        pipeline.element.child("device")?.onChange(of: "current-device") { [weak self] in
            guard let self, let name = pipeline.element.child("device")?.text("current-device"), !name.isEmpty else {
                return
            }
            body(self, name)
        }
    }

    /// Switches a running capture of sound to another device.
    func move(to device: String) { pipeline.element.child("device")?.setText("device", device) }

    func isMoved() { moved.report() }

    func isGone() { lost.report() }

    /// Calls the closure once when the sound server has put another microphone in the place of one that was pulled out.
    func onMove(_ body: @escaping @Sendable () -> Void) { moved.notify(body) }

    /// A loss, reported once, whether it happens before or after the observer is set.
    private final class Lost: Sendable {
        private let state = Mutex((isLost: false, body: (@Sendable () -> Void)?.none))

        var isLost: Bool { state.withLock { $0.isLost } }

        func notify(_ body: @escaping @Sendable () -> Void) {
            let isLost = state.withLock { state in
                state.body = body
                return state.isLost
            }
            if isLost { body() }
        }

        func report() {
            let body = state.withLock { state -> (@Sendable () -> Void)? in
                defer { state.isLost = true }
                return state.isLost ? nil : state.body
            }
            body?()
        }
    }

    /// Lets the pipeline's own callback reach it without owning it.
    private final class WeakPipeline: Sendable {
        private struct Reference: Sendable {
            weak var pipeline: Pipeline?
        }
        private let reference = Mutex(Reference())

        var pipeline: Pipeline? {
            get { reference.withLock { $0.pipeline } }
            set { reference.withLock { $0.pipeline = newValue } }
        }
    }

    func forwardAudio(to source: Element) { forward("audio", to: source) }

    func forwardVideo(to source: Element) { forward("video", to: source) }

    private func forward(_ name: String, to source: Element) {
        pipeline.element.child(name)?.onBuffer { [weak self] buffer in
            if let piece = self?.held.withLock({ $0 }) { return piece() }
            guard let copy = ecall_buffer_copy(buffer) else { return }
            // Without time stamps, so that the source stamps them with the time of its own pipeline.
            ecall_buffer_set_times(copy, GstClockTime.max, GstClockTime.max)
            gst_app_src_push_buffer(source.cast(to: GstAppSrc.self), copy)
        }
    }

    func start() async throws(MediaError) {
        do throws(MediaError) {
            try await pipeline.start()
        } catch {
            throw .inputUnavailable(.mediaNotOpened)
        }
        // The microphone is used all the same if the played sound is unknown.
        try? await played?.start()
    }

    /// Abandons it: one of its threads hangs.
    func abandon() { pipeline.abandon() }

    func stop() async {
        await played?.stop()
        await pipeline.stop()
        await mute?.close()
    }

    /// The capture reading since the last one; the person's own choices are left to the caller.
    var reading: CaptureReading {
        guard let meter, !isLost else { return CaptureReading(microphone: nil, camera: nil) }
        let device = pipeline.element.child("device")
        return CaptureReading(
            microphone: hasAudio
                ? CaptureReading.Microphone(
                    isOn: true, isMuted: device.flatMap { mute?.follows($0) } ?? false, peak: meter.takePeak() ?? 0)
                : nil,
            camera: hasVideo
                ? CaptureReading.Camera(isOn: true, picture: meter.picture.number, luma: meter.picture.luma) : nil)
    }
}

extension Pipeline {
    /// Plays from the start again. On a thread of GStreamer's: a seek must not come from the one that reported the end.
    fileprivate func rewind() {
        gst_element_call_async(
            element.pointer,
            { element, _ in
                guard let element else { return }
                // Playback is due from now on: with its original timestamps, all of it would be late, and arrive at once.
                let now = gst_element_get_current_running_time(element)
                // It stops meanwhile.
                guard now != GstClockTime.max else { return }
                for name in ["audio", "video"] {
                    Element(retaining: element).child(name)?.staticPad("sink")?.delay(by: now)
                }
                let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_KEY_UNIT.rawValue)
                gst_element_seek_simple(element, GST_FORMAT_TIME, flags, 0)
            }, nil, nil)
    }
}

extension Pad {
    /// Delays buffers: each is due this much later than its running time.
    fileprivate func delay(by duration: GstClockTime) {
        gst_pad_set_offset(pointer, gint64(clamping: duration))
    }
}
