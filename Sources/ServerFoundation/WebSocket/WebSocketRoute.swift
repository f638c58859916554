import ECallAPI
package import NIOCore
package import NIOHTTP1

/// A WebSocket endpoint on the HTTP port.
package struct WebSocketRoute: Sendable {
    /// The name in metrics.
    package let name: String
    package let paths: Set<String>
    /// Echoed if the client offers it.
    package let subprotocol: String
    package let limits: WebSocketLimits
    /// The most simultaneous sockets; further ones are answered with 503.
    package var mostSockets = Int.max
    /// Makes the handler that receives and sends `WebSocketMessage`s; called on the channel's event loop.
    package let makeSession: @Sendable (WebSocketRequest, any Channel) -> any ChannelHandler

    package func answers(_ uri: String) -> Bool {
        paths.contains(String(uri.prefix { $0 != "?" && $0 != "#" }))
    }

    package init(
        name: String, paths: Set<String>, subprotocol: String, limits: WebSocketLimits, mostSockets: Int = .max,
        makeSession: @escaping @Sendable (WebSocketRequest, any Channel) -> any ChannelHandler
    ) {
        self.name = name
        self.paths = paths
        self.subprotocol = subprotocol
        self.limits = limits
        self.mostSockets = mostSockets
        self.makeSession = makeSession
    }
}

package struct WebSocketLimits: Sendable {
    /// The client's largest message, reassembled, in bytes.
    package var message: Int
    /// The most frames of one message.
    package var fragments = 256
    /// The memory in bytes for messages queued here for a slow reader, before it is dropped with 1008.
    package var outgoing = 1 << 20
    /// The bytes queued in the channel before more are queued here.
    package var channelBuffer = 64 * 1024
    /// The kernel's send buffer in bytes; nil lets the kernel choose, which can be megabytes.
    package var kernelBuffer: Int?
    /// The time without a client's frame before it is pinged, and again before it is considered dead.
    package var pingInterval = TimeAmount.seconds(25)
    /// The time for the client to answer a close frame.
    package var closeTimeout = TimeAmount.seconds(2)

    package init(
        message: Int, fragments: Int = 256, outgoing: Int = 1 << 20, channelBuffer: Int = 64 * 1024,
        kernelBuffer: Int? = nil, pingInterval: TimeAmount = .seconds(25),
        closeTimeout: TimeAmount = .seconds(2)
    ) {
        self.message = message
        self.fragments = fragments
        self.outgoing = outgoing
        self.channelBuffer = channelBuffer
        self.kernelBuffer = kernelBuffer
        self.pingInterval = pingInterval
        self.closeTimeout = closeTimeout
    }
}

extension WebSocketLimits {
    /// The limits for signalling: signals are small and an offline device has a mailbox, so a client that does not read
    /// costs 64 kB at most.
    package static var signaling: Self {
        // A message of 64 kB (e2ee 7) with its headers.
        var limits = Self(message: 80 * 1024)
        // Counted twice here: E2EE messages in flight (`E2EEOutboxes`), including a large one, and some signals.
        limits.outgoing = 64 * 1024
        limits.channelBuffer = 8 * 1024
        limits.kernelBuffer = 8 * 1024
        return limits
    }
}

package struct WebSocketRequest: Sendable {
    /// The token of `Authorization: Bearer`, or of a subprotocol `bearer.TOKEN`, because pages cannot set headers; nil if
    /// there is none. It is never echoed.
    package let bearer: String?
    /// The address of the client, as reported by trusted proxies if there are any; "" if unknown.
    package let clientAddress: String

    private static let tokenPrefix = "bearer."

    package init(_ head: HTTPRequestHead, remoteAddress: SocketAddress?, proxies: TrustedProxies = .none) {
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
