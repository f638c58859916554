import CGStreamer
import ECallLanguage
import ECallMedia
import Synchronization

/// The source of a publisher's audio and video.
///
/// Devices and files run in pipelines of their own and hand their frames over: an error in the pipeline of a connection
/// ends the connection.
final class PublisherSource: Sendable {
    enum Origin: Sendable {
        case test(TestPicture)
        /// Silence, or black video.
        case nothing
        case captured
    }

    private let audio: Origin
    private let video: Origin
    private let state: Mutex<State>

    private struct State {
        var captures: [CapturePipeline]
        /// The devices captured from; nil if none of the sources is a device.
        var devices: CaptureDevices?
        var target: Target?
        /// Waits for the end of the captured audio, until `stop`.
        var silencing: Task<Void, Never>?
        var isOver = false
    }

    /// The elements that captured frames go to.
    private struct Target: Sendable {
        let audio: Element?
        let video: Element?
        let notice: @Sendable (Text) -> Void
    }

    /// - Parameter devices: those that the captures are of.
    init(audio: Origin, video: Origin, captures: [CapturePipeline], devices: CaptureDevices? = nil) {
        self.audio = audio
        self.video = video
        state = Mutex(State(captures: captures, devices: devices))
    }

    /// Finds out the sources. Devices are tried in a pipeline of their own before they are used.
    static func resolve(
        _ source: MediaSource, picture: PictureFormat?, _ environment: EngineEnvironment
    ) async throws(MediaError) -> PublisherSource {
        switch source {
        case .test(let sender):
            guard let testContent = environment.testContent else { throw .unusable(noTestContent) }
            let test = Origin.test(TestPicture(sender: sender, content: testContent))
            return PublisherSource(audio: test, video: test, captures: [])
        case .automatic:
            var kinds: Set<MediaDevice.Kind> = [.microphone]
            if picture != nil { kinds.insert(.camera) }
            let found = try await DeviceFinding.find(kinds, DeviceWishes(), environment.clock)
            return try devices(picture, found.capture)
        case .devices(let devices):
            return try self.devices(picture, devices)
        case .file(let path):
            return try await file(path, picture, environment.clock)
        }
    }

    private static func devices(
        _ picture: PictureFormat?, _ devices: CaptureDevices
    ) throws(MediaError) -> PublisherSource {
        var captures: [CapturePipeline] = []
        var video = Origin.nothing
        if let picture, let camera = devices.camera {
            captures.append(try CapturePipeline.camera(camera, picture))
            video = .captured
        }
        if let microphone = devices.microphone {
            captures.append(try CapturePipeline.microphone(microphone, echo: devices.echo))
        }
        return PublisherSource(
            audio: devices.microphone == nil ? .nothing : .captured, video: video, captures: captures, devices: devices)
    }

    private static func file(
        _ path: String, _ picture: PictureFormat?, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> PublisherSource {
        let contents = try await FileContents.examine(path, clock)
        if picture != nil, !contents.video {
            throw .inputUnavailable(.mediaFileNoPictures)
        }
        if picture == nil, !contents.audio {
            throw .inputUnavailable(.mediaFileNoSound)
        }
        let capture = try CapturePipeline.file(path, audio: contents.audio, picture: picture)
        return PublisherSource(audio: contents.audio ? .captured : .nothing, video: .captured, captures: [capture])
    }

    static let noTestContent = Text.mediaNoTestContent

    /// The mark on the test pictures; nil for real video.
    var testPicture: TestPicture? {
        if case .test(let picture) = video { return picture }
        return nil
    }

    /// - Parameter packetTime: that of the packets; a test tone comes in pieces of it.
    func audioDescription(_ packetTime: AudioPacketTime) -> String {
        let samples = 48 * packetTime.rawValue
        return switch audio {
        case .test(let test):
            "audiotestsrc is-live=true samplesperbuffer=\(samples) wave=sine volume=0.4 "
                + "freq=\(test.content.frequency(of: test.sender))"
        case .nothing:
            "audiotestsrc is-live=true samplesperbuffer=\(samples) wave=silence"
        case .captured:
            "appsrc name=audiosource is-live=true format=time do-timestamp=true max-buffers=20 leaky-type=downstream "
                + "caps=\(CapturePipeline.audioCaps)"
        }
    }

    func videoDescription(_ picture: PictureFormat) -> String {
        switch video {
        case .captured:
            "appsrc name=videosource is-live=true format=time do-timestamp=true max-buffers=2 leaky-type=downstream "
                + "caps=\(picture.caps)"
        case .nothing: "videotestsrc is-live=true pattern=black ! \(picture.caps)"
        case .test: "videotestsrc is-live=true pattern=ball ! \(picture.caps)"
        }
    }

    /// Lets captured frames flow into the pipeline of the connection.
    ///
    /// - Parameter notice: told when a device or file ends by itself. Audio goes on as silence: a sender sends
    ///   without pause.
    func connect(
        to pipeline: Pipeline, video: Bool, notice: @escaping @Sendable (Text) -> Void
    ) throws(MediaError) {
        let target = Target(
            audio: audio.isCaptured ? try pipeline.child("audiosource") : nil,
            video: video && self.video.isCaptured ? try pipeline.child("videosource") : nil, notice: notice)
        let captures = state.withLock { state in
            state.target = target
            return state.captures
        }
        for capture in captures {
            forward(capture, to: target)
            try watch(capture, for: target)
        }
    }

    private func forward(_ capture: CapturePipeline, to target: Target) {
        if capture.hasAudio, let source = target.audio { capture.forwardAudio(to: source) }
        if capture.hasVideo, let source = target.video { capture.forwardVideo(to: source) }
    }

    private func watch(_ capture: CapturePipeline, for target: Target) throws(MediaError) {
        let lostAudio =
            try capture.hasAudio ? target.audio.map { source throws(MediaError) in try beSilent(in: source) } : nil
        let lost = Self.lost(audio: capture.hasAudio, video: capture.hasVideo)
        capture.onLoss {
            target.notice(lost)
            lostAudio?.yield()
        }
        capture.onMove { target.notice(.mediaGoneMicrophoneMoved) }
    }

    private static func lost(audio: Bool, video: Bool) -> Text {
        switch (audio, video) {
        case (true, true): .mediaGoneInput
        case (true, false): .mediaGoneMicrophone
        default: .mediaGoneCamera
        }
    }

    /// - Returns: takes the news that audio has ended; silence goes into `source` from then on, until `stop` or until another
    ///   microphone takes its place.
    private func beSilent(in source: Element) throws(MediaError) -> AsyncStream<Void>.Continuation {
        let silence = try CapturePipeline.silence()
        silence.forwardAudio(to: source)
        let (losses, loss) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            for await _ in losses { try? await silence.start() }
            await silence.stop()
        }
        let former = state.withLock { state in
            defer { state.silencing = task }
            return state.silencing
        }
        former?.cancel()
        return loss
    }

    func start() async throws(MediaError) {
        for capture in state.withLock({ $0.captures }) { try await capture.start() }
    }

    /// Captures with these devices from now on. Throws if one cannot be opened, or has no place: then the former capture
    /// continues.
    func capture(
        with devices: CaptureDevices, picture: PictureFormat?, _ clock: any Clock<Duration>
    ) async throws(MediaError) {
        let (former, target, captures) = state.withLock { ($0.devices, $0.target, $0.captures) }
        guard let target, let former else { throw .inputUnavailable(.mediaNotFromDevice) }
        // Also the same one: the sound server may have put another in its place.
        if let microphone = devices.microphone {
            guard target.audio != nil else { throw .inputUnavailable(.mediaNoPlaceMicrophone) }
            try await replace(
                by: CapturePipeline.microphone(microphone, echo: devices.echo), in: target, where: \.hasAudio, clock)
            state.withLock { state in
                state.devices?.microphone = microphone
                state.devices?.echo = devices.echo
            }
        }
        let lacksPictures = captures.contains { $0.hasVideo && $0.isLost }
        if let camera = devices.camera, lacksPictures || camera != former.camera {
            guard let picture, target.video != nil else { throw .inputUnavailable(.mediaNoPlaceCamera) }
            try await replace(by: CapturePipeline.camera(camera, picture), in: target, where: \.hasVideo, clock)
            state.withLock { $0.devices?.camera = camera }
        }
    }

    private static let longestStart = Duration.seconds(4)

    /// The next one takes over once media arrive from it.
    private func replace(
        by next: CapturePipeline, in target: Target, where isFormer: (CapturePipeline) -> Bool,
        _ clock: any Clock<Duration>
    ) async throws(MediaError) {
        let begun = FirstResult<Bool>(on: clock)
        next.hold { begun.send(true) }
        next.onLoss { begun.send(false) }
        forward(next, to: target)
        do throws(MediaError) {
            try await next.start()
            guard await begun.value(within: Self.longestStart) ?? false else {
                throw .inputUnavailable(.mediaNotOpened)
            }
            try watch(next, for: target)
        } catch {
            await next.stop()
            throw error
        }
        let (former, isOver) = state.withLock { state in
            let former = state.captures.filter(isFormer)
            state.captures.removeAll(where: isFormer)
            state.captures.append(next)
            return (former, state.isOver)
        }
        for capture in former { capture.hold() }
        next.release()
        for capture in former { await capture.stop() }
        if isOver { await next.stop() }
    }

    /// Returns the output of the devices since the last reading; nil if none is used.
    func reading() -> CaptureReading? {
        let (devices, captures) = state.withLock { ($0.devices, $0.captures) }
        guard devices != nil else { return nil }
        return captures.reduce(into: CaptureReading(microphone: nil, camera: nil)) { reading, capture in
            let next = capture.reading
            reading.microphone = reading.microphone ?? next.microphone
            reading.camera = reading.camera ?? next.camera
        }
    }

    func stop() async {
        let (captures, silencing) = state.withLock { state in
            state.isOver = true
            return (state.captures, state.silencing)
        }
        silencing?.cancel()
        for capture in captures { await capture.stop() }
        await silencing?.value
    }
}

extension PublisherSource.Origin {
    fileprivate var isCaptured: Bool { if case .captured = self { true } else { false } }
}
