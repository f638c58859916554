import NIOCore
import NIOPosix
import NIOSSL
import STUN

/// Why a TURN server gives no relay.
enum TURNFailure: Error, Equatable {
    /// The name cannot be resolved, or nothing accepts the connection.
    case unreachable
    case noAnswer
    /// The certificate is not to be trusted.
    case untrusted
    /// The code of its refusal (RFC 8489 section 14.8).
    case refused(Int)

    /// For a person.
    var sentence: String {
        switch self {
        case .unreachable: "no connection"
        case .noAnswer: "no answer"
        case .untrusted: "its certificate is not trusted"
        case .refused(401), .refused(441): "it refuses the credentials"
        case .refused(486), .refused(508): "it has no room for more"
        case .refused(403): "it does not allow this"
        case .refused(let code): "it refuses with error \(code)"
        }
    }

    init(_ error: any Error) {
        switch error {
        case let failure as TURNFailure: self = failure
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .untrusted
        case ChannelError.connectTimeout: self = .noAnswer
        default: self = .unreachable
        }
    }
}

/// A socket to a TURN server, and the questions that wait for its answers.
struct TURNLink: Sendable {
    /// The times at which a question over UDP is repeated (RFC 8489 section 6.2.1, shorter: a person waits for it).
    private static let repetitions: [TimeAmount] = [.milliseconds(250), .milliseconds(750), .milliseconds(1_750)]
    private static let patience = TimeAmount.seconds(3)
    private static let connecting = TimeAmount.seconds(4)

    let channel: any Channel
    let isStream: Bool
    private let handler: NIOLoopBound<TURNHandler>

    var loop: any EventLoop { channel.eventLoop }

    static func open(_ address: RelayAddress, on group: any EventLoopGroup) async throws -> TURNLink {
        switch address.transport {
        case .udp: try await openDatagrams(address, group)
        case .tcp, .tls: try await openStream(address, group)
        }
    }

    private static func openDatagrams(_ address: RelayAddress, _ group: any EventLoopGroup) async throws -> TURNLink {
        let loop = group.next()
        let server = try await resolved(address, loop)
        let handler = try await loop.submit { NIOLoopBound(TURNHandler(), eventLoop: loop) }.get()
        let channel = try await DatagramBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([DatagramBytes(server: server), handler.value])
                }
            }
            .connect(to: server).get()
        return TURNLink(channel: channel, isStream: false, handler: handler)
    }

    /// Off the event loop: the system's resolver blocks.
    private static func resolved(_ address: RelayAddress, _ loop: any EventLoop) async throws -> SocketAddress {
        if let number = try? SocketAddress(ipAddress: address.host, port: address.port) { return number }
        return try await NIOThreadPool.singleton.runIfActive {
            try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
        }
    }

    private static func openStream(_ address: RelayAddress, _ group: any EventLoopGroup) async throws -> TURNLink {
        let loop = group.next()
        let handler = try await loop.submit { NIOLoopBound(TURNHandler(), eventLoop: loop) }.get()
        var tls: NIOSSLContext?
        if address.transport == .tls {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            tls = try NIOSSLContext(configuration: configuration)
        }
        let context = tls
        let channel = try await ClientBootstrap(group: loop)
            .connectTimeout(connecting)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let isNumber = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: isNumber ? nil : address.host))
                    }
                    try channel.pipeline.syncOperations.addHandlers([
                        ByteToMessageHandler(TURNStreamDecoder()), handler.value,
                    ])
                }
            }
            .connect(host: address.host, port: address.port).get()
        return TURNLink(channel: channel, isStream: true, handler: handler)
    }

    /// Asks, over UDP again and again, and returns the answer.
    func request(_ message: STUNMessage, key: [UInt8]? = nil) async throws -> STUNMessage {
        try await ask(message, key: key, patience: Self.patience, repetitions: isStream ? [] : Self.repetitions).get()
    }

    /// Asks once; for measuring.
    func ask(
        _ message: STUNMessage, key: [UInt8]? = nil, patience: TimeAmount, repetitions: [TimeAmount] = []
    ) -> EventLoopFuture<STUNMessage> {
        let bytes = ByteBuffer(bytes: message.bytes(key: key))
        let (handler, channel) = (handler, channel)
        return loop.flatSubmit {
            let answer = channel.eventLoop.makePromise(of: STUNMessage.self)
            handler.value.expect(message.transaction, key: key, answer)
            channel.writeAndFlush(bytes, promise: nil)
            let timers =
                repetitions.map { delay in
                    channel.eventLoop.scheduleTask(in: delay) { channel.writeAndFlush(bytes, promise: nil) }
                } + [
                    channel.eventLoop.scheduleTask(in: patience) { handler.value.giveUp(message.transaction) }
                ]
            answer.futureResult.whenComplete { _ in
                for timer in timers { timer.cancel() }
            }
            return answer.futureResult
        }
    }

    /// Returns the packets that arrived on channels since the last call.
    func takeArrivals() async throws -> TURNHandler.Arrivals {
        let handler = handler
        return try await loop.submit {
            defer { handler.value.forgetArrivals() }
            return handler.value.arrivals
        }.get()
    }

    func close() async { try? await channel.close() }
}
