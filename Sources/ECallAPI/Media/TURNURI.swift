/// The address of a TURN server, as a URI (RFC 7065): `turn:host:port?transport=udp`, `turns:host:port?transport=tcp`.
public struct TURNURI: Sendable, Hashable, CustomStringConvertible {
    /// The transport between client and server; the relay sends UDP on.
    public enum Transport: String, Sendable {
        case udp, tcp
    }

    /// The most that a client uses: every connection requests a relay from each.
    public static let most = 8

    /// Whether TLS is spoken.
    public let isSecure: Bool
    /// A name or a number; IPv6 without brackets.
    public let host: String
    public let port: Int
    /// nil if the URI does not specify it.
    public let transport: Transport?

    public init(isSecure: Bool = false, host: String, port: Int, transport: Transport?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.transport = transport
    }

    /// Returns nil for other schemes, and for texts that are not such a URI.
    public init?(_ text: String) {
        guard text.utf8.count <= 512, let colon = text.firstIndex(of: ":") else { return nil }
        switch text[..<colon].lowercased() {
        case "turn": isSecure = false
        case "turns": isSecure = true
        default: return nil
        }
        let parts = text[text.index(after: colon)...].split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.count == 2 ? parts[1].lowercased() : nil {
        case nil: transport = nil
        case "transport=udp": transport = .udp
        case "transport=tcp": transport = .tcp
        default: return nil
        }
        guard let address = parts.first, let (host, port) = Self.split(address) else { return nil }
        self.host = String(host)
        self.port = port ?? (isSecure ? 5349 : 3478)
    }

    /// As written in JSON.
    public var description: String {
        let number = host.contains(":") ? "[\(host)]" : host
        let query = transport.map { "?transport=\($0.rawValue)" } ?? ""
        return "\(isSecure ? "turns" : "turn"):\(number):\(port)\(query)"
    }

    /// Splits host and port; nil for a malformed text.
    private static func split(_ address: Substring) -> (host: Substring, port: Int?)? {
        if address.hasPrefix("[") {
            guard let end = address.firstIndex(of: "]") else { return nil }
            let (host, rest) = (address[..<end].dropFirst(), address[address.index(after: end)...])
            guard host.contains(":"), host.utf8.allSatisfy({ isHex($0) || ":.".utf8.contains($0) }) else { return nil }
            return port(rest).map { (host, $0) }
        }
        let host = address.prefix { $0 != ":" }
        guard !host.isEmpty, host.utf8.allSatisfy(isName) else { return nil }
        return port(address[host.endIndex...]).map { (host, $0) }
    }

    /// `:port`, or nothing.
    private static func port(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), !digits.hasPrefix("0"), digits.utf8.allSatisfy(isDigit), let port = Int(digits),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
    private static func isName(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._".utf8.contains(byte)
    }
}
