import ECallAPI
import ECallCore
import ECallServer
import Foundation
import MediaServers

/// Queries Janus' admin interface for remaining objects.
struct JanusAdmin: Sendable {
    let access: JanusOperatorAccess

    struct Counts: Sendable, Equatable {
        var sessions: Int
        var handles: Int
    }

    func counts() async throws -> Counts {
        let socket = try await WebSocketDialer().dial(
            SocketRequest(
                address: SocketAddress(isSecure: false, host: "127.0.0.1", port: access.adminPort, path: "/"),
                subprotocol: "janus-admin-protocol"))
        defer { socket.close() }
        let sessions = try await list("sessions", of: ["janus": .string("list_sessions")], on: socket)
        var handles = 0
        for session in sessions {
            let found = try await list(
                "handles", of: ["janus": .string("list_handles"), "session_id": .unsigned(session)], on: socket)
            handles += found.count
        }
        return Counts(sessions: sessions.count, handles: handles)
    }

    private func list(
        _ member: String, of request: [String: JSONValue], on socket: any MessageSocket
    ) async throws -> [UInt64] {
        let transaction = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        let body = request.merging([
            "transaction": .string(transaction), "admin_secret": .string(access.adminSecret),
        ]) { $1 }
        try socket.send(String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
        return try await within(.seconds(5), "Janus' answer to \(member)") {
            for await case .text(let text) in socket.events {
                guard let answer = try? JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8)),
                    answer["transaction"]?.text == transaction
                else { continue }
                guard case .array(let values) = answer[member] else { return [] }
                return values.compactMap(\.unsignedInteger)
            }
            throw DemoFailure("Janus closed its admin interface")
        }
    }
}
