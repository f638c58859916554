import NIOCore
import NIOPosix
import Synchronization

/// A TCP connection that speaks just enough HTTP/1.1 and WebSocket to cost a load generator little.
final class Wire: Sendable {
    enum Event: Sendable {
        case response(status: Int, body: ByteBuffer)
        case upgraded
        case text(ByteBuffer)
        case closed
    }

    let channel: any Channel
    private let box: ListenerBox

    private init(channel: any Channel, box: ListenerBox) {
        self.channel = channel
        self.box = box
    }

    /// - Parameter listener: called on the event loop.
    static func connect(
        _ port: Int, from address: String? = nil, on loop: any EventLoop, listener: @escaping @Sendable (Event) -> Void
    ) async throws -> Wire {
        let box = ListenerBox(listener)
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(.seconds(60))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(WireHandler(box: box))
                }
            }
        let own = try address.map { try SocketAddress(ipAddress: $0, port: 0) }
        let channel = try await (own.map(bootstrap.bind(to:)) ?? bootstrap).connect(host: "127.0.0.1", port: port).get()
        return Wire(channel: channel, box: box)
    }

    /// From now on only this listener hears of events.
    func listen(_ listener: @escaping @Sendable (Event) -> Void) { box.listener.withLock { $0 = listener } }

    func send(_ bytes: ByteBuffer) { channel.writeAndFlush(bytes, promise: nil) }
    func text(_ text: String) { send(Self.frame(text)) }
    func close() async { try? await channel.close() }

    func upgrade(_ path: String, subprotocol: String, bearer: String? = nil) {
        let authorization = bearer.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        send(
            ByteBuffer(
                string: """
                    GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
                    Sec-WebSocket-Protocol: \(subprotocol)\r\n\(authorization)\r\n
                    """))
    }

    func request(_ method: String, _ path: String, token: String, body: String = "") {
        send(
            ByteBuffer(
                string: """
                    \(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\
                    Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                    """))
    }

    /// A masked text frame (RFC 6455 section 5.2); a key of zeros leaves the bytes as they are.
    static func frame(_ text: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        let count = text.utf8.count
        buffer.writeInteger(UInt8(0x81))
        if count < 126 {
            buffer.writeInteger(UInt8(0x80 | count))
        } else {
            buffer.writeInteger(UInt8(0x80 | 126))
            buffer.writeInteger(UInt16(count))
        }
        buffer.writeInteger(UInt32(0))
        buffer.writeString(text)
        return buffer
    }
}

final class ListenerBox: Sendable {
    let listener: Mutex<@Sendable (Wire.Event) -> Void>
    init(_ listener: @escaping @Sendable (Wire.Event) -> Void) { self.listener = Mutex(listener) }
    func tell(_ event: Wire.Event) { listener.withLock { $0 }(event) }
}

private final class WireHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let box: ListenerBox
    private var bytes: ByteBuffer?
    private var isWebSocket = false

    init(box: ListenerBox) { self.box = box }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var fresh = unwrapInboundIn(data)
        var all: ByteBuffer
        if var kept = bytes {
            kept.writeBuffer(&fresh)
            all = kept
        } else {
            all = fresh
        }
        while isWebSocket ? takeFrame(&all, context) : takeResponse(&all) {}
        bytes = all.readableBytes == 0 ? nil : all
    }

    func channelInactive(context: ChannelHandlerContext) { box.tell(.closed) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func takeResponse(_ all: inout ByteBuffer) -> Bool {
        let view = all.readableBytesView
        guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let lines = String(decoding: view[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let head = end.upperBound - view.startIndex
        if status == 101 {
            all.moveReaderIndex(forwardBy: head)
            isWebSocket = true
            box.tell(.upgraded)
            return all.readableBytes > 0
        }
        let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
        let length = field?.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        guard all.readableBytes >= head + length else { return false }
        all.moveReaderIndex(forwardBy: head)
        guard let body = all.readSlice(length: length) else { return false }
        box.tell(.response(status: status, body: body))
        return all.readableBytes > 0
    }

    /// Messages of a server: unmasked and whole.
    private func takeFrame(_ all: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        let start = all.readerIndex
        guard let first = all.getInteger(at: start, as: UInt8.self),
            let short = all.getInteger(at: start + 1, as: UInt8.self)
        else { return false }
        var (head, length) = (2, Int(short & 0x7F))
        if length == 126 {
            guard let long = all.getInteger(at: start + 2, as: UInt16.self) else { return false }
            (head, length) = (4, Int(long))
        } else if length == 127 {
            guard let long = all.getInteger(at: start + 2, as: UInt64.self) else { return false }
            (head, length) = (10, Int(long))
        }
        guard all.readableBytes >= head + length else { return false }
        all.moveReaderIndex(forwardBy: head)
        guard let payload = all.readSlice(length: length) else { return false }
        switch first & 0x0F {
        case 1, 2: box.tell(.text(payload))
        case 8: context.close(promise: nil)
        case 9:
            var pong = ByteBuffer(bytes: [0x8A, 0x80 | UInt8(length), 0, 0, 0, 0])
            pong.writeImmutableBuffer(payload)
            context.writeAndFlush(NIOAny(pong), promise: nil)
        default: break
        }
        return all.readableBytes > 0
    }
}
