import ECallMedia
import FrameCrypto

extension SDPText {
    /// The header extensions in use. All others are removed: no one else must be able to read audio levels (RFC 6464), and with
    /// the orientation in an extension, each receiver would have to rotate the picture.
    private static let extensions = [
        "urn:ietf:params:rtp-hdrext:sdes:mid", "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
        "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
    ]
    /// Opus with a constant bitrate, so that packet sizes reveal nothing of the speech, and without pauses.
    private static let opus = ["cbr": "1", "maxaveragebitrate": "32000", "usedtx": "0", "useinbandfec": "1"]

    /// A description without the header extensions that are not used.
    static func reduced(_ sdp: String) -> String {
        text(lines(sdp).filter(isKept))
    }

    private static func isKept(_ line: String) -> Bool {
        guard line.hasPrefix("a=extmap:") else { return true }
        let parts = line.split(separator: " ")
        return parts.count > 1 && extensions.contains(String(parts[1]))
    }

    /// An offer with Opus and one video codec alone, and the retransmissions of that.
    static func offering(_ codec: FrameCodec?, in sdp: String) -> String {
        text(
            sections(reduced(sdp)).flatMap { section in
                let kind = section.first.map {
                    $0.hasPrefix("m=audio") ? "opus" : $0.hasPrefix("m=video") ? codec?.sdpName : nil
                }
                guard let name = kind ?? nil else { return section }
                return keeping(name, in: section)
            })
    }

    private static func keeping(_ name: String, in section: [String]) -> [String] {
        let named = payloads(section) { $0.uppercased().hasPrefix(name.uppercased() + "/") }
        // The first of several profiles.
        guard let first = named.first else { return section }
        let resent = section.compactMap { line -> String? in
            guard line.hasPrefix("a=fmtp:"), line.hasSuffix(" apt=\(first)") else { return nil }
            return String(line.dropFirst("a=fmtp:".count).prefix { $0 != " " })
        }
        let kept = [first] + resent
        return section.compactMap { line in
            if line.hasPrefix("m=") {
                return line.split(separator: " ").prefix(3).joined(separator: " ") + " " + kept.joined(separator: " ")
            }
            guard let payload = payload(of: line) else { return line }
            return kept.contains(payload) ? line : nil
        }
    }

    /// The payload numbers whose `rtpmap` fits.
    private static func payloads(_ section: [String], where fits: (String) -> Bool) -> [String] {
        section.compactMap { line in
            guard line.hasPrefix("a=rtpmap:"), let payload = payload(of: line),
                let name = line.split(separator: " ").dropFirst().first, fits(String(name))
            else { return nil }
            return payload
        }
    }

    /// The payload number that a line describes; nil for all other lines.
    private static func payload(of line: String) -> String? {
        for prefix in ["a=rtpmap:", "a=fmtp:", "a=rtcp-fb:"] where line.hasPrefix(prefix) {
            return String(line.dropFirst(prefix.count).prefix { $0 != " " })
        }
        return nil
    }

    /// An answer as it is applied: libwebrtc configures its own audio encoder from it.
    static func answered(_ sdp: String, _ packetTime: AudioPacketTime) -> String {
        text(
            sections(reduced(sdp)).flatMap { section -> [String] in
                guard section.first?.hasPrefix("m=audio") == true,
                    let payload = payloads(section, where: { $0.lowercased().hasPrefix("opus/") }).first
                else { return section }
                let prefix = "a=fmtp:\(payload) "
                let given = section.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) } ?? ""
                let rest = section.filter { !$0.hasPrefix(prefix) && !$0.hasPrefix("a=ptime:") }
                return rest + [prefix + merged(given, opus), "a=ptime:\(packetTime.rawValue)"]
            })
    }

    private static func merged(_ given: String, _ wanted: [String: String]) -> String {
        let kept = given.split(separator: ";").map { $0.drop { $0 == " " } }.filter { parameter in
            wanted[String(parameter.prefix { $0 != "=" })] == nil
        }
        return (kept.map(String.init) + wanted.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            .joined(separator: ";")
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\r\n" }.joined() }
}

extension FrameCodec {
    fileprivate var sdpName: String {
        switch self {
        case .opus: "opus"
        case .h264: Codec.h264
        case .vp8: Codec.vp8
        }
    }
}
