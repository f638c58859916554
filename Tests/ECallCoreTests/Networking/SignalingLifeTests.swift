import ECallAPI
import STOMP
import Synchronization
import TestSupport
import Testing

@testable import ECallCore

/// Checks of a connection that may have died without a sign.
@Suite("Signalling over an unstable network", .timeLimit(.minutes(1)))
struct SignalingLifeTests {
    /// A client that is online on `first`, with its reports and checks.
    private struct Scene {
        let time = ManualTime()
        let first = ScriptedSocket()
        let second = ScriptedSocket()
        let dialer: ScriptedDialer
        let client: SignalingClient
        var server: ScriptedSTOMPServer
        var states: AsyncStream<SignalingState>.Iterator

        init(failures: Int = 0) async throws {
            let unreachable = [Result<ScriptedSocket, SocketError>](
                repeating: .failure(.unreachable), count: failures)
            dialer = ScriptedDialer([.success(first)] + unreachable + [.success(second)])
            client = SignalingClient(
                server: try .test(),
                credentials: { (_) async throws(APIClientError) in
                    SignalingCredentials(device: 77, passcode: "secret")
                }, dialer: dialer, time: time, random: { 0 })
            server = ScriptedSTOMPServer(first)
            states = client.states.makeAsyncIterator()
            await client.start()
            _ = try await server.accept()
            #expect(await states.next() == .connecting)
            #expect(await states.next() == .online)
        }
    }

    @Test("a check requests a receipt for an empty SEND, and keeps a connection that answers")
    func lives() async throws {
        var scene = try await Scene()
        await scene.client.makeSureItLives()
        // No further check starts while that one is open.
        await scene.client.makeSureItLives()
        let asked = try #require(try await scene.server.next())
        #expect(asked.command == .send)
        #expect(asked["destination"] == "/exchange/ecall.signal.in")
        #expect(asked.body.isEmpty)
        let receipt = try #require(asked["receipt"])
        await scene.time.someoneSleeps(for: SignalingClient.checkTime)
        try scene.server.send(.receipt, [STOMPHeader("receipt-id", receipt)])
        // In order: once the signal is here, the receipt was processed.
        try scene.server.send(
            .message,
            [
                STOMPHeader("subscription", "sub-77"), STOMPHeader("message-id", "1"),
                STOMPHeader("destination", "/exchange/ecall.signal.out/77"),
            ], body: #"{"type":"call_ended","callId":9}"#)
        var signals = scene.client.signals.makeAsyncIterator()
        #expect(await signals.next()?.kind == .callEnded)
        scene.time.advance(by: SignalingClient.checkTime)
        await scene.client.makeSureItLives()
        let again = try #require(try await scene.server.next())
        #expect(again["receipt"] != nil && again["receipt"] != receipt)
        #expect(await scene.client.state == .online)
        #expect(!scene.first.isClosed)
    }

    @Test("a confirmed send waits for its receipt: it is confirmed, times out, or is lost with its connection")
    func confirmed() async throws {
        var scene = try await Scene()
        let client = scene.client
        func send() -> Task<Bool, Never> {
            Task {
                (try? await client.send(.sample(.e2ee, call: 7), confirmedWithin: .seconds(2))) != nil
            }
        }
        let taken = send()
        let asked = try #require(try await scene.server.next())
        #expect(asked.command == .send && !asked.body.isEmpty)
        let receipt = try #require(asked["receipt"])
        try scene.server.send(.receipt, [STOMPHeader("receipt-id", receipt)])
        #expect(await taken.value)
        let late = send()
        #expect(try await scene.server.next()?["receipt"] != receipt)
        await scene.time.someoneSleeps(for: .seconds(2))
        scene.time.advance(by: .seconds(2))
        #expect(await !late.value)
        let lost = send()
        #expect(try await scene.server.next()?["receipt"] != nil)
        scene.first.close()
        #expect(await !lost.value)
        #expect(await client.state != .online)
    }

    @Test("a connection that does not answer within 2 s is replaced at once, without its end")
    func replaces() async throws {
        var scene = try await Scene()
        await scene.client.makeSureItLives()
        await scene.time.someoneSleeps(for: SignalingClient.checkTime)
        scene.time.advance(by: SignalingClient.checkTime)
        var next = ScriptedSTOMPServer(scene.second)
        _ = try await next.accept()
        for state in [SignalingState.connecting, .waiting(.zero), .connecting, .online] {
            #expect(await scene.states.next() == state)
        }
        #expect(scene.first.isClosed)
    }

    @Test("a connection from a removed address is replaced at once; others are only checked")
    func addressRemoved() async throws {
        var scene = try await Scene()
        scene.first.address.withLock { $0 = "192.0.2.1" }
        await scene.client.networkChanged(.addressRemoved("192.0.2.2"))
        #expect(try await scene.server.next()?["receipt"] != nil)
        #expect(!scene.first.isClosed)
        await scene.client.networkChanged(.addressRemoved("192.0.2.1"))
        var next = ScriptedSTOMPServer(scene.second)
        _ = try await next.accept()
        for state in [SignalingState.connecting, .waiting(.zero), .connecting, .online] {
            #expect(await scene.states.next() == state)
        }
    }

    @Test("a network change between two connections ends the pause")
    func waiting() async throws {
        var scene = try await Scene()
        scene.first.end(.lost)
        #expect(await scene.states.next() == .connecting)
        #expect(await scene.states.next() == .waiting(.milliseconds(500)))
        await scene.time.someoneSleeps(for: .milliseconds(500))
        await scene.client.networkChanged(.addressAdded("192.0.2.7"))
        var next = ScriptedSTOMPServer(scene.second)
        _ = try await next.accept()
        #expect(await scene.states.next() == .connecting)
        #expect(await scene.states.next() == .online)
    }

    @Test("the client tries every 2 s at least while a call waits")
    func urgent() async throws {
        var scene = try await Scene(failures: 7)
        await scene.client.setUrgent(true)
        scene.first.end(.lost)
        for pause in [250, 250, 500, 1000, 2000, 2000, 2000, 2000].map({ Duration.milliseconds($0) }) {
            #expect(await scene.states.next() == .connecting)
            #expect(await scene.states.next() == .waiting(pause))
            await scene.time.someoneSleeps(for: pause)
            scene.time.advance(by: pause)
        }
        var next = ScriptedSTOMPServer(scene.second)
        _ = try await next.accept()
    }
}
