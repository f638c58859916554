import ECallAPI
import Foundation
import NIOCore
import NIOPosix

/// A TCP connection that speaks HTTP and WebSocket by hand, so that a test can also send what no client would.
package final class TestSocket: Sendable {
    package enum Failure: Error { case closed, timeout, malformed }

    /// The server's output: a text message, a close frame's code, a pong, or its end.
    package enum Received: Equatable, Sendable {
        case text(String)
        case pong(String)
        case close(Int)
        case end
    }

    private let channel: any Channel
    private let reader: Reader

    private init(channel: any Channel, reader: Reader) {
        self.channel = channel
        self.reader = reader
    }

    /// - Parameters:
    ///   - receiveBuffer: the kernel's buffer for a client that does not read; nil lets it choose.
    ///   - address: an address of this machine from which to connect, such as `127.0.1.7`.
    package static func connect(
        _ port: Int, receiveBuffer: Int? = nil, from address: String? = nil
    ) async throws -> TestSocket {
        let (stream, queue) = AsyncStream<[UInt8]>.makeStream()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: SocketOptionValue(receiveBuffer))
        }
        if let address { bootstrap = try bootstrap.bind(to: SocketAddress(ipAddress: address, port: 0)) }
        let channel =
            try await bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Bytes(queue: queue))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return TestSocket(channel: channel, reader: Reader(stream))
    }

    /// Connects and upgrades; fails unless the server answers 101.
    package static func webSocket(
        _ port: Int, _ path: String, subprotocol: String = "v12.stomp", bearer: String? = nil,
        following: [UInt8] = [], receiveBuffer: Int? = nil, from: String? = nil
    ) async throws -> TestSocket {
        let socket = try await connect(port, receiveBuffer: receiveBuffer, from: from)
        let authorization = bearer.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let head = """
            GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Protocol: \(subprotocol)\r\n\(authorization)\r\n
            """
        try await socket.send(Array(head.utf8) + following)
        let answer = try await socket.head()
        guard answer.hasPrefix("HTTP/1.1 101") else {
            try await socket.close()
            throw Failure.malformed
        }
        return socket
    }

    package func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
    package func close() async throws { try? await channel.close() }
    /// Leaves the server's output in the kernel from now on.
    package func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }
    package func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }
    /// Skips bytes of an HTTP body.
    package func skip(_ count: Int) async throws { try await reader.skip(count) }

    /// The head of an HTTP answer.
    package func head() async throws -> String { try await reader.head() }

    /// Everything until the server closes.
    package func all() async -> String { String(decoding: await reader.all(), as: UTF8.self) }

    package func text(_ text: String) async throws { try await send(Self.frame(1, Array(text.utf8))) }
    /// The next frame other than a ping; pings before it are answered.
    package func next() async throws -> Received {
        while true {
            if let received = try await reader.frame() { return received }
            try? await send(Self.frame(10, []))
        }
    }

    /// The next text message, without heart-beats.
    package func nextText() async throws -> String {
        while true {
            switch try await next() {
            case .text("\n"): continue
            case .text(let text): return text
            default: throw Failure.closed
            }
        }
    }

    /// A client's frame.
    package static func frame(
        _ opcode: UInt8, _ payload: [UInt8], final: Bool = true, masked: Bool = true, reserved: UInt8 = 0
    ) -> [UInt8] {
        var bytes = [(final ? 0x80 : 0) | reserved << 4 | opcode]
        let mask: UInt8 = masked ? 0x80 : 0
        switch payload.count {
        case 0..<126: bytes.append(mask | UInt8(payload.count))
        case 126..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [mask | 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xFF) }
        }
        guard masked else { return bytes + payload }
        let key: [UInt8] = [1, 2, 3, 4]
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    private final class Bytes: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let queue: AsyncStream<[UInt8]>.Continuation

        init(queue: AsyncStream<[UInt8]>.Continuation) { self.queue = queue }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            queue.yield(Array(unwrapInboundIn(data).readableBytesView))
        }
        func channelInactive(context: ChannelHandlerContext) { queue.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// Parses the server's bytes.
    private actor Reader {
        private let stream: AsyncStream<[UInt8]>
        private var bytes: [UInt8] = []

        init(_ stream: AsyncStream<[UInt8]>) { self.stream = stream }

        private func more() async throws {
            var iterator = stream.makeAsyncIterator()
            guard let next = await iterator.next(isolation: self) else { throw Failure.closed }
            bytes += next
        }

        func head() async throws -> String {
            while true {
                if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: bytes[..<end.upperBound], as: UTF8.self)
                    bytes.removeSubrange(..<end.upperBound)
                    return head
                }
                try await more()
            }
        }

        func all() async -> [UInt8] {
            while (try? await more()) != nil {}
            defer { bytes = [] }
            return bytes
        }

        func skip(_ count: Int) async throws {
            while bytes.count < count { try await more() }
            bytes.removeFirst(count)
        }

        /// nil for a ping.
        func frame() async throws -> Received? {
            do {
                let (opcode, payload) = try await rawFrame()
                switch opcode {
                case 1: return .text(String(decoding: payload, as: UTF8.self))
                case 8: return .close(payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005)
                case 9: return nil
                case 10: return .pong(String(decoding: payload, as: UTF8.self))
                default: throw Failure.malformed
                }
            } catch Failure.closed {
                return .end
            }
        }

        private func rawFrame() async throws -> (UInt8, [UInt8]) {
            while bytes.count < 2 { try await more() }
            let short = Int(bytes[1] & 0x7F)
            let extra = short == 126 ? 2 : short == 127 ? 8 : 0
            while bytes.count < 2 + extra { try await more() }
            let length = extra == 0 ? short : bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
            while bytes.count < 2 + extra + length { try await more() }
            let frame = (bytes[0] & 0x0F, Array(bytes[(2 + extra)..<(2 + extra + length)]))
            bytes.removeSubrange(..<(2 + extra + length))
            return frame
        }
    }
}
