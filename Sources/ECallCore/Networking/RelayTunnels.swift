public import ECallAPI
import NIOCore
import NIOPosix
import NIOSSL

/// TURN over TCP and TLS for media engines: each relay gets a port of this machine, from which bytes are carried on to it.
///
/// libnice 0.1.21 speaks no TLS, and may crash when a TCP connection to a relay ends under it (decision 89). So the engine's end of
/// a tunnel stays open until the engine closes it, whatever becomes of the relay's: bytes for a relay that is gone are discarded.
///
/// Any other user of such a port on this machine reaches only a server that asks for credentials, as it does everyone. Pinned keys
/// count for relays in TLS too: one with a key of its own has its pin among the others, or is not used by TLS.
public actor RelayTunnels {
    /// The server that a tunnel leads to, and the address of this machine that it is reached by.
    private struct Way: Hashable {
        let isSecure: Bool
        let host: String
        let port: Int
        let near: String
    }

    /// A relay has ended a connection that the engine still uses, or the connection to it broke: the engine does not learn of it.
    public enum Ending: Sendable {
        /// Media went over it until then.
        case ofMedia
        /// It was kept in case it was needed.
        case ofSpare
    }

    /// For one consumer; ends with the tunnels.
    public nonisolated let endings: AsyncStream<Ending>
    private let ending: AsyncStream<Ending>.Continuation
    private let trust: TLSTrust
    private let refused: @Sendable () -> Void
    private let stall: TimeAmount
    private var listeners: [Way: Task<any Channel, any Error>] = [:]

    public init(trust: TLSTrust = .system) { self.init(trust: trust, refused: {}) }

    /// - Parameters:
    ///   - refused: called whenever a relay cannot be connected to.
    ///   - stall: a relay that accepts nothing for so long is given up.
    init(trust: TLSTrust, stall: TimeAmount = .seconds(10), refused: @escaping @Sendable () -> Void) {
        (self.trust, self.stall, self.refused) = (trust, stall, refused)
        (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    deinit {
        ending.finish()
        for listener in listeners.values { Task { try? await listener.value.close() } }
    }

    /// Returns the same relay, for an engine that supports UDP itself; nil if no port of this machine is free.
    public func tunnelled(_ relay: TURNURI) async -> TURNURI? {
        guard relay.isSecure || relay.transport == .tcp else { return relay }
        let way = Way(isSecure: relay.isSecure, host: relay.host, port: relay.port, near: Self.nearAddress())
        let listener =
            listeners[way]
            ?? Task { [trust, stall, refused, ending] in
                try await Self.listen(for: way, trust, stall, refused: refused) { ending.yield($0) }
            }
        listeners[way] = listener
        guard let port = try? await listener.value.localAddress?.port else {
            listeners[way] = nil
            return nil
        }
        return TURNURI(host: way.near, port: port, transport: .tcp)
    }

    /// libnice connects from the addresses it gathers, and to a server of their kind alone.
    private static func nearAddress() -> String {
        let addresses = (try? System.enumerateDevices())?.compactMap(\.address) ?? []
        func has(_ kind: NIOBSDSocket.ProtocolFamily, but own: [String]) -> Bool {
            addresses.contains { address in
                guard address.protocol == kind, let text = address.ipAddress else { return false }
                return !own.contains(where: text.hasPrefix)
            }
        }
        return has(.inet, but: ["127."]) || !has(.inet6, but: ["::1", "fe80:"]) ? "127.0.0.1" : "::1"
    }

    private static func listen(
        for way: Way, _ trust: TLSTrust, _ stall: TimeAmount, refused: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable (Ending) -> Void
    ) async throws -> any Channel {
        let context = way.isSecure ? try NIOSSLContext(configuration: trust.configuration) : nil
        let relay = Relay(
            identity: ServerIdentity(host: way.host, pins: trust.pins), host: way.host, port: way.port,
            context: context, stall: stall, refused: refused, ended: ended)
        return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            // Data waits in the engine, which knows what is stale, rather than here.
            .serverChannelOption(.socketOption(.so_rcvbuf), value: 65_536)
            // Until the relay is connected.
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { near in
                near.eventLoop.makeCompletedFuture {
                    try near.pipeline.syncOperations.addHandler(EngineSideHandler(relay))
                }
            }
            .bind(host: way.near, port: 0).get()
    }
}

/// Connects to one relay.
private struct Relay: Sendable {
    private static let timeout = TimeAmount.seconds(10)
    /// Between two attempts to connect.
    private static let pause = TimeAmount.milliseconds(250)
    /// libnice waits 7.9 s for the answer to a request over TCP, and requests a relay once: a relay that is being restarted is
    /// connected to as soon as it is available.
    private static let patience = TimeAmount.seconds(8)

    let identity: ServerIdentity
    let host: String
    let port: Int
    /// nil without TLS.
    let context: NIOSSLContext?
    let stall: TimeAmount
    let refused: @Sendable () -> Void
    let ended: @Sendable (RelayTunnels.Ending) -> Void

    /// Reports events to `near` as `RelayNews`.
    func connect(for near: any Channel, _ traffic: RecentTraffic, until end: NIODeadline = .now() + patience) {
        guard near.isActive else { return }
        ClientBootstrap(group: near.eventLoop)
            .connectTimeout(Self.timeout)
            .channelInitializer { far in
                far.eventLoop.makeCompletedFuture {
                    let pipeline = far.pipeline.syncOperations
                    if let context {
                        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: identity.name))
                        try pipeline.addHandler(ServerCheckHandler(identity))
                    }
                    try pipeline.addHandler(RelaySideHandler(near, traffic, stall, ended))
                }
            }
            .connect(host: host, port: port)
            .whenComplete { result in
                switch result {
                case .success(let far):
                    guard near.isActive else { return far.close(promise: nil) }
                    near.pipeline.fireUserInboundEventTriggered(RelayNews.connected(far))
                case .failure:
                    refused()
                    guard NIODeadline.now() + Self.pause < end else {
                        return near.pipeline.fireUserInboundEventTriggered(RelayNews.gone)
                    }
                    near.eventLoop.scheduleTask(in: Self.pause) { connect(for: near, traffic, until: end) }
                }
            }
    }
}

/// An event of the relay's end for the engine's end of a tunnel; both are on one event loop.
private enum RelayNews: Sendable {
    case connected(any Channel)
    case gone
}

/// The engine's end: open until the engine closes it.
private final class EngineSideHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let relay: Relay
    private let traffic = RecentTraffic()
    private var far: (any Channel)?

    init(_ relay: Relay) { self.relay = relay }

    func channelActive(context: ChannelHandlerContext) {
        relay.connect(for: context.channel, traffic)
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let news = event as? RelayNews else { return context.fireUserInboundEventTriggered(event) }
        switch news {
        // Its end may have been reported before.
        case .connected(let far): self.far = far.isActive ? far : nil
        case .gone: far = nil
        }
        context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        traffic.add(bytes.readableBytes, now: NIODeadline.now().uptimeNanoseconds)
        far?.write(bytes, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { far?.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        far?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        far?.close(promise: nil)
        far = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// The relay's end. Each end has the other read no faster than it can write itself.
private final class RelaySideHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let near: any Channel
    private let traffic: RecentTraffic
    private let stall: TimeAmount
    private let ended: @Sendable (RelayTunnels.Ending) -> Void
    /// Set while the relay accepts nothing.
    private var giveUp: Scheduled<Void>?

    init(
        _ near: any Channel, _ traffic: RecentTraffic, _ stall: TimeAmount,
        _ ended: @escaping @Sendable (RelayTunnels.Ending) -> Void
    ) {
        (self.near, self.traffic, self.stall, self.ended) = (near, traffic, stall, ended)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        traffic.add(bytes.readableBytes, now: NIODeadline.now().uptimeNanoseconds)
        near.write(bytes, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { near.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let (channel, isWritable) = (context.channel, context.channel.isWritable)
        near.setOption(.autoRead, value: isWritable).whenFailure { _ in }
        giveUp?.cancel()
        // The engine's end would remain unread behind discarded bytes.
        giveUp = isWritable ? nil : context.eventLoop.scheduleTask(in: stall) { channel.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        giveUp?.cancel()
        // Otherwise the engine has ended it.
        if near.isActive { ended(traffic.isMedia(now: NIODeadline.now().uptimeNanoseconds) ? .ofMedia : .ofSpare) }
        near.pipeline.fireUserInboundEventTriggered(RelayNews.gone)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
