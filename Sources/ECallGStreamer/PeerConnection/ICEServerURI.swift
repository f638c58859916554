import ECallMedia

/// An ICE URI (RFC 7064, RFC 7065) in the form `webrtcbin` wants it: with a `//` and the credentials inside.
enum ICEServerURI: Equatable {
    case stun(String)
    case turn(String)

    /// Nil for other schemes, for an empty host, and for text that cannot be part of such a URI.
    init?(_ server: ICEServer) {
        guard let colon = server.uri.firstIndex(of: ":"), server.uri.utf8.count <= 512 else { return nil }
        let scheme = server.uri[..<colon].lowercased()
        let rest = server.uri[server.uri.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, host.utf8.allSatisfy(Self.isHostCharacter) else { return nil }
        switch scheme {
        case "stun":
            guard parts.count == 1 else { return nil }
            self = .stun("stun://\(Self.withPort(host, default: 3478))")
        case "turn", "turns":
            let transport = parts.count == 2 ? parts[1].lowercased() : nil
            guard [nil, "transport=udp", "transport=tcp"].contains(transport) else { return nil }
            let credentials = "\(Self.escaped(server.username)):\(Self.escaped(server.credential))"
            let address = Self.withPort(host, default: scheme == "turns" ? 5349 : 3478)
            self = .turn("\(scheme)://\(credentials)@\(address)\(transport.map { "?\($0)" } ?? "")")
        default:
            return nil
        }
    }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func withPort(_ host: Substring, default port: Int) -> String {
        let afterAddress = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
        return afterAddress.contains(":") ? String(host) : "\(host):\(port)"
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986: user names of TURN REST credentials hold
    /// colons, passwords are base64.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(Character(UnicodeScalar(byte)))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
    }
}
