import NIOCore
import NIOSSL
import NIOTLS

/// The server's certificate is good, and its key none of those that are pinned; or there is no TLS at all.
struct UnpinnedKey: Error {}

/// Stands behind TLS and lets nothing out before the server's key was found among the pins: what is written first carries
/// the person's token. Nothing comes in from another key either.
final class PinCheckHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private enum State {
        /// For the end of the handshake; what is written meanwhile waits too.
        case waiting([(data: NIOAny, promise: EventLoopPromise<Void>?)])
        case open
        case refusing
    }

    private let pins: CertificatePins
    private var state: State

    /// - Parameter isPastHandshake: whether there will be no word any more of its end: then the key is looked at at once.
    init(_ pins: CertificatePins, isPastHandshake: Bool = false) {
        self.pins = pins
        state = isPastHandshake ? .refusing : .waiting([])
    }

    /// Adds one, on the event loop, to a connection whose handshake, where there was one, is over.
    static func add(to channel: any Channel, _ pins: CertificatePins) {
        let pipeline = channel.pipeline.syncOperations
        let handler = PinCheckHandler(pins, isPastHandshake: true)
        let tls = try? pipeline.handler(type: NIOSSLHandler.self)
        do {
            try pipeline.addHandler(handler, position: tls.map { .after($0) } ?? .first)
        } catch {
            // Only a connection that is closed takes no handler.
            channel.close(promise: nil)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if case .refusing = state, isPinned(context) { state = .open }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .open: context.write(data, promise: promise)
        case .waiting(let held): state = .waiting(held + [(data, promise)])
        case .refusing:
            promise?.fail(UnpinnedKey())
            refuse(context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .open = state { context.fireChannelRead(data) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent, case .waiting(let held) = state {
            guard isPinned(context) else { return refuse(context) }
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

    private func isPinned(_ context: ChannelHandlerContext) -> Bool {
        guard let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate(),
            let key = try? certificate.extractPublicKey().toSPKIBytes()
        else { return false }
        return pins.allow(subjectPublicKeyInfo: key)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        failHeld(with: UnpinnedKey())
        context.fireErrorCaught(UnpinnedKey())
        context.close(promise: nil)
    }

    /// From now on everything is refused.
    private func failHeld(with error: any Error) {
        guard case .waiting(let held) = state else { return }
        state = .refusing
        for write in held { write.promise?.fail(error) }
    }
}
