import CGStreamer
import ECallLanguage
import ECallMedia
import FrameCrypto

/// The streams of a media file.
struct FileContents: Sendable, Equatable {
    var audio = false
    var video = false

    /// Opens the file as far as its streams are known. Throws `inputUnavailable` with the problem.
    static func examine(_ path: String, _ clock: any Clock<Duration>) async throws(MediaError) -> FileContents {
        try Library.require(["filesrc", "decodebin", "appsink"])
        let results = FirstResult<Result<FileContents, MediaError>>(on: clock)
        let found = LockedValue(FileContents())
        let pipeline = try Pipeline("filesrc name=file ! decodebin name=decode") { report in
            guard case .failed(let error) = report else { return }
            results.send(.failure(error))
        }
        try pipeline.child("file").setText("location", path)
        let decoder = try pipeline.child("decode")
        decoder.onPadAdded { pad in
            let kind = pad.mediaType ?? ""
            found.withLock { contents in
                if kind.hasPrefix("audio/") { contents.audio = true }
                if kind.hasPrefix("video/") { contents.video = true }
            }
        }
        decoder.onNoMorePads { results.send(.success(found.withLock { $0 })) }
        var result: Result<FileContents, MediaError>?
        if (try? await pipeline.start(GST_STATE_PAUSED)) != nil {
            result = await results.value(within: .seconds(10))
        }
        await pipeline.stop()
        guard case .success(let contents) = result, contents.audio || contents.video else {
            throw .inputUnavailable(.mediaFileUnplayable(path: path))
        }
        return contents
    }
}
