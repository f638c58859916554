import ECallLanguage
import ECallMedia
import Foundation

/// Finds out before a call which of the wishes can be fulfilled.
enum Preparation {
    /// Less is not worth beginning: some minutes of video.
    static let leastSpace = 20 * 1_024 * 1_024

    static func prepare(
        _ wishes: MediaWishes, _ environment: EngineEnvironment
    ) async throws(MediaError) -> PreparedMedia {
        try Library.start()
        if let directory = wishes.recordDirectory { try checkRecording(into: directory) }
        if case .test = wishes.source, environment.testContent == nil { throw .unusable(PublisherSource.noTestContent) }
        var prepared = try await source(wishes, environment.clock)
        if let rendering = wishes.rendering, rendering.showsPictures {
            let (pictures, notices) = await pictures(rendering)
            prepared.output.pictures = pictures
            prepared.notices += notices
        }
        try await find(for: &prepared, wishes, environment.clock)
        return prepared
    }

    private static func source(
        _ wishes: MediaWishes, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> PreparedMedia {
        switch wishes.source {
        case .test, .automatic: return PreparedMedia(source: wishes.source, hasPictures: wishes.video)
        case .devices(let devices):
            return PreparedMedia(
                source: wishes.source, hasSound: devices.microphone != nil,
                hasPictures: wishes.video && devices.camera != nil)
        case .file(let path): return try await file(path, video: wishes.video, clock)
        }
    }

    private static func find(
        for prepared: inout PreparedMedia, _ wishes: MediaWishes, _ clock: any Clock<Duration>
    ) async throws(MediaError) {
        let captures = wishes.source == .automatic
        let plays = wishes.rendering?.playsSound ?? false
        var kinds: Set<MediaDevice.Kind> = captures ? [.microphone] : []
        if captures, wishes.video { kinds.insert(.camera) }
        if plays { kinds.insert(.loudspeaker) }
        let found = try await DeviceFinding.find(kinds, wishes.devices, clock)
        prepared.notices += found.notices
        if captures {
            prepared.source = .devices(found.capture)
            prepared.hasSound = found.capture.microphone != nil
            prepared.hasPictures = found.capture.camera != nil
            prepared.notices += missing(found.capture, video: wishes.video)
        }
        guard plays else { return }
        prepared.output.loudspeaker = found.loudspeaker
        if found.loudspeaker == nil {
            prepared.notices.append(.mediaMissingLoudspeaker)
        }
    }

    private static func missing(_ found: CaptureDevices, video: Bool) -> [Text] {
        switch (video && found.camera == nil, found.microphone != nil) {
        case (false, true): []
        case (true, true): [.mediaMissingCamera]
        case (false, false): [.mediaMissingMicrophone]
        case (true, false): [.mediaMissingBoth]
        }
    }

    private static func file(
        _ path: String, video: Bool, _ clock: any Clock<Duration>
    ) async throws(MediaError) -> PreparedMedia {
        if let problem = InputFile.problem(at: path) { throw .unusable(problem) }
        let contents: FileContents
        do throws(MediaError) {
            contents = try await FileContents.examine(path, clock)
        } catch {
            throw .unusable(.mediaFileUnplayable(path: path))
        }
        if !video, !contents.audio { throw .unusable(.mediaFileNoSound) }
        var notices: [Text] = []
        if video, !contents.video { notices.append(.mediaFileSoundOnly) }
        if !contents.audio { notices.append(.mediaFilePicturesOnly) }
        return PreparedMedia(
            source: .file(path: path), hasSound: contents.audio, hasPictures: video && contents.video,
            notices: notices)
    }

    /// Creates the folder if it is missing.
    private static func checkRecording(into directory: String) throws(MediaError) {
        var isDirectory: ObjCBool = false
        if !FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) {
            let isMade: Void? = try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard isMade != nil else {
                throw .unusable(.mediaRecordingDirectory(directory: directory))
            }
        } else if !isDirectory.boolValue {
            throw .unusable(.mediaRecordingNotDirectory(directory: directory))
        }
        if let free = freeSpace(directory), free < Self.leastSpace {
            throw .unusable(
                .mediaRecordingSpace(free: free / 1_048_576, least: leastSpace / 1_048_576, directory: directory))
        }
        // Really: permissions do not show a file system that is read-only.
        let probe = directory + "/.ecall-\(UInt64.random(in: .min ... .max))"
        guard FileManager.default.createFile(atPath: probe, contents: Data([0])) else {
            throw .unusable(.mediaRecordingDirectory(directory: directory))
        }
        try? FileManager.default.removeItem(atPath: probe)
    }

    private static func freeSpace(_ directory: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    private static func pictures(_ rendering: Rendering) async -> (MediaOutput.Pictures, notices: [Text]) {
        if let window = await WindowSink.find(rendering.displays) {
            return (.window(window.display, element: window.element), [])
        }
        if let box = rendering.box {
            return (.handedOver(box), rendering.displays.isEmpty ? [] : [.mediaInTerminal])
        }
        let notice: Text =
            rendering.displays.isEmpty ? .mediaNoDisplay(variables: "DISPLAY, WAYLAND_DISPLAY") : .mediaNoWindow
        return (.discarded, [notice])
    }
}
