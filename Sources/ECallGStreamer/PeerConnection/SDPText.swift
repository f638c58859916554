import ECallMedia

extension SDPText {
    /// The H.264 parameters that phones and browsers require (RFC 6184 section 8.1); `webrtcbin` leaves the profile out.
    static let h264Parameters = "packetization-mode=1;profile-level-id=42e01f;level-asymmetry-allowed=1"

    /// Completes an offer of `webrtcbin`: Opus gets its two channels (RFC 7587 section 7: always written so), and every H.264 format
    /// `h264Parameters`; existing parameters of those names are replaced, and the parameter sets are left out (they come in the stream).
    static func completingOffer(_ sdp: String) -> String {
        var result: [String] = []
        for section in sections(sdp) {
            let payloads = section.compactMap(h264Payload)
            var described: Set<String> = []
            var lines = section.map { line in
                guard let payload = payloads.first(where: { line.hasPrefix("a=fmtp:\($0) ") }) else { return line }
                described.insert(payload)
                return completed(line, payload)
            }
            for payload in payloads where !described.contains(payload) {
                let index = lines.firstIndex { $0.hasPrefix("a=rtpmap:\(payload) ") } ?? lines.count - 1
                lines.insert("a=fmtp:\(payload) \(h264Parameters)", at: index + 1)
            }
            result += lines.map { line in
                isOpus(line)
                    ? line.prefix { $0 != " " } + " opus/48000/2" : line
            }
        }
        return result.map { $0 + "\r\n" }.joined()
    }

    /// The answer by which the other side starts the DTLS handshake, if its offer leaves that open (RFC 8842 section 5.3).
    ///
    /// A media server whose ICE is a moment later than ours drops a ClientHello, which is repeated after a second
    /// (RFC 9147 section 5.8.2); it begins itself when it can be answered.
    static func leavingHandshake(to offer: String, in answer: String) -> String {
        let offered = Set(lines(offer).filter { $0.hasPrefix("a=setup:") })
        guard offered == ["a=setup:actpass"] else { return answer }
        return lines(answer).map { ($0 == "a=setup:active" ? "a=setup:passive" : $0) + "\r\n" }.joined()
    }

    /// Replaces the direction (RFC 8866 section 6.7) of one media line, if it is the first of these.
    ///
    /// - Parameter line: counted from 0.
    static func replacing(_ direction: String, by other: String, ofLine line: Int, in sdp: String) -> String {
        var parts = sections(sdp)
        guard parts.indices.contains(line + 1) else { return sdp }
        parts[line + 1] = parts[line + 1].map { $0 == "a=\(direction)" ? "a=\(other)" : $0 }
        return parts.joined().map { $0 + "\r\n" }.joined()
    }

    private static func isOpus(_ line: String) -> Bool {
        guard line.hasPrefix("a=rtpmap:") else { return false }
        let format = line.uppercased()
        return format.hasSuffix(" OPUS/48000") || format.hasSuffix(" OPUS/48000/2")
    }

    private static func h264Payload(_ line: String) -> String? {
        guard line.hasPrefix("a=rtpmap:"), line.uppercased().hasSuffix(" H264/90000") else { return nil }
        return String(line.dropFirst("a=rtpmap:".count).prefix { $0 != " " })
    }

    private static func completed(_ line: String, _ payload: String) -> String {
        let replaced: Set<Substring> = [
            "packetization-mode", "profile-level-id", "level-asymmetry-allowed", "sprop-parameter-sets", "profile",
        ]
        let kept = line.dropFirst("a=fmtp:\(payload) ".count).split(separator: ";").filter { parameter in
            let name = parameter.drop { $0 == " " }.prefix { $0 != "=" }
            return !replaced.contains(name)
        }
        return "a=fmtp:\(payload) " + ([Substring(h264Parameters)] + kept).joined(separator: ";")
    }
}
