import ArgumentParser
import ECallCalls
import ECallMedia
import Foundation

/// What is sent in a call, and what is done with what arrives.
struct MediaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Send this media file instead of camera and microphone.", valueName: "file"))
    var input: String?

    @OptionGroup var devices: DeviceOptions

    @Option(
        help: ArgumentHelp("Send the test picture and tone of this sender number, 0 to 65535.", valueName: "number"))
    var testSource: UInt16?

    @Option(
        help: "Send pictures with h264 or vp8; without it with what every rung device can receive, or the caller sends."
    )
    var codec: String?

    @Option(
        help: ArgumentHelp(
            "Send this much sound in a packet, 20 (as usual), 40 or 60: more is for a slow line or processor, and comes later.",
            valueName: "milliseconds"))
    var packetTime: Int?

    @Flag(help: "Send and receive all media through the TURN server.")
    var relayOnly = false

    @Option(
        help: ArgumentHelp(
            "Record what arrives, decrypted, into this directory; the others are told.", valueName: "directory"))
    var record: String?

    @Flag(help: "Show pictures: in a window, or in the terminal where there is no display.")
    var render = false

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help:
            "Play what the others say. (default: on; off with --input and --test-source, unless --render or --loudspeaker is given)"
    )
    var sound: Bool?

    @Flag(
        help:
            "Make no noise while a call rings: neither the terminal's bell, nor a ringing sound, nor a ringback tone.")
    var silent = false

    @Flag(help: "Read test pictures and tones back from what arrives, and count them.")
    var checkContent = false

    @Option(help: ArgumentHelp("See so many people at once, 1 to 25; each takes a connection.", valueName: "number"))
    var slots = 4

    @Flag(help: "Say at the end how long each step of setting the call up took.")
    var timing = false

    @Option(
        help: ArgumentHelp(
            "Hang up this long after the first picture (first sound in a call without video) arrived.",
            valueName: "seconds"))
    var stayOnLine: Double?

    @Option(
        name: .customLong("for"), help: ArgumentHelp("End after this long, whatever happens.", valueName: "seconds"))
    var limit: Double?

    func validate() throws {
        guard input == nil || testSource == nil else {
            throw ValidationError("Give --input or --test-source, not both.")
        }
        guard input == nil && testSource == nil || devices.camera == nil && devices.microphone == nil else {
            throw ValidationError("--input and --test-source are sent instead of --camera and --microphone.")
        }
        guard devices.loudspeaker == nil || playsSound else {
            throw ValidationError("Give --loudspeaker or --no-sound, not both.")
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

    /// Whether what the others say is played. A program that sends a file or the test tone has nobody who listens, unless it is
    /// told so.
    var playsSound: Bool {
        sound ?? (render || devices.loudspeaker != nil || (input == nil && testSource == nil))
    }

    /// How the call is seen and heard; nil where it is neither.
    ///
    /// - Parameters: see `choice`.
    private func rendering(_ environment: [String: String], _ box: PictureBox?) -> Rendering? {
        guard render || playsSound else { return nil }
        guard render else { return .soundOnly }
        return Rendering(displays: Rendering.displays(environment), box: box, playsSound: playsSound)
    }

    /// The choice for the agent; a file that is not there is said now, not in the middle of a call.
    ///
    /// - Parameters:
    ///   - environment: names the displays.
    ///   - box: how large the terminal wants pictures; nil where it draws none.
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
