import ArgumentParser
import ECallCalls
import ECallMedia
import Foundation

/// The media that are sent in a call, and the use of received ones.
struct MediaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Send this media file instead of camera and microphone.", valueName: "file"))
    var input: String?

    @OptionGroup var devices: DeviceOptions

    @Option(
        help: ArgumentHelp(
            "Send a test picture and tone with this number, 0 to 65535.", valueName: "number", visibility: .hidden))
    var testSource: UInt16?

    @Option(
        help: "The video codec, h264 or vp8. Default: one that every device in the call supports."
    )
    var codec: String?

    @Option(
        help: ArgumentHelp(
            "The audio packet time: 20 (default), 40 or 60. Longer packets suit a slow connection or processor, and add delay.",
            valueName: "milliseconds"))
    var packetTime: Int?

    @Flag(help: "Send and receive all media through the TURN server.")
    var relayOnly = false

    @Option(
        help: ArgumentHelp(
            "Record the call, decrypted, into this directory. The others are told.", valueName: "directory"))
    var record: String?

    @Flag(help: "Show video in a window, or in the terminal if there is no display.")
    var render = false

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help:
            "Play the others' audio. (default: on; off with --input, unless --render or --loudspeaker is given)"
    )
    var sound: Bool?

    @Flag(
        help:
            "Play no ringtone, ringback tone or terminal bell.")
    var silent = false

    @Flag(help: ArgumentHelp("Recognise and count received test pictures and tones.", visibility: .hidden))
    var checkContent = false

    @Option(
        help: ArgumentHelp(
            "The number of people to show at once, 1 to 25. Each takes a connection.", valueName: "number"))
    var slots = 4

    @Flag(help: "Report how long each step of call setup took.")
    var timing = false

    @Option(
        help: ArgumentHelp(
            "Hang up this long after the first video frame, or the first audio in an audio call.",
            valueName: "seconds"))
    var stayOnLine: Double?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("Exit after this long in any case.", valueName: "seconds"))
    var limit: Double?

    func validate() throws {
        guard input == nil || testSource == nil else {
            throw ValidationError("Specify --input or --test-source, not both.")
        }
        guard input == nil && testSource == nil || devices.camera == nil && devices.microphone == nil else {
            throw ValidationError(
                "--input and --test-source replace --camera and --microphone. Specify one or the other.")
        }
        guard devices.loudspeaker == nil || playsSound else {
            throw ValidationError("Specify --loudspeaker or --no-sound, not both.")
        }
        guard codec == nil || codec == "h264" || codec == "vp8" else {
            throw ValidationError("--codec takes h264 or vp8.")
        }
        guard packetTime.map({ AudioPacketTime(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--packet-time takes 20, 40 or 60.")
        }
        guard CallOptions.slotCounts.contains(slots) else { throw ValidationError("--slots takes 1 to 25.") }
        for (name, seconds) in [("--stay-on-line", stayOnLine), ("--for", limit)] {
            guard let seconds else { continue }
            guard seconds.isFinite, (0...86_400).contains(seconds) else {
                throw ValidationError("\(name) takes seconds from 0 to 86400.")
            }
        }
    }

    /// Whether received audio is played. A program that sends a file or the test tone has no listener, unless an option says so.
    var playsSound: Bool {
        sound ?? (render || devices.loudspeaker != nil || (input == nil && testSource == nil))
    }

    /// The rendering of the call; nil if it is neither shown nor played.
    ///
    /// - Parameters: see `choice`.
    private func rendering(_ environment: [String: String], _ box: PictureBox?) -> Rendering? {
        guard render || playsSound else { return nil }
        guard render else { return .soundOnly }
        return Rendering(displays: Rendering.displays(environment), box: box, playsSound: playsSound)
    }

    /// The choice for the agent; a missing file is reported now, not in the middle of a call.
    ///
    /// - Parameters:
    ///   - environment: names the displays.
    ///   - box: the picture size that the terminal wants; nil if it draws none.
    func choice(
        video: Bool, environment: [String: String] = [:], box: PictureBox? = nil
    ) throws(CommandFailure) -> MediaChoice {
        if let input, let problem = InputFile.problem(at: Settings.absolute(input)) {
            throw CommandFailure(.failure, problem)
        }
        return MediaChoice(
            video: video, input: input.map(Settings.absolute), devices: devices.names.isEmpty ? nil : devices.names,
            testSource: testSource, videoCodec: codec,
            packetTime: packetTime.flatMap(AudioPacketTime.init), relayOnly: relayOnly,
            recordDirectory: record.map(Settings.absolute),
            rendering: rendering(environment, box), checkContent: checkContent, slots: slots,
            rings: playsSound && !silent)
    }

    func ending(video: Bool) -> ScriptedEnd {
        ScriptedEnd(
            stayOnLine: stayOnLine.map { .seconds($0) }, limit: limit.map { .seconds($0) }, waitsForPicture: video)
    }
}
