import ECallCalls
import ECallMedia
import FrameCrypto

/// A person's choices for taking part in a call, as sent to the agent. Paths are absolute.
struct MediaChoice: Codable, Sendable, Equatable {
    var video = false
    /// A media file to send instead of camera and microphone.
    var input: String?
    /// The devices that the command names; nil selects those that the profile stores.
    var devices: DeviceNames?
    /// The number of the test picture and tone to send.
    var testSource: UInt16?
    /// `h264` or `vp8`; nil takes what every rung device can receive.
    var videoCodec: String?
    /// Milliseconds; nil takes the usual.
    var packetTime: AudioPacketTime?
    var relayOnly = false
    var recordDirectory: String?
    /// nil: neither shown nor played.
    var rendering: Rendering?
    var checkContent = false
    /// How many people are seen at once; nil takes the usual.
    var slots: Int?
    /// Whether ring tones are played: of an incoming call, or of one that rings at the other side.
    var rings = false

    var options: CallOptions {
        let source: MediaSource =
            if let testSource {
                .test(sender: testSource)
            } else if let input {
                .file(path: input)
            } else {
                .automatic
            }
        return CallOptions(
            video: video, source: source, videoCodec: videoCodec.flatMap(FrameCodec.init),
            audioPacketTime: packetTime ?? .short, relayOnly: relayOnly, recordDirectory: recordDirectory,
            rendering: rendering, checkContent: checkContent,
            slots: slots ?? CallOptions(video: false).slots)
    }
}
