import ECallAPI
import NIOCore
import NIOEmbedded
import Synchronization

@testable import SignalRouting

/// A session of a device whose channel sends nothing: the test decides the result of each signal.
struct SignalWire {
    /// A request of the sessions; a signal's `promise` succeeds when it is sent, and fails when it is missed.
    struct Request: Sendable {
        let request: SignalSessionRequest
        let promise: EventLoopPromise<Void>?

        /// `live KIND CALL`, `waited KIND CALL` or `end`.
        var line: String {
            switch request {
            case .deliver(.live(let outgoing, _)): "live \(Self.name(outgoing))"
            case .deliver(.message(let message)): "message \(Self.body(message)) of \(message.tag?.sender.device ?? 0)"
            case .deliver(.waited(let entry)): "waited \(Self.name(entry.outgoing))"
            case .accept: "accept"
            case .refuse: "refuse"
            case .end: "end"
            }
        }

        private static func body(_ message: OutgoingSignal) -> String {
            guard case .e2ee(let signal)? = message.signal, case .body(let body) = signal.content else { return "-" }
            return "\(signal.kind) \(body)"
        }

        private static func name(_ outgoing: OutgoingSignal) -> String {
            "\(outgoing.kind.rawValue) \(outgoing.call?.description ?? "-")"
        }
    }

    private final class Handler: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = Never
        private let requests: AsyncStream<Request>.Continuation
        private let flushed = Mutex(0)

        init(_ requests: AsyncStream<Request>.Continuation) { self.requests = requests }

        var flushes: Int { flushed.withLock(\.self) }

        func flush(context: ChannelHandlerContext) { flushed.withLock { $0 += 1 } }

        func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
            guard let request = event as? SignalSessionRequest else { return promise?.fail(ChannelError.eof) ?? () }
            requests.yield(Request(request: request, promise: promise))
        }
    }

    let session: SignalSession
    private let sessions: SignalSessions
    private let requests: AsyncStream<Request>
    private let handler: Handler

    /// The number of flushes of the channel.
    var flushes: Int { handler.flushes }

    init(
        _ identity: DeviceIdentity, to sessions: SignalSessions, takesExtensions: Bool = false, takesE2EE: Bool = false
    ) async {
        let (requests, continuation) = AsyncStream.makeStream(of: Request.self)
        handler = Handler(continuation)
        let channel = await NIOAsyncTestingChannel(handlers: [handler])
        session = SignalSession(
            identity: identity, channel: channel, takesExtensions: takesExtensions, takesE2EE: takesE2EE)
        (self.sessions, self.requests) = (sessions, requests)
    }

    func open() {
        sessions.report(.connected(session))
        sessions.report(.subscribed(session))
    }

    func close() { sessions.report(.closed(session)) }

    func send(_ json: String) throws {
        guard case .signal(let received)? = ClientSignal(json: Array(json.utf8)) else { throw ChannelError.eof }
        sessions.report(.sent(session, received))
    }

    /// The next request of the sessions.
    func next() async throws -> Request {
        for await request in requests { return request }
        throw ChannelError.eof
    }

    /// The next signal, which is sent.
    func takes() async throws -> String {
        let request = try await next()
        request.promise?.succeed()
        return request.line
    }
}
