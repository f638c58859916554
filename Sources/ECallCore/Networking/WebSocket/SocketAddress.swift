import Foundation

/// The address of a WebSocket.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// `wss` rather than `ws`.
    public var isSecure: Bool
    /// Without brackets.
    public var host: String
    public var port: Int
    /// Path and query, with the leading slash.
    public var path: String

    public init(isSecure: Bool, host: String, port: Int, path: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.path = path
    }

    /// Reads `ws(s)://host[:port][/path]`; nil for anything else.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "ws" || scheme == "wss", parts.user == nil, parts.fragment == nil
        else { return nil }
        let name = (parts.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
        let number = parts.port ?? (scheme == "wss" ? 443 : 80)
        guard !name.isEmpty, (1...65_535).contains(number) else { return nil }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        self.init(
            isSecure: scheme == "wss", host: name, port: number,
            path: path + (parts.percentEncodedQuery.map { "?" + $0 } ?? ""))
    }

    /// Host and port, as in a `Host` header.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(path)" }
}
