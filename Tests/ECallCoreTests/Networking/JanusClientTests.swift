import Foundation
import Janus
import TestSupport
import Testing

@testable import ECallCore

@Suite("Janus client", .timeLimit(.minutes(1)))
struct JanusClientTests {
    /// The pauses of reconnection are not longer; deadlines of requests and keepalives are.
    private static let reconnection = Duration.seconds(4)

    private func client(_ dialer: ScriptedDialer, time: any TimeSource = ManualTime()) throws -> JanusClient {
        JanusClient(
            server: try .test(), accessToken: { () async throws(APIClientError) in "token" }, dialer: dialer, time: time
        )
    }

    /// A client with one handle, joined as a publisher, and its Janus.
    private func joined(
        _ socket: ScriptedSocket, time: any TimeSource = ManualTime(), more: [ScriptedSocket] = []
    ) async throws -> (JanusClient, JanusHandle, ScriptedJanus) {
        let client = try client(ScriptedDialer(([socket] + more).map { .success($0) }), time: time)
        var janus = try ScriptedJanus(socket)
        try await client.connect()
        async let session = client.createSession()
        guard let create = try await janus.next() else { throw Missing() }
        janus.succeed(create, id: 1)
        _ = try await session
        async let attached = client.attachVideoRoom()
        guard let attach = try await janus.next() else { throw Missing() }
        janus.succeed(attach, id: 10)
        let handle = try await attached
        async let answer = client.request(.joinPublisher(.init(room: 5, display: "7:Ana")), on: handle)
        guard let join = try await janus.next() else { throw Missing() }
        janus.answer(join, as: "join empty room", ["room": 5, "feed": 70, "private": 1])
        _ = try await answer
        return (client, handle, janus)
    }

    private struct Missing: Error {}

    /// 002-16
    @Test("the handshake carries the access token to the server's proxy")
    func handshake() async throws {
        let dialer = ScriptedDialer([.success(ScriptedSocket())])
        let client = try client(dialer)
        try await client.connect()
        #expect(dialer.requests[0].address.description == "wss://calls.example.org/janus")
        #expect(dialer.requests[0].subprotocol == "janus-protocol")
        #expect(dialer.requests[0].headers == ["Authorization": "Bearer token"])
    }

    @Test("straight to Janus, every request carries the operator's secrets and the handshake nothing")
    func direct() async throws {
        let socket = ScriptedSocket()
        let dialer = ScriptedDialer([.success(socket)])
        let address = try #require(SocketAddress("ws://127.0.0.1:8188/"))
        let client = JanusClient(
            janus: address, credentials: JanusCredentials(token: "t", apiSecret: "s"), dialer: dialer,
            time: ManualTime())
        try await client.connect()
        async let session = client.createSession()
        var janus = try ScriptedJanus(socket)
        let create = try #require(try await janus.next())
        #expect(create.members["token"] as? String == "t")
        #expect(create.members["apisecret"] as? String == "s")
        #expect(dialer.requests[0].headers.isEmpty)
        janus.succeed(create, id: 1)
        #expect(try await session == 1)
    }

    @Test("an asynchronous request ends with its event, not with the acknowledgement; other events go to the handle")
    func ordering() async throws {
        let (client, handle, server) = try await joined(ScriptedSocket())
        var janus = server
        let offer = JanusSessionDescription(.offer, sdp: "v=0")
        async let answer = client.request(
            .configure(.init(audio: true, video: true, videoCodec: "h264")), jsep: offer, on: handle)
        let configure = try #require(try await janus.next())
        #expect(configure.name == "message:configure")
        #expect((configure.members["jsep"] as? [String: Any])?["type"] as? String == "offer")
        janus.acknowledge(configure, as: "publish")
        janus.tell("publisher appears", handle: 10, ["room": 5, "feed": 71, "display": "8:Bo"])
        janus.tell("connected", handle: 10)
        janus.finish(configure, as: "publish", ["room": 5, "sdp": "v=1"])
        let (event, jsep) = try await answer
        #expect(event == .configured(room: 5))
        #expect(jsep == JanusSessionDescription(.answer, sdp: "v=1", isEndToEndEncrypted: true))
        var events = handle.events.makeAsyncIterator()
        let streams: [VideoRoomPublisher.Stream] = [
            .init(type: "audio", mid: "audio0", codec: "opus"), .init(type: "video", mid: "video1", codec: "h264"),
        ]
        let bo = VideoRoomPublisher(id: 71, display: "8:Bo", streams: streams)
        #expect(await events.next() == .plugin(.publishers(room: 5, [bo]), jsep: nil))
        #expect(await events.next() == .webRTCUp)
    }

    @Test("events reach their handle: candidates, slow links, hang-up")
    func news() async throws {
        let (client, handle, janus) = try await joined(ScriptedSocket())
        janus.tell("candidate of Janus", handle: 10, ["candidate": "candidate:1"])
        janus.tell("candidates of Janus end", handle: 10)
        // No packet is lost when a transcript is recorded.
        janus.send(#"{"janus":"slowlink","session_id":1,"sender":10,"mid":"0","uplink":true,"lost":12}"#)
        janus.tell("connected", handle: 99)
        janus.tell("publishing ended", handle: 10)
        var events = handle.events.makeAsyncIterator()
        let candidate = JanusCandidate(candidate: "candidate:1", sdpMLineIndex: 0)
        #expect(await events.next() == .trickle(.candidate(candidate)))
        #expect(await events.next() == .trickle(.completed))
        #expect(await events.next() == .slowLink(mid: "0", isUplink: true, lost: 12))
        #expect(await events.next() == .hangup(reason: "Close PC"))
        _ = client
    }

    /// 000-34, 002-19
    @Test("candidates are sent in the order they are given, behind the offer")
    func trickles() async throws {
        let (client, handle, server) = try await joined(ScriptedSocket())
        var janus = server
        try await client.trickle(.candidate(JanusCandidate(candidate: "a", sdpMid: "0", sdpMLineIndex: 0)), on: handle)
        try await client.trickle(.completed, on: handle)
        #expect((try await janus.next()?.members["candidate"] as? [String: Any])?["candidate"] as? String == "a")
        #expect((try await janus.next()?.members["candidate"] as? [String: Any])?["completed"] as? Bool == true)
    }

    @Test("refusals of the room and of Janus itself are errors of the request")
    func refusals() async throws {
        let (client, handle, server) = try await joined(ScriptedSocket())
        var janus = server
        async let first: Void = refused(client, handle, JanusError(code: 426, reason: "No such room (6)"))
        let join = try #require(try await janus.next())
        janus.answer(join, as: "join unknown room", ["room": 6])
        await first
        let error = JanusError(code: 459, reason: "No such handle 10 in session 1")
        async let second: Void = refused(client, handle, error)
        let again = try #require(try await janus.next())
        janus.answer(again, as: "ask of unknown handle")
        await second
    }

    private func refused(_ client: JanusClient, _ handle: JanusHandle, _ error: JanusError) async {
        await #expect(throws: JanusClientError.refused(error)) {
            try await client.request(.joinPublisher(.init(room: 6, display: "7:Ana")), on: handle)
        }
    }

    @Test("a session that ends right behind the answer to attach is lost, and the answer is valid")
    func endsBehindAttach() async throws {
        // The scheduler decides which of the two the caller sees first.
        for _ in 0..<50 {
            let (client, _, server) = try await joined(ScriptedSocket())
            var janus = server
            let attaching = Task { try await client.attachVideoRoom() }
            let attach = try #require(try await janus.next())
            janus.succeed(attach, id: 11)
            janus.send(#"{"janus":"timeout","session_id":1}"#)
            guard case .failure(let error) = await attaching.result else { continue }
            #expect((error as? JanusClientError)?.isLoss == true)
        }
    }

    @Test("a request that is not answered ends by its deadline")
    func timeout() async throws {
        let time = ManualTime()
        let (client, handle, server) = try await joined(ScriptedSocket(), time: time)
        var janus = server
        let asking = Task { try await client.request(.start, on: handle) }
        _ = try await janus.next()
        await time.someoneSleeps(for: .seconds(10))
        time.advance(by: .seconds(10))
        await #expect(throws: JanusClientError.timeout) { try await asking.value }
    }

    /// 002-17
    @Test("the session is kept alive every 30 s")
    func keepalive() async throws {
        let time = ManualTime()
        let (client, _, server) = try await joined(ScriptedSocket(), time: time)
        var janus = server
        time.advance(by: .seconds(30))
        let request = try #require(try await janus.next())
        #expect(request.janus == "keepalive")
        #expect(request.session == 1)
        _ = client
    }

    /// 002-5
    @Test("closing sends unpublish, leave, detach and destroy, each after the answer to the one before, then closes")
    func teardown() async throws {
        let socket = ScriptedSocket()
        let (client, handle, server) = try await joined(socket)
        var janus = server
        async let publishing: Void = publish(client, handle)
        let configure = try #require(try await janus.next())
        janus.answer(configure, as: "publish", ["room": 5, "sdp": "v=1"])
        await publishing

        async let subscribing = client.attachVideoRoom()
        let attach = try #require(try await janus.next())
        janus.succeed(attach, id: 11)
        let subscriber = try await subscribing

        async let closing: Void = client.close()
        var names: [String] = []
        while let request = try await janus.next() {
            names.append("\(request.name) \(request.handle.map(String.init) ?? "-")")
            #expect(!socket.isClosed, "the socket closes after the last answer")
            switch request.name {
            case "message:unpublish": janus.answer(request, as: "unpublish", ["room": 5])
            case "message:leave": janus.answer(request, as: "leave", ["room": 5])
            default: janus.succeed(request)
            }
        }
        await closing
        #expect(names == ["message:unpublish 10", "message:leave 10", "detach 10", "detach 11", "destroy -"])
        #expect(socket.isClosed)
        for handle in [handle, subscriber] {
            for await event in handle.events { #expect(event == .detached, "nothing but the end") }
        }
        await #expect(throws: JanusClientError.notConnected) { try await client.attachVideoRoom() }
    }

    private func publish(_ client: JanusClient, _ handle: JanusHandle) async {
        await #expect(throws: Never.self) {
            try await client.request(
                .configure(.init(audio: true)), jsep: JanusSessionDescription(.offer, sdp: "v=0"), on: handle)
        }
    }

    @Test("a lost socket fails waiting requests; the session is claimed on a new one and its handles live on")
    func reclaims() async throws {
        let (first, second) = (ScriptedSocket(), ScriptedSocket())
        let (client, handle, server) = try await joined(first, more: [second])
        var (janus, states) = (server, client.states.makeAsyncIterator())
        #expect(await states.next() == .connected)
        let asking = Task { try await client.request(.start, on: handle) }
        _ = try await janus.next()
        first.end(.lost)
        await #expect(throws: JanusClientError.notConnected) { try await asking.value }
        #expect(await states.next() == .reconnecting)
        var again = try ScriptedJanus(second)
        let claim = try #require(try await again.next())
        #expect(claim.janus == "claim")
        #expect(claim.session == 1)
        again.succeed(claim)
        #expect(await states.next() == .connected)
        again.tell("connected", handle: 10)
        var events = handle.events.makeAsyncIterator()
        #expect(await events.next() == .webRTCUp)
    }

    @Test("a socket that closes before the claim is answered is one more attempt, and nothing new to report")
    func claimsAgain() async throws {
        let (first, second, third) = (ScriptedSocket(), ScriptedSocket(), ScriptedSocket())
        let (client, handle, _) = try await joined(
            first, time: ManualTime(skipping: Self.reconnection), more: [second, third])
        var states = client.states.makeAsyncIterator()
        #expect(await states.next() == .connected)
        first.end(.lost)
        #expect(await states.next() == .reconnecting)
        var proxy = try ScriptedJanus(second)
        #expect(try await proxy.next()?.janus == "claim")
        second.end(.remote(code: 1011, reason: ""))
        var janus = try ScriptedJanus(third)
        let claim = try #require(try await janus.next())
        janus.succeed(claim)
        #expect(await states.next() == .connected)
        janus.tell("connected", handle: 10)
        var events = handle.events.makeAsyncIterator()
        #expect(await events.next() == .webRTCUp)
    }

    @Test("the first attempt to reconnect is at once; the next wait 100 ms, then twice as long each, up to a second")
    func pauses() {
        let pauses = (0..<7).map { JanusClient.pause(before: $0, random: 0) }
        #expect(pauses == [0, 100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        #expect(JanusClient.pause(before: 2, random: 0.5) == .milliseconds(150))
    }

    @Test("the session ends if no new socket can be opened in time")
    func givesUp() async throws {
        let socket = ScriptedSocket()
        let (client, handle, _) = try await joined(socket, time: ManualTime(skipping: Self.reconnection))
        socket.end(.lost)
        for await _ in handle.events {}
        var last: JanusClientState?
        for await state in client.states { last = state }
        #expect(last == .closed(.sessionLost))
    }

    @Test("messages that cannot be parsed are counted and ignored")
    func junk() async throws {
        let (client, handle, janus) = try await joined(ScriptedSocket())
        janus.send("{")
        janus.send(#"{"janus":5}"#)
        janus.tell("connected", handle: 10)
        var events = handle.events.makeAsyncIterator()
        #expect(await events.next() == .webRTCUp)
        #expect(await client.ignoredMessages == 2)
    }
}
