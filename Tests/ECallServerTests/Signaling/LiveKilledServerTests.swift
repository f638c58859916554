import ECallAPI
import Foundation
import GRDB
import Testing

@testable import ECallServer

@Suite("Signals that wait, and a server that is killed", .timeLimit(.minutes(1)), .serialized)
struct LiveKilledServerTests {
    @Test("kill -9 right behind the answer: who was away hears what was acknowledged, once, whoever serves then")
    func waitsAndIsKilled() async throws {
        try await ServerProcess.withFolder { folder in
            let first = try await ServerProcess.start(in: folder)
            let (ana, bo) = try await first.friends("ana", "bo")
            let cancelled = try await Self.ring(bo, by: ana, at: first)
            try await first.call(.endCall, EndCallRequest(callId: cancelled), as: ana).expectOK()
            let ringing = try await Self.ring(bo, by: ana, at: first)
            await first.end(SIGKILL)

            let second = try await ServerProcess.start(in: folder)
            var session = try await Self.session(bo, at: second)
            #expect(try await Self.signals(2, session) == ["call_cancelled \(cancelled)", "call_invitation \(ringing)"])
            let database = try DatabaseQueue(path: second.data + "/ecall.sqlite")
            while try await database.read({ try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM mailbox") }) != 0 {
                await pause()
            }
            try database.close()
            await second.end(SIGKILL)

            let third = try await ServerProcess.start(in: folder)
            session = try await Self.session(bo, at: third)
            try await third.call(.endCall, EndCallRequest(callId: ringing), as: ana).expectOK()
            // It rings no second time.
            #expect(try await Self.signals(1, session) == ["call_cancelled \(ringing)"])
            await third.end(SIGTERM)
        }
    }

    /// A call that rings where nobody listens.
    private static func ring(_ callee: Person, by caller: Person, at server: ServerProcess) async throws -> CallID {
        let janus = try await TestJanus.connect(server.port, bearer: caller.accessToken)
        let request = StartCallRequest(
            roomId: try await janus.createRoom(), calleeIds: [callee.id],
            encryptedAESKeys: [DeviceKey(user: callee.id, device: callee.device).description: "wrapped-door-key"],
            isVideo: true)
        let started: StartCallResponse = try await server.call(.startCall, request, as: caller).value()
        return started.callRecord.id
    }

    private static func session(_ person: Person, at server: ServerProcess) async throws -> TestSocket {
        let credentials: CredentialsResponse = try await server.call(.credentials, as: person).value()
        let socket = try await TestSocket.webSocket(server.port, "/ws/")
        try await socket.text(CallServer.connectFrame(person.device, try #require(credentials.rabbitmqToken)))
        #expect(try await socket.nextText().hasPrefix("CONNECTED\n"))
        try await socket.text("SUBSCRIBE\nid:sub\ndestination:\(SignalMessage.inbox(of: person.device))\n\n\0")
        return socket
    }

    /// The next signals, as `kind call`.
    private static func signals(_ count: Int, _ socket: TestSocket) async throws -> [String] {
        var signals: [String] = []
        for _ in 0..<count {
            let signal = try await CallServer.signal(socket)
            signals.append("\(signal.kind.rawValue) \(signal[id: .call]?.description ?? "-")")
        }
        return signals
    }
}
