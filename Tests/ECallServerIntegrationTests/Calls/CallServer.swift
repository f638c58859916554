import ECallAPI
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import Notifications
@testable import ServerFoundation
@testable import SignalRouting

/// A whole server on a port of 127.0.0.1, with its own Janus and coturn.
struct CallServer: Sendable {
    let app: TestApp
    let port: Int
    let calls: CallAssembly

    static func run(
        claimTime: TimeAmount = .seconds(30), configure: (inout ServerSettings) -> Void = { _ in },
        push: any PushDelivery = NoPushService(), _ body: @escaping @Sendable (CallServer) async throws -> Void
    ) async throws {
        try await inDirectory {
            try await run(
                claimTime: claimTime, directory: $0, clock: TestClock(), configure: configure, push: push, body)
        }
    }

    /// Runs with a temporary data directory.
    static func inDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-calls-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    /// The same on a data directory that another server may have used before.
    static func run(
        claimTime: TimeAmount = .seconds(30), directory: String, clock: TestClock,
        configure: (inout ServerSettings) -> Void = { _ in }, push: any PushDelivery = NoPushService(),
        _ body: @escaping @Sendable (CallServer) async throws -> Void
    ) async throws {
        let (outbox, log) = (TestOutbox(channels: [.email]), RecordedLog())
        var settings = ServerSettings(dataDirectory: directory)
        settings.limits = .development
        settings.port = 0
        settings.media.addresses = ["127.0.0.1"]
        settings.media.turnPort = 0
        configure(&settings)
        let assembly = Mutex<CallAssembly?>(nil)
        let environment = AppEnvironment(
            clock: WallClock { clock.now }, messages: outbox, push: push,
            callParts: { dependencies in
                let made = try await CallAssembly.start(dependencies, claimTime: claimTime)
                assembly.withLock { $0 = made }
                return made.parts
            })
        let application = try await buildApplication(settings, environment: environment, logger: log.logger)
        let calls = try #require(assembly.withLock { $0 })
        let children = await calls.media.processIDs
        try await application.test(.live) { client in
            let app = TestApp(
                client: client, clock: clock, outbox: outbox, signals: RecordingSignals(), push: RecordingPush(),
                dataDirectory: directory, log: log)
            try await body(CallServer(app: app, port: try #require(client.port), calls: calls))
        }
        #expect(children.count == 2)
        for child in children { #expect(kill(child, 0) == -1, "a child outlives the server") }
    }

    // MARK: - People

    /// Signs a person in on a device with a key.
    func person(_ name: String) async throws -> Person {
        try await app.signIn("\(name)@example.net", name: name, publicKey: TestKeys.rsa())
    }

    func friends(_ one: String, _ other: String) async throws -> (Person, Person) {
        let people = (try await person(one), try await person(other))
        try await app.befriend(people.0, people.1)
        return people
    }

    // MARK: - Signalling

    func passcode(_ person: Person) async throws -> String {
        let credentials: CredentialsResponse = try await app.call(.credentials, as: person).value()
        return try #require(credentials.rabbitmqToken)
    }

    static func connectFrame(_ device: DeviceID, _ passcode: String, more: String = "") -> String {
        "CONNECT\naccept-version:1.2\nhost:ecall\nlogin:device-\(device)\npasscode:\(passcode)\nheart-beat:10000,10000\n\(more)\n\0"
    }

    /// Opens a subscribed session.
    func session(_ person: Person, more: String = "") async throws -> TestSocket {
        let socket = try await TestSocket.webSocket(port, "/ws/")
        try await socket.text(Self.connectFrame(person.device, try await passcode(person), more: more))
        let connected = try await socket.nextText()
        #expect(connected.hasPrefix("CONNECTED\n"))
        try await socket.text(
            "SUBSCRIBE\nid:sub\nack:auto\nreceipt:r\ndestination:\(Signal.inbox(of: person.device))\n\n\0")
        #expect(try await socket.nextText().hasPrefix("RECEIPT\n"))
        while await !calls.signals.isOnline(person.identity) { try await pause() }
        return socket
    }

    static func send(_ signal: Signal, on socket: TestSocket) async throws {
        let json = String(decoding: signal.json(), as: UTF8.self)
        try await socket.text(
            "SEND\ndestination:\(Signal.outbox)\ncontent-type:application/json\n\n\(json)\0")
    }

    static func signal(_ socket: TestSocket) async throws -> Signal {
        let text = try await socket.nextText()
        let body = try #require(text.firstRange(of: "\n\n")).upperBound
        return try #require(Signal(json: text[body...].utf8.filter { $0 != 0 }))
    }

    // MARK: - Calls

    func start(
        _ caller: Person, _ callee: Person, room: RoomID, key: String = "wrapped-door-key"
    ) async throws -> Answer {
        try await app.call(
            .startCall,
            StartCallRequest(
                roomId: room, calleeIds: [callee.id],
                encryptedAESKeys: [DeviceKey(user: callee.id, device: callee.device).description: key], isVideo: true),
            as: caller)
    }

    /// Starts a ringing call, in a room made through the proxy.
    func ringing(_ caller: Person, _ callee: Person) async throws -> (CallID, RoomID, TestJanus) {
        let janus = try await TestJanus.connect(port, bearer: caller.accessToken)
        let room = try await janus.createRoom()
        let started: StartCallResponse = try await start(caller, callee, room: room).value()
        return (started.callRecord.id, room, janus)
    }

    /// The feed of the person, as the server reports it to others.
    func feed(of person: Person, in call: CallID) async throws -> FeedID? {
        let answer: ParticipantsResponse = try await app.call(.participants, id: call.rawValue, as: person).value()
        return answer.participants.first { $0.userId == person.id }?.feedId.flatMap { $0.isNone ? nil : $0 }
    }

    /// The number of sessions in Janus, by its own count.
    func janusSessions() async throws -> Int {
        let access = calls.media.janus
        let socket = try await TestSocket.webSocket(access.adminPort, "/", subprotocol: "janus-admin-protocol")
        try await socket.text(
            "{\"janus\":\"list_sessions\",\"transaction\":\"t\",\"admin_secret\":\"\(access.secrets.adminSecret)\"}")
        struct Sessions: Decodable { let sessions: [UInt64] }
        let answer = try JSONDecoder().decode(Sessions.self, from: Data(try await socket.nextText().utf8))
        try await socket.close()
        return answer.sessions.count
    }
}

/// A client of Janus behind the proxy.
struct TestJanus: Sendable {
    let socket: TestSocket
    let session: UInt64
    let handle: UInt64

    /// - Parameter from: the local address to connect from.
    static func connect(
        _ port: Int, bearer: String? = nil, path: String = "/janus", from: String? = nil
    ) async throws -> TestJanus {
        try await attached(
            TestSocket.webSocket(port, path, subprotocol: "janus-protocol", bearer: bearer, from: from))
    }

    /// Creates a session with a handle on an open socket.
    static func attached(_ socket: TestSocket) async throws -> TestJanus {
        let session = try await id(socket, "{\"janus\":\"create\",\"transaction\":\"c\"}")
        let handle = try await id(
            socket,
            "{\"janus\":\"attach\",\"plugin\":\"janus.plugin.videoroom\",\"session_id\":\(session),\"transaction\":\"a\"}"
        )
        return TestJanus(socket: socket, session: session, handle: handle)
    }

    func attach() async throws -> UInt64 {
        try await Self.id(
            socket,
            "{\"janus\":\"attach\",\"plugin\":\"janus.plugin.videoroom\",\"session_id\":\(session),\"transaction\":\"a\"}"
        )
    }

    private static func id(_ socket: TestSocket, _ request: String) async throws -> UInt64 {
        struct Success: Decodable {
            struct ID: Decodable { let id: UInt64 }
            let data: ID
        }
        try await socket.text(request)
        // Janus may send the `ack` of an earlier request after the event that answered it.
        while true {
            let text = try await socket.nextText()
            if text.contains("\"janus\":\"ack\"") { continue }
            return try JSONDecoder().decode(Success.self, from: Data(text.utf8)).data.id
        }
    }

    func message(_ body: String) async throws {
        try await socket.text(
            """
            {"janus":"message","session_id":\(session),"handle_id":\(handle),"transaction":"m\(UInt64.random(in: 0...UInt64.max))",\
            "apisecret":"guess","token":"guess","body":\(body)}
            """)
    }

    /// Sends a request and returns the answer after `ack`.
    func ask(_ body: String) async throws -> String {
        try await message(body)
        while true {
            let text = try await socket.nextText()
            if !text.contains("\"janus\":\"ack\"") { return text }
        }
    }

    /// The end of the connection. Janus may send `ack` after the event that answers, so texts are skipped.
    func end() async throws -> TestSocket.Received {
        while true {
            let received = try await socket.next()
            if case .text = received { continue }
            return received
        }
    }

    func createRoom() async throws -> RoomID {
        struct Created: Decodable {
            struct PluginData: Decodable {
                struct Room: Decodable { let room: UInt64 }
                let data: Room
            }
            let plugindata: PluginData
        }
        let answer = try await ask("{\"request\":\"create\",\"publishers\":200,\"is_private\":false}")
        return RoomID(try JSONDecoder().decode(Created.self, from: Data(answer.utf8)).plugindata.data.room)
    }

    func claim(on other: TestSocket) async throws -> String {
        try await other.text("{\"janus\":\"claim\",\"session_id\":\(session),\"transaction\":\"claim\"}")
        while true {
            let text = try await other.nextText()
            if text.contains("\"transaction\":\"claim\"") { return text }
        }
    }

    func join(_ room: RoomID, as user: UserID) async throws -> String {
        try await ask("{\"request\":\"join\",\"room\":\(room),\"ptype\":\"publisher\",\"display\":\"\(user):name\"}")
    }
}
