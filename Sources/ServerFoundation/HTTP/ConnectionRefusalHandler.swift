package import NIOCore
import NIOHTTP1
import NIOSSL

/// Refuses a connection whose address has too many: with a response if that is cheap, else by closing it.
package final class ConnectionRefusalHandler: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private let dates: HTTPDates

    package init(dates: HTTPDates) { self.dates = dates }

    package func channelActive(context: ChannelHandlerContext) {
        // A TLS handshake only to refuse would be work for an attacker's benefit.
        if (try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)) == nil {
            let (head, body) = HTTPRefusal.connections.answer(at: dates.text)
            var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
            for (name, value) in head.headers { text += "\(name): \(value)\r\n" }
            var bytes = ByteBuffer(string: text + "\r\n")
            bytes.writeImmutableBuffer(body)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }
        context.close(promise: nil)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
