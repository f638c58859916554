package import NIOCore
package import NIOWebSocket

/// A whole message, its fragments joined; text is valid UTF-8.
package enum WebSocketMessage: Sendable, Equatable {
    case text(ByteBuffer)
    case binary(ByteBuffer)

    package var bytes: ByteBuffer {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}

/// An outbound user event: send the close code, wait briefly for the client's close frame, and close.
package struct WebSocketClosing: Sendable {
    package let code: WebSocketErrorCode
    /// For human readers; contains no client input.
    package var reason = ""

    package init(code: WebSocketErrorCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }
}

/// An inbound user event: nothing more can be sent, because the client closes the connection or reads too slowly.
package struct WebSocketClosed: Sendable {
    /// The client's close code, if it closed the connection.
    package var code: WebSocketErrorCode?

    package init(code: WebSocketErrorCode? = nil) { self.code = code }
}

/// A message was dropped: too much is already queued for a client that does not read.
package struct SlowReader: Error {}

/// Reassembles fragments and refuses what RFC 6455 forbids. Pure.
package struct WebSocketAssembler {
    package enum Output: Equatable {
        case nothing
        case message(WebSocketMessage)
        case ping(ByteBuffer)
        case pong
        /// The client closes; the code to answer with.
        case close(WebSocketErrorCode)
    }

    /// The reason why the connection must end.
    package enum Violation: Error, Equatable, CaseIterable {
        case protocolError, tooLarge, tooManyFragments, notUTF8

        package var code: WebSocketErrorCode {
            switch self {
            case .protocolError: .protocolError
            case .tooLarge: .messageTooLarge
            // Allowed by the protocol, but not by this server (RFC 6455 section 7.4.1).
            case .tooManyFragments: .policyViolation
            case .notUTF8: .dataInconsistentWithMessage
            }
        }
    }

    private struct Partial {
        let isText: Bool
        var bytes: ByteBuffer
        var frames: Int
    }

    private let limits: WebSocketLimits
    private var partial: Partial?

    package init(limits: WebSocketLimits) { self.limits = limits }

    /// Returns the result of a client's frame.
    package mutating func take(_ frame: WebSocketFrame) throws(Violation) -> Output {
        // Clients mask every frame (RFC 6455 section 5.1); no extension was negotiated (5.2).
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .protocolError }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text, .binary:
            guard partial == nil else { throw .protocolError }
            guard data.readableBytes <= limits.message else { throw .tooLarge }
            let begun = Partial(isText: frame.opcode == .text, bytes: data, frames: 1)
            guard !frame.fin else { return .message(try finish(begun)) }
            partial = begun
            return .nothing
        case .continuation:
            guard var begun = partial else { throw .protocolError }
            begun.frames += 1
            guard begun.frames <= limits.fragments else { throw .tooManyFragments }
            guard begun.bytes.readableBytes + data.readableBytes <= limits.message else { throw .tooLarge }
            begun.bytes.writeImmutableBuffer(data)
            partial = frame.fin ? nil : begun
            return frame.fin ? .message(try finish(begun)) : .nothing
        case .ping: return .ping(data)
        case .pong: return .pong
        case .connectionClose: return .close(try closeCode(data))
        default: throw .protocolError
        }
    }

    private func finish(_ whole: Partial) throws(Violation) -> WebSocketMessage {
        guard whole.isText else { return .binary(whole.bytes) }
        guard String(validating: whole.bytes.readableBytesView, as: UTF8.self) != nil else { throw .notUTF8 }
        return .text(whole.bytes)
    }

    /// RFC 6455 sections 5.5.1 and 7.4; 1012 to 1014 were registered later.
    private func closeCode(_ data: ByteBuffer) throws(Violation) -> WebSocketErrorCode {
        var reason = data
        guard reason.readableBytes > 0 else { return .normalClosure }
        guard let number = reason.readInteger(as: UInt16.self) else { throw .protocolError }
        guard String(validating: reason.readableBytesView, as: UTF8.self) != nil else { throw .notUTF8 }
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: return WebSocketErrorCode(codeNumber: Int(number))
        default: throw .protocolError
        }
    }
}
