public import ECallAPI
import NIOCore
import NIOPosix
import NIOSSL

/// TURN over TLS for media engines that speak TURN over TCP in clear alone, as libnice does: connections to a port of this
/// machine are carried on in TLS.
///
/// Whoever else on this machine uses such a port reaches a server that asks for credentials, as everybody does. Where keys are
/// pinned they count for relays too: one with a key of its own has its pin among the others, or is not used by TLS.
public actor RelayTunnels {
    /// Where a tunnel leads.
    private struct Way: Hashable {
        let host: String
        let port: Int
    }

    private static let timeout = TimeAmount.seconds(10)

    private let trust: TLSTrust
    private var listeners: [Way: Task<any Channel, any Error>] = [:]

    public init(trust: TLSTrust = .system) { self.trust = trust }

    deinit {
        for listener in listeners.values { Task { try? await listener.value.close() } }
    }

    /// The same relay, as an engine without TLS reaches it; nil where no port of this machine can be had.
    public func plain(_ relay: TURNURI) async -> TURNURI? {
        guard relay.isSecure else { return relay }
        let way = Way(host: relay.host, port: relay.port)
        let listener = listeners[way] ?? Task { [trust] in try await Self.listen(for: way, trust) }
        listeners[way] = listener
        guard let port = try? await listener.value.localAddress?.port else {
            listeners[way] = nil
            return nil
        }
        return TURNURI(host: "127.0.0.1", port: port, transport: .tcp)
    }

    private static func listen(for way: Way, _ trust: TLSTrust) async throws -> any Channel {
        let (context, pins) = (try NIOSSLContext(configuration: trust.configuration), trust.pins)
        return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            // A connection waits until TLS has its own; one that gets none is closed.
            .childChannelInitializer { near in
                connect(near, to: way, context, pins).flatMap { far in
                    near.eventLoop.makeCompletedFuture {
                        try near.pipeline.syncOperations.addHandler(CarryingHandler(to: far))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    private static func connect(
        _ near: any Channel, to way: Way, _ context: NIOSSLContext, _ pins: CertificatePins?
    ) -> EventLoopFuture<any Channel> {
        let identity = ServerIdentity(host: way.host, pins: pins)
        return ClientBootstrap(group: near.eventLoop)
            .connectTimeout(timeout)
            .channelInitializer { far in
                far.eventLoop.makeCompletedFuture {
                    let pipeline = far.pipeline.syncOperations
                    try pipeline.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: identity.name))
                    try pipeline.addHandler(ServerCheckHandler(identity))
                    try pipeline.addHandler(CarryingHandler(to: near))
                }
            }
            .connect(host: way.host, port: way.port)
    }
}

/// Writes what one connection reads to another, and has that one read no faster than this one can write.
private final class CarryingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) { self.other = other }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { other.write(unwrapInboundIn(data), promise: nil) }

    func channelReadComplete(context: ChannelHandlerContext) { other.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        other.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
