import ECallAPI
import ECallCore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@Suite("HTTP transport", .timeLimit(.minutes(1)))
struct AsyncHTTPTransportTests {
    /// Answers every request with its own body and some of its head; `/silent` never.
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private var head: HTTPRequestHead?
        private var body = ByteBuffer()

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body.clear()
            case .body(var part): body.writeBuffer(&part)
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            guard let head, head.uri != "/silent" else { return }
            var headers: HTTPHeaders = [
                "X-Line": "\(head.method.rawValue) \(head.uri)",
                "X-Authorization": head.headers["authorization"].joined(),
            ]
            if head.uri == "/large" { body = ByteBuffer(repeating: 0, count: 4 * 1024 * 1024 + 1) }
            if head.uri == "/redirect" { headers.add(name: "location", value: "/elsewhere") }
            headers.add(name: "content-length", value: "\(body.readableBytes)")
            let status = head.uri == "/redirect" ? HTTPResponseStatus.found : .imATeapot
            context.write(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
                promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private func served(_ body: (String, AsyncHTTPTransport) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Echo())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let transport = AsyncHTTPTransport()
        let port = channel.localAddress?.port ?? 0
        let result = await Result(catching: { try await body("http://127.0.0.1:\(port)", transport) })
        try? await channel.close()
        await transport.shutdown()
        try result.get()
    }

    @Test("method, headers and body arrive; status, headers and body come back; redirections are not followed")
    func roundTrip() async throws {
        try await served { base, transport in
            let answer = try await transport.perform(
                HTTPRequest(
                    method: .patch, url: base + "/a?b=1", headers: ["Authorization": "Bearer x"],
                    body: Data(#"{"a":1}"#.utf8)))
            #expect(answer.status == 418)
            #expect(answer.headers["x-line"] == "PATCH /a?b=1")
            #expect(answer.headers["x-authorization"] == "Bearer x")
            #expect(answer.body == Data(#"{"a":1}"#.utf8))
            let redirect = try await transport.perform(HTTPRequest(method: .get, url: base + "/redirect"))
            #expect(redirect.status == 302)
        }
    }

    /// 003-33
    @Test("silence, too large an answer and a closed port are errors")
    func failures() async throws {
        var base = ""
        try await served { address, transport in
            base = address
            await #expect(throws: HTTPTransportError.timeout) {
                try await transport.perform(
                    HTTPRequest(method: .get, url: address + "/silent", timeout: .milliseconds(200)))
            }
            await #expect(throws: HTTPTransportError.answerTooLarge) {
                try await transport.perform(HTTPRequest(method: .get, url: address + "/large"))
            }
            var patient = HTTPRequest(method: .get, url: address + "/large")
            patient.largestAnswer += 1
            let large = try await transport.perform(patient)
            #expect(large.body.count == patient.largestAnswer)
            await #expect(throws: HTTPTransportError.malformed) {
                try await transport.perform(HTTPRequest(method: .get, url: "no address"))
            }
        }
        let transport = AsyncHTTPTransport()
        // No server listens there any more.
        await #expect(throws: HTTPTransportError.refused) {
            try await transport.perform(HTTPRequest(method: .get, url: base, timeout: .seconds(5)))
        }
        // Longer than a label may be: no name server is asked.
        let name = String(repeating: "x", count: 64)
        await #expect(throws: HTTPTransportError.unknownHost) {
            try await transport.perform(HTTPRequest(method: .get, url: "http://\(name).example/", timeout: .seconds(5)))
        }
        await transport.shutdown()
    }
}
