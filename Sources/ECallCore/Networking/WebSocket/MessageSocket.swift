/// A WebSocket as the clients above see it: whole messages, in order.
public protocol MessageSocket: Sendable {
    /// The events of the socket, for one consumer; ends after `.closed`, or at once if events arrive faster than they are
    /// consumed.
    var events: AsyncStream<SocketEvent> { get }
    /// The address on this side, as a number; nil if it is not known.
    var localAddress: String? { get }
    /// Sends a text message after those before it, without waiting.
    func send(_ text: String) throws(SocketError)
    /// Sends what was accepted, then closes; the events end when it is done, after 2 s at the latest.
    func close()
}

extension MessageSocket {
    public var localAddress: String? { nil }
}

/// An event of a socket.
public enum SocketEvent: Sendable, Equatable {
    /// A whole message; text is valid UTF-8.
    case text(String)
    case binary([UInt8])
    /// The last event.
    case closed(SocketClosure)
}

/// Why a socket is closed.
public enum SocketClosure: Sendable, Equatable {
    /// By a close frame of the other side; 1005 when it names no code (RFC 6455 section 7.1.5).
    case remote(code: UInt16, reason: String)
    /// By `close()`.
    case local
    /// The connection was cut.
    case lost
    case messageTooLarge
    /// The other side sent something that is not WebSocket.
    case protocolViolation
    /// Messages arrived faster than they were consumed.
    case overflow
}

/// Why a socket is not there, or takes no message.
public enum SocketError: Error, Sendable, Equatable {
    /// The address does not answer.
    case unreachable
    case untrusted
    case timeout
    /// The server answered with this status instead of a WebSocket.
    case refused(status: Int)
    /// The server does not speak the subprotocol.
    case wrongSubprotocol
    case closed
    case messageTooLarge
    /// The other side does not read, and too much waits to be sent.
    case congested
    case cancelled
}

/// The socket to open.
public struct SocketRequest: Sendable, Equatable {
    public var address: SocketAddress
    public var subprotocol: String
    /// Added to the handshake.
    public var headers: [String: String]

    public init(address: SocketAddress, subprotocol: String, headers: [String: String] = [:]) {
        self.address = address
        self.subprotocol = subprotocol
        self.headers = headers
    }
}

/// Opens sockets.
public protocol SocketDialing: Sendable {
    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket
}
