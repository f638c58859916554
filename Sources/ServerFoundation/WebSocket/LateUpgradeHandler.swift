import HummingbirdCore
package import Logging
package import NIOCore
package import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Serves plain requests until one asks for a WebSocket, which may be the connection's first or a later one.
///
/// The HTTP part is built at the first plain request. On an upgrade the WebSocket's handlers are inserted before this one,
/// and the request decoder is removed last, so that frames that arrived together with the handshake are not lost.
package final class LateUpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    /// The states are named after what the connection is.
    private enum State {
        case undecided
        case http(inFlight: Int)
        /// The head was valid; the end of the request must follow.
        case upgrading(WebSocketRoute, WebSocketRequest, HTTPHeaders)
        case refusing(HTTPResponseHead)
        case done
    }

    private let routes: [WebSocketRoute]
    private let configuration: HTTP1WebSocketChannel.Configuration
    private let sockets: OpenSockets
    private let connections: AddressCounter
    private let decided: EventLoopPromise<HTTP1WebSocketChannel.Outcome>
    private let logger: Logger
    private var state = State.undecided

    package init(
        routes: [WebSocketRoute], configuration: HTTP1WebSocketChannel.Configuration, sockets: OpenSockets,
        connections: AddressCounter, decided: EventLoopPromise<HTTP1WebSocketChannel.Outcome>, logger: Logger
    ) {
        self.routes = routes
        self.configuration = configuration
        self.sockets = sockets
        self.connections = connections
        self.decided = decided
        self.logger = logger
    }

    package func handlerRemoved(context: ChannelHandlerContext) { giveUp() }

    package func channelInactive(context: ChannelHandlerContext) {
        giveUp()
        context.fireChannelInactive()
    }

    private func giveUp() { decided.fail(ChannelError.eof) }

    /// An incomplete request, which must not be acted on, or an error that the WebSocket's handlers did not handle.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch state {
        case .http: context.fireErrorCaught(error)
        default: context.close(promise: nil)
        }
    }

    // MARK: - Requests

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch (state, part) {
        case (.undecided, .head(let head)), (.http(inFlight: 0), .head(let head)):
            take(head, context, data)
        case (.http(let inFlight), .head):
            state = .http(inFlight: inFlight + 1)
            context.fireChannelRead(data)
        case (.http, _): context.fireChannelRead(data)
        case (.upgrading(let route, let request, let headers), .end): upgrade(context, route, request, headers)
        case (.refusing(let head), .end): refuse(context, head)
        default: break
        }
    }

    private func take(_ head: HTTPRequestHead, _ context: ChannelHandlerContext, _ data: NIOAny) {
        let route = routes.first { $0.answers(head.uri) }
        switch WebSocketHandshake.answer(head, subprotocol: route?.subprotocol) {
        case .plain:
            do {
                try serveHTTP(context)
                context.fireChannelRead(data)
            } catch {
                context.close(promise: nil)
            }
        case .accept(let headers):
            guard let route else { return }
            guard sockets.count(of: route.name) < route.mostSockets else {
                return refuseLater(.serviceUnavailable, retryAfter: 5)
            }
            let request = WebSocketRequest(
                head, remoteAddress: context.remoteAddress, proxies: configuration.proxies)
            guard admit(request, context) else { return refuseLater(.tooManyRequests, retryAfter: 15) }
            state = .upgrading(route, request, headers)
        case .refuse(let status, let headers):
            state = .refusing(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
        }
    }

    private func refuseLater(_ status: HTTPResponseStatus, retryAfter seconds: Int) {
        let headers: HTTPHeaders = ["connection": "close", "content-length": "0", "retry-after": "\(seconds)"]
        state = .refusing(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
    }

    /// Counts a WebSocket for the client if it arrives through a proxy, whose own connections do not count.
    private func admit(_ request: WebSocketRequest, _ context: ChannelHandlerContext) -> Bool {
        guard configuration.proxies.isTrusted(context.remoteAddress?.ipAddress ?? "") else { return true }
        let (connections, address) = (connections, request.clientAddress)
        guard connections.take(address) else { return false }
        context.channel.closeFuture.whenComplete { _ in connections.release(address) }
        return true
    }

    private func serveHTTP(_ context: ChannelHandlerContext) throws {
        if case .http = state {
            state = .http(inFlight: 1)
            return
        }
        let pipeline = context.pipeline.syncOperations
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
        let channel = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
            wrappingChannelSynchronously: context.channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        state = .http(inFlight: 1)
        decided.succeed(.http(channel))
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .http(let inFlight) = state, case .end = unwrapOutboundIn(data) {
            state = .http(inFlight: max(0, inFlight - 1))
        }
        context.write(data, promise: promise)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            if case .undecided = state { return context.close(promise: nil) }
            // Running requests may finish; a stuck client must not hold up the server.
            let channel = context.channel
            let drain = context.eventLoop.scheduleTask(in: configuration.drainTime) { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in drain.cancel() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: - Upgrades

    private func refuse(_ context: ChannelHandlerContext, _ head: HTTPResponseHead) {
        state = .done
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func upgrade(
        _ context: ChannelHandlerContext, _ route: WebSocketRoute, _ request: WebSocketRequest, _ headers: HTTPHeaders
    ) {
        state = .done
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        do {
            let pipeline = context.pipeline.syncOperations
            let here = ChannelPipeline.SynchronousOperations.Position.before(self)
            try pipeline.addHandler(WebSocketFrameEncoder(), position: here)
            try pipeline.addHandler(FrameLengthHandler(), position: here)
            // A frame may be as large as a message, plus one byte to detect that it is too large.
            let decoder = WebSocketFrameDecoder(maxFrameSize: route.limits.message + 1)
            try pipeline.addHandler(ByteToMessageHandler(decoder), position: here)
            try pipeline.addHandler(WebSocketMessageHandler(limits: route.limits), position: here)
            try pipeline.addHandler(route.makeSession(request, context.channel), position: here)
            let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            let tap = try pipeline.context(handlerType: HTTPInputTap.self)
            let conversation = try pipeline.context(handlerType: HTTPConversationHandler.self)
            let requests = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            pipeline.removeHandler(context: encoder, promise: nil)
            pipeline.removeHandler(context: tap, promise: nil)
            pipeline.removeHandler(context: conversation, promise: nil)
            decided.succeed(.webSocket)
            let (sockets, name) = (sockets, route.name)
            sockets.opened(name)
            context.channel.closeFuture.whenComplete { _ in sockets.closed(name) }
            pipeline.removeHandler(context: requests, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }
}
