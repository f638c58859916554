import CGStreamer
import ECallMedia

/// Where a publisher's sound and pictures come from.
///
/// Devices and files run in pipelines of their own and hand their frames over: an error in the pipeline of a connection
/// ends the connection.
final class PublisherSource: Sendable {
    private enum Origin: Sendable, Equatable {
        case test(sender: UInt16)
        case silence
        case captured
    }

    private let audio: Origin
    private let video: Origin
    private let captures: [CapturePipeline]

    private init(audio: Origin, video: Origin, captures: [CapturePipeline]) {
        self.audio = audio
        self.video = video
        self.captures = captures
    }

    /// Finds out what there is. Devices are tried in a pipeline of their own before they are used.
    static func resolve(_ source: MediaSource, picture: PictureFormat?) async throws(MediaError) -> PublisherSource {
        switch source {
        case .test(let sender):
            return PublisherSource(audio: .test(sender: sender), video: .test(sender: sender), captures: [])
        case .automatic:
            return try await devices(picture)
        case .file(let path):
            return try await file(path, picture)
        }
    }

    private static func devices(_ picture: PictureFormat?) async throws(MediaError) -> PublisherSource {
        var captures: [CapturePipeline] = []
        var video = Origin.test(sender: 0)
        if let picture, await Trial.succeeds("v4l2src num-buffers=1 ! fakesink", of: "v4l2src") {
            captures.append(try CapturePipeline.camera(picture))
            video = .captured
        }
        var audio = Origin.test(sender: 0)
        if await Trial.succeeds("pulsesrc num-buffers=1 ! fakesink", of: "pulsesrc") {
            captures.append(try CapturePipeline.microphone())
            audio = .captured
        }
        return PublisherSource(audio: audio, video: video, captures: captures)
    }

    private static func file(_ path: String, _ picture: PictureFormat?) async throws(MediaError) -> PublisherSource {
        let contents = try await FileContents.examine(path)
        if picture != nil, !contents.video {
            throw .inputUnavailable("the file has no pictures: choose another, or make an audio call")
        }
        if picture == nil, !contents.audio {
            throw .inputUnavailable("the file has no sound: choose another, or make a video call")
        }
        let capture = try CapturePipeline.file(path, audio: contents.audio, picture: picture)
        return PublisherSource(audio: contents.audio ? .captured : .silence, video: .captured, captures: [capture])
    }

    /// The sender whose code is to be drawn into the pictures; nil when they are real ones.
    var testPictureSender: UInt16? {
        if case .test(let sender) = video { return sender }
        return nil
    }

    /// - Parameter packetTime: that of the packets; a test tone comes in pieces of it.
    func audioDescription(_ packetTime: AudioPacketTime) -> String {
        let samples = 48 * packetTime.rawValue
        return switch audio {
        case .test(let sender):
            "audiotestsrc is-live=true samplesperbuffer=\(samples) wave=sine volume=0.4 "
                + "freq=\(ContentCode.frequency(sender))"
        case .silence:
            "audiotestsrc is-live=true samplesperbuffer=\(samples) wave=silence"
        case .captured:
            "appsrc name=audiosource is-live=true format=time do-timestamp=true max-buffers=20 leaky-type=downstream "
                + "caps=\(PublisherPipeline.audioCaps)"
        }
    }

    func videoDescription(_ picture: PictureFormat) -> String {
        video == .captured
            ? "appsrc name=videosource is-live=true format=time do-timestamp=true max-buffers=2 leaky-type=downstream "
                + "caps=\(picture.caps)"
            : "videotestsrc is-live=true pattern=ball ! \(picture.caps)"
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
        for capture in captures { await capture.stop() }
    }
}
