public import ECallLanguage
import Foundation

/// The address of a server: scheme, host, port and an optional path prefix, from which every address of it is made.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// Whether TLS is spoken.
    public let isSecure: Bool
    /// The name or the number of the host; an IPv6 number without brackets.
    public let host: String
    public let port: Int
    /// Empty, or a path with a leading and without a trailing slash.
    public let prefix: String

    /// The reason why a text is not a server address.
    public enum ParsingError: ExplainedError, Sendable, Equatable {
        case notAnAddress
        case unknownScheme
        case missingHost
        case unexpectedPart

        /// The text for a person.
        public var text: Text {
            switch self {
            case .notAnAddress: .errorsAddressNotAnAddress
            case .unknownScheme: .errorsAddressUnknownScheme
            case .missingHost: .errorsAddressMissingHost
            case .unexpectedPart: .errorsAddressUnexpectedPart
            }
        }
    }

    /// Reads `http(s)://host[:port][/prefix]`.
    public init(_ text: String) throws(ParsingError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let parts = URLComponents(string: trimmed) else { throw .notAnAddress }
        switch parts.scheme?.lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        case nil: throw .notAnAddress
        default: throw .unknownScheme
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw .unexpectedPart
        }
        let name = (parts.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        guard !name.isEmpty else { throw .missingHost }
        let number = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(number) else { throw .notAnAddress }
        host = name
        port = number
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        prefix = path
    }

    /// The host as written in a URL: IPv6 in brackets.
    var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// Host and port; the port is left out if it is the default of the scheme.
    public var authority: String {
        port == (isSecure ? 443 : 80) ? bracketedHost : "\(bracketedHost):\(port)"
    }

    /// Its origin, as browsers call it: the address without a path (RFC 6454 section 6.2).
    public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The whole address, without a trailing slash.
    public var description: String { "\(isSecure ? "https" : "http")://\(authority)\(prefix)" }

    /// Whether traffic to it stays on this machine.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// The address of an endpoint; `query` in the order of its names.
    public func url(path: String, query: [String: String] = [:]) -> String {
        guard !query.isEmpty else { return description + path }
        let items = query.sorted { $0.key < $1.key }.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
        return description + path + "?" + items.joined(separator: "&")
    }

    /// The STOMP socket (wire-protocol 3.1).
    public var signalingSocket: SocketAddress { socket("/ws/") }
    /// The socket of the media server (wire-protocol 6.1).
    public var janusSocket: SocketAddress { socket("/janus") }

    private func socket(_ path: String) -> SocketAddress {
        SocketAddress(isSecure: isSecure, host: host, port: port, path: prefix + path)
    }

    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

extension ServerAddress: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
