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
            prepared.notices.append("No loudspeaker was found: you do not hear the others.")
        }
    }

    private static func missing(_ found: CaptureDevices, video: Bool) -> [String] {
        switch (video && found.camera == nil, found.microphone != nil) {
        case (false, true): []
        case (true, true): ["No camera was found: the others hear you and do not see you."]
        case (false, false):
            [
                video
                    ? "No microphone was found: the others see you and do not hear you."
                    : "No microphone was found: the others do not hear you."
            ]
        case (true, false): ["Neither camera nor microphone was found: you only see and hear the others."]
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
            throw .unusable("The file cannot be sent: it cannot be read, or holds nothing that can be played: \(path)")
        }
        if !video, !contents.audio {
            throw .unusable("The file cannot be sent: it has no sound. Choose another, or call with --video: \(path)")
        }
        var notices: [String] = []
        if video, !contents.video { notices.append("The file has no pictures: only its sound is sent.") }
        if !contents.audio { notices.append("The file has no sound: only its pictures are sent.") }
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
                throw .unusable("The recordings' directory cannot be made. Choose another: \(directory)")
            }
        } else if !isDirectory.boolValue {
            throw .unusable("Recordings need a directory, and this is none: \(directory)")
        }
        if let free = freeSpace(directory), free < Self.leastSpace {
            throw .unusable(
                "There is too little space for recordings: \(free / 1_048_576) MB, and \(leastSpace / 1_048_576) MB are the "
                    + "least. Make room or choose another directory: \(directory)")
        }
        // Really: permissions do not show a file system that is read-only.
        let probe = directory + "/.ecall-\(UInt64.random(in: .min ... .max))"
        guard FileManager.default.createFile(atPath: probe, contents: Data([0])) else {
            throw .unusable("Recordings cannot be written into this directory. Choose another: \(directory)")
        }
        try? FileManager.default.removeItem(atPath: probe)
    }

    private static func freeSpace(_ directory: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }

    private static func pictures(_ rendering: Rendering) async -> (MediaOutput.Pictures, notices: [String]) {
        if let window = await WindowSink.find(rendering.displays) {
            return (.window(window.display, element: window.element), [])
        }
        if let box = rendering.box {
            let notice = "No window can be opened: pictures are drawn in the terminal."
            return (.handedOver(box), rendering.displays.isEmpty ? [] : [notice])
        }
        let notice =
            rendering.displays.isEmpty
            ? "Pictures are not shown: there is neither a display (DISPLAY, WAYLAND_DISPLAY) nor a terminal to draw in."
            : "Pictures are not shown: no window can be opened on the display, and there is no terminal."
        return (.discarded, [notice])
    }
}
