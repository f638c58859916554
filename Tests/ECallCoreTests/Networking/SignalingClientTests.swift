import ECallAPI
import ECallCore
import Foundation
import STOMP
import Synchronization
import TestSupport
import Testing

@Suite("Signalling client", .timeLimit(.minutes(1)))
struct SignalingClientTests {
    private func client(_ dialer: ScriptedDialer, time: ManualTime) throws -> SignalingClient {
        try client(dialer, time: time) { (_) async throws(APIClientError) in
            SignalingCredentials(device: 77, passcode: "secret")
        }
    }

    private func client(
        _ dialer: ScriptedDialer, time: ManualTime, credentials: @escaping SignalingClient.CredentialSource
    ) throws -> SignalingClient {
        SignalingClient(
            server: try .test(), credentials: credentials, dialer: dialer, time: time, random: { 0 })
    }

    /// 003-16, 003-17
    @Test("the client comes online with the device's login, subscribes to its inbox, and drops unknown signals")
    func online() async throws {
        let socket = ScriptedSocket()
        let dialer = ScriptedDialer([.success(socket)])
        let client = try client(dialer, time: ManualTime())
        var server = ScriptedSTOMPServer(socket)
        var states = client.states.makeAsyncIterator()
        await client.start()
        let (connect, subscribe) = try await server.accept()
        #expect(connect?["login"] == "device-77")
        #expect(connect?["passcode"] == "secret")
        #expect(connect?["ecall-signals"] == "2")
        #expect(connect?["heart-beat"] == "10000,10000")
        #expect(subscribe?["destination"] == "/exchange/ecall.signal.out/77")
        #expect(dialer.requests[0].subprotocol == "v12.stomp")
        #expect(dialer.requests[0].address.description == "wss://calls.example.org/ws/")
        #expect(await states.next() == .connecting)
        #expect(await states.next() == .online)

        let headers = [
            STOMPHeader("subscription", "sub-77"), STOMPHeader("message-id", "1"),
            STOMPHeader("destination", "/exchange/ecall.signal.out/77"),
        ]
        try server.send(.message, headers, body: #"{"type":"from_the_future"}"#)
        try server.send(.message, headers, body: "no JSON")
        try server.send(.message, headers, body: #"{"type":"call_ended","callId":9}"#)
        var signals = client.signals.makeAsyncIterator()
        let signal = await signals.next()
        #expect(signal?.kind == .callEnded)
        #expect(signal?.call == 9)
        #expect(await client.droppedMessages == 2)
    }

    @Test("the client sends to the one destination when online")
    func sends() async throws {
        let socket = ScriptedSocket()
        let client = try client(ScriptedDialer([.success(socket)]), time: ManualTime())
        var server = ScriptedSTOMPServer(socket)
        await client.start()
        _ = try await server.accept()
        try await client.send(.requestAESKey(KeyRequest(route: SignalRoute(call: 5, user: nil, device: nil))))
        let frame = try await server.next()
        #expect(frame?.command == .send)
        #expect(frame?["destination"] == "/exchange/ecall.signal.in")
        #expect(frame.map { String(decoding: $0.body, as: UTF8.self) } == #"{"type":"request_aes_key","callId":5}"#)
    }

    /// 003-15
    @Test("the client reconnects after growing, capped pauses, and subscribes again")
    func reconnects() async throws {
        let time = ManualTime()
        let (first, second) = (ScriptedSocket(), ScriptedSocket())
        let failures = [Result<ScriptedSocket, SocketError>](repeating: .failure(.unreachable), count: 8)
        let dialer = ScriptedDialer([.success(first)] + failures + [.success(second)])
        let client = try client(dialer, time: time)
        var states = client.states.makeAsyncIterator()
        var server = ScriptedSTOMPServer(first)
        await client.start()
        _ = try await server.accept()
        #expect(await states.next() == .connecting)
        #expect(await states.next() == .online)

        first.end(.lost)
        let pauses = [0.5, 0.5, 1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) }
        for pause in pauses {
            #expect(await states.next() == .connecting)
            #expect(await states.next() == .waiting(pause))
            await time.someoneSleeps(for: pause)
            time.advance(by: pause)
        }
        var again = ScriptedSTOMPServer(second)
        let (_, subscribe) = try await again.accept()
        #expect(subscribe?["id"] == "sub-77")
        #expect(await states.next() == .connecting)
        #expect(await states.next() == .online)
        #expect(dialer.requests.count == 10)
    }

    @Test("a connection that held for five seconds is made again at once; another only after a pause")
    func reconnectsAtOnce() async throws {
        let time = ManualTime()
        let (first, second) = (ScriptedSocket(), ScriptedSocket())
        let client = try client(ScriptedDialer([.success(first), .success(second)]), time: time)
        var states = client.states.makeAsyncIterator()
        var server = ScriptedSTOMPServer(first)
        await client.start()
        _ = try await server.accept()
        for state in [SignalingState.connecting, .online] { #expect(await states.next() == state) }
        time.advance(by: .seconds(5))
        first.end(.lost)
        var again = ScriptedSTOMPServer(second)
        _ = try await again.accept()
        for state in [SignalingState.connecting, .waiting(.zero), .connecting, .online] {
            #expect(await states.next() == state)
        }
        time.advance(by: .seconds(4))
        second.end(.lost)
        for state in [SignalingState.connecting, .waiting(.seconds(0.5))] { #expect(await states.next() == state) }
    }

    @Test("a silent server is taken for dead and left")
    func silence() async throws {
        let time = ManualTime()
        let socket = ScriptedSocket()
        let client = try client(ScriptedDialer([.success(socket)]), time: time)
        var server = ScriptedSTOMPServer(socket)
        await client.start()
        _ = try await server.accept()
        #expect(await client.waitUntilOnline(timeout: .seconds(1)))
        while !socket.isClosed {
            time.advance(by: .seconds(5))
            await Task.yield()
        }
        #expect(await client.state != .online)
    }

    @Test("refused credentials are fetched again")
    func refusedCredentials() async throws {
        let time = ManualTime()
        let (first, second) = (ScriptedSocket(), ScriptedSocket())
        let asked = Mutex<[Bool]>([])
        let client = try client(ScriptedDialer([.success(first), .success(second)]), time: time) {
            (isRefused) async throws(APIClientError) in
            asked.withLock { $0.append(isRefused) }
            return SignalingCredentials(device: 77, passcode: isRefused ? "fresh" : "stale")
        }
        await client.start()
        var server = ScriptedSTOMPServer(first)
        #expect(try await server.next()?["passcode"] == "stale")
        try server.send(.error, [STOMPHeader("message", "Bad CONNECT")])
        await time.someoneSleeps(for: .milliseconds(500))
        time.advance(by: .milliseconds(500))
        var again = ScriptedSTOMPServer(second)
        #expect(try await again.next()?["passcode"] == "fresh")
        #expect(asked.withLock { $0 } == [false, true])
        #expect(first.isClosed)
    }

    @Test("the client gives up when the server does not know the device any more")
    func signedOut() async throws {
        let client = try client(ScriptedDialer([]), time: ManualTime()) { (_) async throws(APIClientError) in
            throw .signedOut(.deviceNotRegistered)
        }
        var states = client.states.makeAsyncIterator()
        await client.start()
        #expect(await states.next() == .connecting)
        #expect(await states.next() == .signedOut(.deviceNotRegistered))
        await #expect(throws: SignalingError.stopped) { try await client.send(.sample(.requestAESKey)) }
        #expect(await client.waitUntilOnline(timeout: .seconds(5)) == false)
    }

    @Test("a suspended account is reported at once and retried, and is online when that is over")
    func suspended() async throws {
        let time = ManualTime()
        let refusal = APIClientError.server(code: "ErrAccountSuspended", status: 403, title: "Suspended")
        let isSuspended = Mutex(true)
        let socket = ScriptedSocket()
        let client = try client(ScriptedDialer([.success(socket)]), time: time) {
            (_) async throws(APIClientError) in
            if isSuspended.withLock({ $0 }) { throw refusal }
            return SignalingCredentials(device: 77, passcode: "good")
        }
        var states = client.states.makeAsyncIterator()
        await client.start()
        #expect(await client.waitUntilOnline(timeout: .seconds(5)) == false)
        #expect(await states.next() == .connecting)
        #expect(await states.next() == .suspended(refusal))
        // A caller gets the current state, not a former one.
        isSuspended.withLock { $0 = false }
        let waiting = Task { await client.waitUntilOnline(timeout: .seconds(5)) }
        var server = ScriptedSTOMPServer(socket)
        _ = try await server.accept()
        #expect(await waiting.value)
    }

    @Test("a server that was never found is not awaited, and the reason is known; later it is")
    func noServer() async throws {
        let (socket, time) = (ScriptedSocket(), ManualTime())
        let refusal = Mutex<APIClientError?>(.refused(host: "calls.example.org"))
        let client = try client(ScriptedDialer([.success(socket)]), time: time) { (_) async throws(APIClientError) in
            if let error = refusal.withLock({ $0 }) { throw error }
            return SignalingCredentials(device: 77, passcode: "secret")
        }
        await client.start()
        #expect(await !client.waitUntilOnline(timeout: .seconds(5)))
        #expect(await client.obstacle == .refused(host: "calls.example.org"))
        refusal.withLock { $0 = nil }
        await client.makeSureItLives()
        var server = ScriptedSTOMPServer(socket)
        _ = try await server.accept()
        #expect(await client.waitUntilOnline(timeout: .seconds(5)))
        #expect(await client.obstacle == nil)
    }

    @Test("sending without a connection waits a bounded time")
    func boundedWait() async throws {
        let time = ManualTime()
        let client = try client(ScriptedDialer([.failure(.unreachable)]), time: time)
        await #expect(throws: SignalingError.stopped) { try await client.send(.sample(.requestAESKey)) }
        await client.start()
        let sending = Task { try await client.send(.sample(.requestAESKey)) }
        await time.someoneSleeps(for: .seconds(5))
        time.advance(by: .seconds(5))
        await #expect(throws: SignalingError.notConnected) { try await sending.value }
        await client.stop()
        #expect(await client.state == .stopped)
    }

    @Test("a signal over the limit is not sent")
    func tooLarge() async throws {
        let client = try client(ScriptedDialer([]), time: ManualTime())
        let key = String(repeating: "A", count: Signal.largest)
        await #expect(throws: SignalingError.tooLarge) { try await client.send(.sample(.sendAESKey, text: key)) }
    }

    @Test("stopping sends DISCONNECT and waits for the answer")
    func stops() async throws {
        let socket = ScriptedSocket()
        let client = try client(ScriptedDialer([.success(socket)]), time: ManualTime())
        var server = ScriptedSTOMPServer(socket)
        await client.start()
        _ = try await server.accept()
        #expect(await client.waitUntilOnline(timeout: .seconds(1)))
        async let stopping: Void = client.stop()
        let disconnect = try await server.next()
        #expect(disconnect?.command == .disconnect)
        #expect(!socket.isClosed)
        try server.send(.receipt, [STOMPHeader("receipt-id", disconnect?["receipt"] ?? "")])
        await stopping
        #expect(socket.isClosed)
        #expect(await client.state == .stopped)
    }

    @Test("a client that starts again while it stops closes the old connection at once and makes another")
    func startsWhileStopping() async throws {
        let (first, second) = (ScriptedSocket(), ScriptedSocket())
        let client = try client(ScriptedDialer([.success(first), .success(second)]), time: ManualTime())
        var server = ScriptedSTOMPServer(first)
        await client.start()
        _ = try await server.accept()
        #expect(await client.waitUntilOnline(timeout: .seconds(1)))
        async let stopping: Void = client.stop()
        // It is not answered.
        #expect(try await server.next()?.command == .disconnect)
        await client.start()
        var other = ScriptedSTOMPServer(second)
        _ = try await other.accept()
        await stopping
        #expect(first.isClosed && !second.isClosed)
        #expect(await client.waitUntilOnline(timeout: .seconds(1)))
        #expect(await client.state == .online)
    }

    @Test("bytes that are not STOMP close the socket")
    func junk() async throws {
        let socket = ScriptedSocket()
        let time = ManualTime()
        let client = try client(ScriptedDialer([.success(socket)]), time: time)
        var server = ScriptedSTOMPServer(socket)
        await client.start()
        _ = try await server.next()
        socket.deliver("lower case\n\n")
        await time.someoneSleeps(for: .milliseconds(500))
        #expect(socket.isClosed)
    }
}
