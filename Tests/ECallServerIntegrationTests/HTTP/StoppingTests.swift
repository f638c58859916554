import ECallAPI
import Foundation
import Logging
import NIOCore
import ServerTestSupport
import ServiceLifecycle
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Stopping", .timeLimit(.minutes(1)))
struct StoppingTests {
    /// Reads messages and sends nothing.
    private final class Silence: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage
    }

    /// Sends on request.
    private struct HeldMessages: MessageSender {
        let asked: AsyncStream<Void>.Continuation
        let release: AsyncStream<Void>

        var channels: Set<MessageChannel> { [.email] }
        func send(_ message: OutgoingMessage) async throws {
            asked.yield()
            for await _ in release { break }
        }
    }

    private static func parts() -> CallParts {
        let signals = RecordingSignals()
        let route = WebSocketRoute(
            name: "test", paths: ["/ws"], subprotocol: "v12.stomp", limits: WebSocketLimits(message: 1024)
        ) { _, _ in Silence() }
        return CallParts(
            signals: signals, presence: signals, addRoutes: { _ in }, server: { _ in .http1(webSockets: [route]) },
            services: [])
    }

    @Test("the server stops within ten seconds with stuck clients, and finishes running requests first")
    func stuckClients() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-stop-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = ServerSettings(dataDirectory: path)
        settings.port = 0
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let (release, releasing) = AsyncStream.makeStream(of: Void.self)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let environment = AppEnvironment(
            clock: .system, messages: HeldMessages(asked: asking, release: release), callParts: { _ in Self.parts() })
        let log = RecordedLog()
        let application = try await buildApplication(settings, environment: environment, logger: log.logger) {
            port.yield($0)
        }
        let group = serviceGroup(for: application, logger: log.logger)
        let running = Task { try await group.run() }
        let number = try #require(await ports.first { _ in true })

        let halfABody = try await TestSocket.connect(number)
        try await halfABody.send(
            Array(
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{".utf8
            ))
        let halfAHead = try await TestSocket.connect(number)
        try await halfAHead.send(Array("GET / HT".utf8))
        let silent = try await TestSocket.webSocket(number, "/ws")
        let deaf = try await TestSocket.webSocket(number, "/ws")
        try await deaf.stopReading()
        let working = try await TestSocket.connect(number)
        let body = "{\"email\":\"ana@example.net\"}"
        try await working.send(
            Array(
                "POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    .utf8))
        for await _ in asked { break }

        let begin = ContinuousClock.now
        await group.triggerGracefulShutdown()
        #expect(try await silent.next() == .close(1001))
        await #expect(throws: (any Error).self) { try await TestSocket.connect(number) }
        releasing.yield()
        #expect(try await working.head().hasPrefix("HTTP/1.1 200"))
        try await running.value
        let time = ContinuousClock.now - begin
        print("measured: stopped after \(time) with four stuck clients")
        #expect(time < .seconds(10))
        withExtendedLifetime((halfABody, halfAHead, deaf)) {}
    }
}
