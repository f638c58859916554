/// The length of the audio in one packet, in milliseconds: frame sizes of Opus above 10 ms (RFC 6716 section 2.1.4).
///
/// Longer packets save bandwidth and processing, at the cost of the ear: audio is later by as much, and more of it is missing when
/// one is lost.
public enum AudioPacketTime: Int, Sendable, CaseIterable, Codable {
    case short = 20
    case medium = 40
    case long = 60
}
