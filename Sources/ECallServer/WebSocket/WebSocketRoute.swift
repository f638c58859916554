import ECallAPI
import NIOCore
import NIOHTTP1

/// A WebSocket endpoint on the HTTP port.
struct WebSocketRoute: Sendable {
    /// For metrics.
    let name: String
    let paths: Set<String>
    /// Echoed when the client offers it.
    let subprotocol: String
    let limits: WebSocketLimits
    /// Most sockets at a time; further ones are answered with 503.
    var mostSockets = Int.max
    /// The handler that takes and gives `WebSocketMessage`s; called on the channel's event loop.
    let makeSession: @Sendable (WebSocketRequest, any Channel) -> any ChannelHandler

    func answers(_ uri: String) -> Bool {
        paths.contains(String(uri.prefix { $0 != "?" && $0 != "#" }))
    }
}

/// What bounds one WebSocket connection.
struct WebSocketLimits: Sendable {
    /// The largest message of the client, fragments joined, in bytes.
    var message: Int
    /// Most frames that one message may come in.
    var fragments = 256
    /// Bytes of memory that messages may take which wait here for a slow reader, before it is dropped with 1008.
    var outgoing = 1 << 20
    /// Bytes that may wait in the channel before more waits here.
    var channelBuffer = 64 * 1024
    /// What the kernel buffers for the client, in bytes; nil lets the kernel choose, which can be megabytes.
    var kernelBuffer: Int?
    /// Without a frame of the client before it is pinged, and again before it is taken for dead.
    var pingInterval = TimeAmount.seconds(25)
    /// For the client to answer our close frame.
    var closeTimeout = TimeAmount.seconds(2)
}

extension WebSocketLimits {
    /// Signals are small and a device that is away has a mailbox: a client that does not read costs 64 kB at most.
    static var signaling: Self {
        var limits = Self(message: 64 * 1024)
        limits.outgoing = 32 * 1024
        limits.channelBuffer = 8 * 1024
        limits.kernelBuffer = 8 * 1024
        return limits
    }
}

/// What a handshake said.
struct WebSocketRequest: Sendable {
    /// The token of `Authorization: Bearer`, or of a subprotocol `bearer.TOKEN`, because pages cannot set headers; nil
    /// when there is none. It is never echoed.
    let bearer: String?
    /// The address of the client, behind trusted proxies as well; "" where there is none.
    let clientAddress: String

    private static let tokenPrefix = "bearer."

    init(_ head: HTTPRequestHead, remoteAddress: SocketAddress?, proxies: TrustedProxies = .none) {
        let parts = (head.headers.first(name: "authorization") ?? "").split(separator: " ", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == "bearer", !parts[1].isEmpty {
            bearer = String(parts[1])
        } else {
            let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
            let token = offered.first { $0.hasPrefix(Self.tokenPrefix) }?.dropFirst(Self.tokenPrefix.count)
            bearer = token.flatMap { $0.isEmpty ? nil : String($0) }
        }
        clientAddress = proxies.client(
            peer: remoteAddress?.ipAddress ?? "", values: head.headers[proxies.header.rawValue])
    }
}
