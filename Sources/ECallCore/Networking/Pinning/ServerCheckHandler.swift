import NIOCore
import NIOSSL
import NIOTLS

/// The server's certificate is valid for another name, or has a key that is not pinned; or there is no TLS at all.
struct WrongServer: Error {}

/// Follows TLS in the pipeline and sends nothing before the server's identity was checked: the first bytes written contain the
/// person's token. Nothing is received from a wrong server either.
final class ServerCheckHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private enum State {
        /// Waits for the end of the handshake; writes meanwhile wait too.
        case waiting([(data: NIOAny, promise: EventLoopPromise<Void>?)])
        case open
        case refusing
    }

    private let identity: ServerIdentity
    private var state: State

    /// - Parameter isPastHandshake: whether the end of the handshake will not be reported any more: then the certificate is checked at once.
    init(_ identity: ServerIdentity, isPastHandshake: Bool = false) {
        self.identity = identity
        state = isPastHandshake ? .refusing : .waiting([])
    }

    /// Adds one, on the event loop, to a connection whose handshake, where there was one, is over.
    static func add(to channel: any Channel, _ identity: ServerIdentity) {
        let pipeline = channel.pipeline.syncOperations
        let handler = ServerCheckHandler(identity, isPastHandshake: true)
        let tls = try? pipeline.handler(type: NIOSSLHandler.self)
        do {
            try pipeline.addHandler(handler, position: tls.map { .after($0) } ?? .first)
        } catch {
            // Only a connection that is closed takes no handler.
            channel.close(promise: nil)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if case .refusing = state, isRightServer(context) { state = .open }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .open: context.write(data, promise: promise)
        case .waiting(let held): state = .waiting(held + [(data, promise)])
        case .refusing:
            promise?.fail(WrongServer())
            refuse(context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .open = state { context.fireChannelRead(data) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent, case .waiting(let held) = state {
            guard isRightServer(context) else { return refuse(context) }
            state = .open
            for write in held { context.write(write.data, promise: write.promise) }
            context.flush()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        failHeld(with: ChannelError.ioOnClosedChannel)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { failHeld(with: ChannelError.ioOnClosedChannel) }

    private func isRightServer(_ context: ChannelHandlerContext) -> Bool {
        guard let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate() else { return false }
        return identity.matches(certificate)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        failHeld(with: WrongServer())
        context.fireErrorCaught(WrongServer())
        context.close(promise: nil)
    }

    /// Fails the writes that waited; from now on everything is refused.
    private func failHeld(with error: any Error) {
        guard case .waiting(let held) = state else { return }
        state = .refusing
        for write in held { write.promise?.fail(error) }
    }
}
