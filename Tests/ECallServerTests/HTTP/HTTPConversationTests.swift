import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ECallServer
@testable import ServerFoundation

/// Timeouts and order on one connection, with a manual clock.
@Suite("HTTP conversations", .timeLimit(.minutes(1)))
struct HTTPConversationTests {
    /// The application at the end of the pipeline: records its input, and answers on request.
    private final class Application: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        var requests: [String] = []
        var ends = 0
        var bodySize = 0
        var isBroken = false
        var context: ChannelHandlerContext?

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }
        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): requests.append(head.uri)
            case .body(let bytes): bodySize += bytes.readableBytes
            case .end: ends += 1
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { isBroken = error is IncompleteRequest }

        func answer(_ status: HTTPResponseStatus = .ok, _ fields: HTTPHeaders = [:], body: String = "x") {
            guard let context else { return }
            var fields = fields
            fields.add(name: "content-length", value: "\(body.utf8.count)")
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: fields))), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// An in-memory connection.
    private final class Wire {
        let channel = EmbeddedChannel()
        let application = Application()
        let refusals = HTTPRefusalCounts()

        init(limits: HTTPLimits = HTTPLimits()) throws {
            let conversation = HTTPConversationHandler(
                limits: limits, refusals: refusals, logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try channel.pipeline.syncOperations.addHandlers([
                HTTPInputTap(conversation), HTTPResponseEncoder(),
                ByteToMessageHandler(
                    HTTPRequestDecoder(limitConfiguration: limits.decoder), maximumBufferSize: 2 * limits.head),
                conversation, application,
            ])
            try channel.connect(to: .init(unixDomainSocketPath: "/wire")).wait()
        }

        func send(_ text: String) { _ = try? channel.writeInbound(ByteBuffer(string: text)) }
        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// The output since the last read.
        var output: String {
            var text = ""
            while let bytes = try? channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }
        var statuses: [Int] { RFC9112Tests.answers(in: output).map(\.status) }
        var isOpen: Bool { channel.isActive }

        deinit {
            channel.close(promise: nil)
            channel.embeddedEventLoop.run()
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("a silent client is disconnected without a response")
    func silence() throws {
        let wire = try Wire()
        wire.wait(14)
        #expect(wire.isOpen)
        wire.wait(1)
        #expect(!wire.isOpen && wire.output.isEmpty)
    }

    @Test("a slow head times out 15 seconds after its first byte")
    func slowHead() throws {
        let wire = try Wire()
        wire.wait(10)
        for byte in Self.get.prefix(14) {
            wire.send(String(byte))
            wire.wait(1)
            #expect(wire.isOpen)
        }
        wire.wait(1)
        #expect(wire.statuses == [408] && !wire.isOpen && wire.application.requests.isEmpty)
        #expect(wire.refusals.byReason == [.timeout: 1])
    }

    @Test("a slow body or chunk times out as well, and no incomplete request is acted on")
    func slowBody() throws {
        for framing in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
            let wire = try Wire()
            wire.send("POST /a HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n2\r\n{}\r\n")
            for _ in 0..<14 {
                wire.wait(1)
                wire.send(framing.hasPrefix("C") ? "x" : "1\r\nx\r\n")
            }
            #expect(wire.isOpen && wire.application.requests == ["/a"])
            wire.wait(1)
            #expect(wire.statuses == [408] && !wire.isOpen)
            #expect(wire.application.isBroken && wire.application.ends == 0)
        }
    }

    @Test("no timeout runs while the application works, and a longer one between requests")
    func idle() throws {
        let wire = try Wire()
        for _ in 0..<3 {
            wire.send(Self.get)
            wire.wait(200)
            #expect(wire.isOpen)
            wire.application.answer()
            #expect(wire.statuses == [200])
            wire.wait(74)
            #expect(wire.isOpen)
        }
        wire.wait(1)
        #expect(!wire.isOpen)
    }

    @Test("the second request has the same timeout as the first")
    func laterRequests() throws {
        let wire = try Wire()
        wire.send(Self.get)
        wire.application.answer()
        wire.wait(50)
        // The running timeout is that of an idle connection, which is longer.
        wire.send("GET ")
        wire.wait(14)
        #expect(wire.isOpen && wire.statuses == [200])
        wire.wait(1)
        #expect(wire.statuses == [408] && !wire.isOpen)
    }

    @Test("a client that does not read is disconnected")
    func notReading() throws {
        let wire = try Wire()
        wire.send(Self.get + Self.get)
        wire.channel.isWritable = false
        wire.channel.pipeline.fireChannelWritabilityChanged()
        wire.wait(20)
        wire.channel.isWritable = true
        wire.channel.pipeline.fireChannelWritabilityChanged()
        wire.wait(20)
        #expect(wire.isOpen)
        wire.channel.isWritable = false
        wire.channel.pipeline.fireChannelWritabilityChanged()
        wire.wait(30)
        #expect(!wire.isOpen)
    }

    @Test("requests reach the application one at a time, however many arrive at once")
    func oneAtATime() throws {
        let wire = try Wire()
        wire.send(String(repeating: Self.get, count: 1000))
        for number in 1...1000 {
            #expect(wire.application.requests.count == number && wire.application.ends == number)
            wire.application.answer()
        }
        #expect(wire.statuses.count == 1000 && wire.isOpen)
    }

    @Test("an error is answered once, behind the outstanding responses")
    func errorBehindRequests() throws {
        let wire = try Wire()
        wire.send(Self.get + Self.get + "GET / HTTP/1.1\r\nX : y\r\n\r\n" + Self.get)
        wire.send(Self.get)
        #expect(wire.output.isEmpty)
        wire.application.answer()
        #expect(wire.statuses == [200] && wire.isOpen)
        wire.application.answer()
        #expect(wire.statuses == [200, 400] && !wire.isOpen)
        wire.application.answer()
        #expect(wire.output.isEmpty && wire.application.requests.count == 2)
    }

    @Test("an error within a body is that request's response, even if the application answers later")
    func errorInBody() throws {
        let wire = try Wire()
        wire.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n")
        #expect(wire.statuses == [400] && !wire.isOpen && wire.application.isBroken && wire.application.ends == 0)
        wire.application.answer()
        #expect(wire.output.isEmpty && wire.refusals.byReason == [.malformed: 1])
    }

    @Test("a lost connection cancels the incomplete request")
    func lost() throws {
        let wire = try Wire()
        wire.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}")
        wire.channel.pipeline.fireChannelInactive()
        #expect(wire.application.isBroken && wire.application.ends == 0)
        let stopping = try Wire()
        stopping.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}")
        stopping.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        stopping.channel.close(promise: nil)
        #expect(!stopping.isOpen && stopping.application.isBroken && stopping.application.ends == 0)
    }

    @Test("any 413 closes the connection; a body beyond the limit does not reach the application")
    func tooLarge() throws {
        var limits = HTTPLimits()
        limits.body = 10
        let announced = try Wire(limits: limits)
        announced.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n")
        #expect(announced.statuses == [413] && !announced.isOpen && announced.application.requests.isEmpty)

        let chunked = try Wire(limits: limits)
        chunked.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 { chunked.send("1\r\nx\r\n") }
        #expect(chunked.application.bodySize == 11)
        // The application must detect the excess, in pieces of any size.
        let pieces = try Wire(limits: limits)
        pieces.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 { pieces.send("5\r\nxxxxx\r\n") }
        #expect(pieces.application.bodySize == 15)
        chunked.application.answer(.payloadTooLarge)
        let answer = chunked.output
        #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("connection: close") && !chunked.isOpen)
    }

    @Test("white space before a value counts towards the limit, although the decoder does not count it")
    func whiteSpace() throws {
        let wire = try Wire()
        wire.send("GET / HTTP/1.1\r\nHost: a\r\nX:")
        for _ in 0..<40 { wire.send(String(repeating: " ", count: 1024)) }
        #expect(wire.statuses == [431] && !wire.isOpen)
    }

    @Test("a response before the body's end leaves the connection usable, and does not wait forever")
    func earlyAnswer() throws {
        let wire = try Wire()
        wire.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
        wire.application.answer()
        wire.send("body" + Self.get)
        wire.application.answer()
        #expect(wire.statuses == [200, 200] && wire.isOpen)
        wire.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
        wire.application.answer()
        wire.wait(15)
        #expect(wire.statuses == [200] && !wire.isOpen)
    }

    @Test("a response to HEAD has no body, and no terminating chunk")
    func head() throws {
        let wire = try Wire()
        for fields in [HTTPHeaders(), ["transfer-encoding": "chunked"]] {
            wire.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
            wire.application.answer(.ok, fields)
            #expect(wire.output.hasSuffix("\r\n\r\n") && wire.isOpen)
        }
        wire.send(Self.get)
        wire.application.answer(body: "yes")
        #expect(wire.output.hasSuffix("\r\n\r\nyes"))
    }

    @Test("a half-closed client gets its responses, and the connection closes")
    func halfClosed() throws {
        let wire = try Wire()
        wire.send(Self.get + Self.get)
        wire.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        wire.application.answer()
        #expect(wire.isOpen)
        wire.application.answer()
        #expect(wire.statuses == [200, 200] && !wire.isOpen)
        let idle = try Wire()
        idle.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!idle.isOpen)
    }

    @Test("the result does not depend on how the input is split")
    func pieces() throws {
        let request = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        let bytes = Array((request + Self.get + "x\r\n\r\n").utf8)
        for size in 1...bytes.count {
            let wire = try Wire()
            var rest = bytes[...]
            while !rest.isEmpty, wire.isOpen {
                wire.send(String(decoding: rest.prefix(size), as: UTF8.self))
                rest = rest.dropFirst(size)
                if wire.application.ends == 1, wire.application.requests.count == 1 { wire.application.answer() }
            }
            if wire.application.ends == 2 { wire.application.answer() }
            #expect(wire.statuses == [200, 200, 400] && !wire.isOpen, "\(size)")
        }
    }
}
