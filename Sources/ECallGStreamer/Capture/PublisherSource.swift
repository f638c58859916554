import CGStreamer
import ECallMedia
import Synchronization

/// Where a publisher's audio and video come from.
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
    private let captures: [CapturePipeline]
    /// Waits for the end of the captured audio, until `stop`.
    private let silencing = Mutex<Task<Void, Never>?>(nil)

    init(audio: Origin, video: Origin, captures: [CapturePipeline]) {
        self.audio = audio
        self.video = video
        self.captures = captures
    }

    /// Finds out what there is. Devices are tried in a pipeline of their own before they are used.
    static func resolve(
        _ source: MediaSource, picture: PictureFormat?, _ environment: EngineEnvironment
    ) async throws(MediaError) -> PublisherSource {
        switch source {
        case .test(let sender):
            guard let testContent = environment.testContent else { throw .unusable(noTestContent) }
            let test = Origin.test(TestPicture(sender: sender, content: testContent))
            return PublisherSource(audio: test, video: test, captures: [])
        case .automatic:
            return try devices(
                picture, camera: picture == nil ? false : await DeviceProbe.camera(environment.clock),
                microphone: await DeviceProbe.microphone(environment.clock))
        case .devices(let camera, let microphone):
            return try devices(picture, camera: camera, microphone: microphone)
        case .file(let path):
            return try await file(path, picture, environment.clock)
        }
    }

    private static func devices(
        _ picture: PictureFormat?, camera: Bool, microphone: Bool
    ) throws(MediaError) -> PublisherSource {
        var captures: [CapturePipeline] = []
        var video = Origin.nothing
        if let picture, camera {
            captures.append(try CapturePipeline.camera(picture))
            video = .captured
        }
        if microphone { captures.append(try CapturePipeline.microphone()) }
        return PublisherSource(audio: microphone ? .captured : .nothing, video: video, captures: captures)
    }

    private static func file(
        _ path: String, _ picture: PictureFormat?, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> PublisherSource {
        let contents = try await FileContents.examine(path, clock)
        if picture != nil, !contents.video {
            throw .inputUnavailable("the file has no pictures: choose another, or make an audio call")
        }
        if picture == nil, !contents.audio {
            throw .inputUnavailable("the file has no sound: choose another, or make a video call")
        }
        let capture = try CapturePipeline.file(path, audio: contents.audio, picture: picture)
        return PublisherSource(audio: contents.audio ? .captured : .nothing, video: .captured, captures: [capture])
    }

    static let noTestContent = "This program has no test picture and tone."

    /// What marks the test pictures; nil for real video.
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

    /// Reports in a sentence when a device or file ends by itself. Audio goes on as silence: who sends, sends without pause.
    func watch(_ pipeline: Pipeline, notice: @escaping @Sendable (String) -> Void) throws(MediaError) {
        for capture in captures {
            let lostAudio = capture.hasAudio ? try beSilent(in: pipeline.child("audiosource")) : nil
            let sentence = Self.sentence(audio: capture.hasAudio, video: capture.hasVideo)
            capture.onLoss {
                notice(sentence)
                lostAudio?.yield()
            }
        }
    }

    private static func sentence(audio: Bool, video: Bool) -> String {
        switch (audio, video) {
        case (true, true): "What you send has ended: the others do not see or hear you any more. The call goes on."
        case (true, false): "The microphone is gone: the others do not hear you any more. The call goes on."
        default: "The camera is gone: the others do not see you any more. The call goes on."
        }
    }

    /// - Returns: takes the news that audio has ended; silence goes into `source` from then on, until `stop`.
    private func beSilent(in source: Element) throws(MediaError) -> AsyncStream<Void>.Continuation {
        let silence = try CapturePipeline.silence()
        silence.forwardAudio(to: source)
        let (losses, loss) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            for await _ in losses { try? await silence.start() }
            await silence.stop()
        }
        silencing.withLock { $0 = task }
        return loss
    }

    /// Lets captured frames flow into the pipeline of the connection.
    func connect(to pipeline: Pipeline, video: Bool) throws(MediaError) {
        for capture in captures {
            if capture.hasAudio { capture.forwardAudio(to: try pipeline.child("audiosource")) }
            if capture.hasVideo, video { capture.forwardVideo(to: try pipeline.child("videosource")) }
        }
    }

    func start() async throws(MediaError) {
        for capture in captures { try await capture.start() }
    }

    func stop() async {
        let silencing = silencing.withLock { $0 }
        silencing?.cancel()
        for capture in captures { await capture.stop() }
        await silencing?.value
    }
}
