import NIOCore
package import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A server for HTTP/1.1 or HTTP/2 over TLS on 127.0.0.1 that keeps its requests and answers as the test orders.
package final class ScriptedServer: Sendable {
    package struct Request: Sendable {
        package let head: HTTPRequestHead
        package let body: [UInt8]
        /// The connection it came over, counted from 1.
        package let connection: Int

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package enum Answer: Sendable {
        case status(Int, String = "", headers: HTTPHeaders = [:])
        /// Never answers.
        case hang
        /// Closes the connection instead of answering.
        case drop
    }

    private struct State {
        var requests: [Request] = []
        var connections = 0
        var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    package let port: Int
    private let channel: any Channel
    private let log: RequestLog

    package var base: String { "https://127.0.0.1:\(port)" }
    package var requests: [Request] { log.requests }

    private init(channel: any Channel, log: RequestLog) {
        self.channel = channel
        self.log = log
        port = channel.localAddress?.port ?? 0
    }

    /// Runs it for the length of `body`. With `http2` it speaks only that: a client must offer `h2` by ALPN.
    package static func run(
        _ authority: TestAuthority, http2: Bool, answer: @escaping @Sendable (Request) -> Answer,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(authority.certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: authority.key, format: .pem)))
        tls.applicationProtocols = http2 ? ["h2"] : ["http/1.1"]
        let context = try NIOSSLContext(configuration: tls)
        let log = RequestLog()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let number = log.connected()
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    guard http2 else {
                        try pipeline.configureHTTPServerPipeline()
                        try pipeline.addHandler(Exchange(connection: number, log: log, answer: answer))
                        return
                    }
                    _ = try pipeline.configureHTTP2Pipeline(
                        mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            let pipeline = stream.pipeline.syncOperations
                            try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                            try pipeline.addHandler(Exchange(connection: number, log: log, answer: answer))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = ScriptedServer(channel: channel, log: log)
        do { try await body(server) } catch {
            try? await channel.close()
            throw error
        }
        try? await channel.close()
    }

    /// Waits until that number of requests was received.
    package func received(_ count: Int) async { await log.received(count) }

    fileprivate final class RequestLog: Sendable {
        private let state = Mutex(State())

        var requests: [Request] { state.withLock { $0.requests } }

        func connected() -> Int {
            state.withLock { state in
                state.connections += 1
                return state.connections
            }
        }

        func add(_ request: Request) {
            let reached = state.withLock { state in
                state.requests.append(request)
                let reached = state.waiting.filter { $0.count <= state.requests.count }
                state.waiting.removeAll { $0.count <= state.requests.count }
                return reached
            }
            for (_, waiter) in reached { waiter.resume() }
        }

        /// Waits for that number, or until the test is cancelled.
        func received(_ count: Int) async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    let isThere = state.withLock { state in
                        if state.requests.count >= count || Task.isCancelled { return true }
                        state.waiting.append((count, waiter))
                        return false
                    }
                    if isThere { waiter.resume() }
                }
            } onCancel: {
                let waiting = state.withLock { state in
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for (_, waiter) in waiting { waiter.resume() }
            }
        }
    }

    /// Handles the requests on one channel in sequence.
    private final class Exchange: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let connection: Int
        private let log: RequestLog
        private let answer: @Sendable (Request) -> Answer
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(connection: Int, log: RequestLog, answer: @escaping @Sendable (Request) -> Answer) {
            (self.connection, self.log, self.answer) = (connection, log, answer)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body(let bytes): body += bytes.readableBytesView
            case .end:
                guard let head else { return }
                let request = Request(head: head, body: body, connection: connection)
                (self.head, body) = (nil, [])
                log.add(request)
                respond(answer(request), context)
            }
        }

        private func respond(_ answer: Answer, _ context: ChannelHandlerContext) {
            switch answer {
            case .hang: break
            case .drop: context.close(promise: nil)
            case .status(let status, let text, var headers):
                headers.replaceOrAdd(name: "content-length", value: "\(text.utf8.count)")
                let head = HTTPResponseHead(
                    version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                // async-http-client 1.37 waits for its deadline after an empty DATA frame that is not the last (HTTP/2).
                if !text.isEmpty {
                    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
                }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
