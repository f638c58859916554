package import ECallAPI
import Foundation
package import NIOCore
import ServerFoundation

/// The current state of Janus through its admin interface, on short-lived connections.
package struct JanusAdmin: Sendable, Confidential {
    /// A handle of the VideoRoom plugin.
    package struct Handle: Sendable, Equatable {
        package let id: UInt64
        /// The owner that the proxy named at attach.
        package var owner: DeviceIdentity?
        /// The room that it publishes or receives in.
        package var room: RoomID?
        package var publisher: Publisher?
        /// Its media connection; nil without an established one.
        package var connection: Connection?
    }

    /// An established media connection of a handle.
    package struct Connection: Sendable, Equatable {
        /// Packets of audio since its begin: those received of a publisher, those sent to a subscriber.
        package struct Audio: Sendable, Equatable {
            package let packets: Int
            package let lost: Int
            /// 0 if unknown.
            package let roundTripMilliseconds: Int

            package init(packets: Int, lost: Int, roundTripMilliseconds: Int) {
                (self.packets, self.lost, self.roundTripMilliseconds) = (packets, lost, roundTripMilliseconds)
            }
        }

        package let isPublisher: Bool
        /// Address and port that its packets come from.
        package let remote: String
        package let audio: Audio?

        package init(isPublisher: Bool, remote: String, audio: Audio?) {
            (self.isPublisher, self.remote, self.audio) = (isPublisher, remote, audio)
        }
    }

    package struct Publisher: Sendable, Equatable {
        package let room: RoomID
        package let feed: FeedID
        /// The user in its display name, which the proxy has checked.
        package let user: UserID?
    }

    package struct Session: Sendable, Equatable {
        package let id: UInt64
        package let handles: [Handle]

        /// Whether its connection named its owner.
        package var isOwned: Bool { handles.contains { $0.owner != nil } }

        package init(id: UInt64, handles: [Handle]) {
            self.id = id
            self.handles = handles
        }
    }

    package let address: JanusAddress
    package let group: any EventLoopGroup
    package let secret: String
    package let adminKey: String
    package var timeout = TimeAmount.seconds(3)

    /// Lists every room, including private ones.
    package func rooms() async throws -> [RoomID] {
        try await withConnection { connection in
            let request = ["request": "list", "admin_key": adminKey]
            let answer = try await connection.ask(
                Request(janus: "message_plugin", plugin: "janus.plugin.videoroom", request: request))
            guard let list = answer.response?.list else { throw JanusControl.Failure.unexpected }
            return list.map { RoomID($0.room) }
        }
    }

    /// Lists every session with its handles. Skips sessions that end meanwhile.
    package func sessions() async throws -> [Session] {
        try await withConnection { connection in
            var sessions: [Session] = []
            for id in try await connection.ask(Request(janus: "list_sessions")).sessions ?? [] {
                let known = try? await connection.ask(Request(janus: "list_handles", session_id: id)).handles
                guard let known else { continue }
                var handles: [Handle] = []
                for handle in known {
                    let request = Request(janus: "handle_info", session_id: id, handle_id: handle)
                    guard let info = try? await connection.ask(request).info else { continue }
                    handles.append(info.handle(handle))
                }
                sessions.append(Session(id: id, handles: handles))
            }
            return sessions
        }
    }

    /// The established media connections by handle.
    package func connections() async throws -> [UInt64: Connection] {
        let handles = try await sessions().flatMap(\.handles)
        return Dictionary(handles.compactMap { handle in handle.connection.map { (handle.id, $0) } }) { $1 }
    }

    /// Destroys sessions with everything they publish and receive. Ignores missing ones.
    package func destroy(sessions: [UInt64]) async throws {
        guard !sessions.isEmpty else { return }
        try await withConnection { connection in
            for id in sessions {
                do {
                    _ = try await connection.ask(Request(janus: "destroy_session", session_id: id))
                } catch JanusControl.Failure.refused {}
            }
        }
    }

    // MARK: - Requests

    private func withConnection<Value>(_ body: (Conversation) async throws -> Value) async throws -> Value {
        let exchange = try await JanusExchange.open(
            address, subprotocol: "janus-admin-protocol", group: group, timeout: timeout)
        defer { exchange.close() }
        return try await body(Conversation(exchange: exchange, secret: secret))
    }

    private struct Conversation {
        let exchange: JanusExchange
        let secret: String

        func ask(_ request: Request) async throws -> Answer {
            var request = request
            let transaction = RandomText.make(bytes: 9)
            (request.transaction, request.admin_secret) = (transaction, secret)
            return try await exchange.request(Array(try JSONEncoder().encode(request))) { bytes in
                guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)),
                    answer.transaction == transaction
                else { return nil }
                if let error = answer.error { throw JanusControl.Failure.refused(code: error.code) }
                return answer
            }
        }
    }

    /// The names are those of Janus.
    private struct Request: Encodable {
        let janus: String
        var session_id: UInt64?
        var handle_id: UInt64?
        var plugin: String?
        var request: [String: String]?
        var transaction = ""
        var admin_secret = ""
    }

    private struct Answer: Decodable {
        struct Failure: Decodable { let code: Int }
        struct Room: Decodable { let room: UInt64 }
        struct Response: Decodable { let list: [Room]? }

        struct Info: Decodable {
            struct Plugin: Decodable {
                let type: String?
                let room: UInt64?
                let id: UInt64?
                let display: String?
            }

            struct WebRTC: Decodable {
                struct ICE: Decodable {
                    let selectedPair: String?

                    private enum CodingKeys: String, CodingKey { case selectedPair = "selected-pair" }
                }

                struct DTLS: Decodable { let ready: Bool? }

                struct Medium: Decodable {
                    struct Feedback: Decodable { let main: Main? }

                    struct Main: Decodable {
                        let rtt: Int?
                        let lost: Int?
                        let lostByRemote: Int?

                        private enum CodingKeys: String, CodingKey {
                            case rtt, lost
                            case lostByRemote = "lost-by-remote"
                        }
                    }

                    struct Counts: Decodable {
                        struct Direction: Decodable { let packets: Int? }

                        let `in`: Direction?
                        let out: Direction?
                    }

                    let type: String?
                    let rtcp: Feedback?
                    let stats: Counts?

                    func audio(_ isPublisher: Bool) -> JanusAdmin.Connection.Audio {
                        let main = rtcp?.main
                        return .init(
                            packets: (isPublisher ? stats?.in : stats?.out)?.packets ?? 0,
                            lost: (isPublisher ? main?.lost : main?.lostByRemote) ?? 0,
                            roundTripMilliseconds: main?.rtt ?? 0)
                    }
                }

                let ice: ICE?
                let dtls: DTLS?
                let media: [String: Medium]?

                /// The other end of `ADDRESS:PORT [host,udp] <-> ADDRESS:PORT [relay,udp]`.
                private var remote: String? {
                    guard let pair = ice?.selectedPair, let arrow = pair.firstRange(of: "<-> ") else { return nil }
                    return pair[arrow.upperBound...].split(separator: " ").first.map(String.init)
                }

                func connection(isPublisher: Bool) -> Connection? {
                    guard dtls?.ready == true, let remote else { return nil }
                    // The first by its mid: Janus' order is lost.
                    let audio = media?.filter { $0.value.type == "audio" }.min { $0.key < $1.key }?.value
                    return Connection(isPublisher: isPublisher, remote: remote, audio: audio?.audio(isPublisher))
                }
            }

            let opaque_id: String?
            let plugin_specific: Plugin?
            let webrtc: WebRTC?

            func handle(_ id: UInt64) -> Handle {
                var handle = Handle(id: id, owner: opaque_id.flatMap { DeviceIdentity(opaqueID: $0) })
                handle.room = plugin_specific?.room.map { RoomID($0) }
                handle.connection = webrtc?.connection(isPublisher: plugin_specific?.type == "publisher")
                if let plugin = plugin_specific, plugin.type == "publisher", let room = plugin.room,
                    let feed = plugin.id
                {
                    let user = plugin.display?.split(separator: ":").first.flatMap { UserID(String($0)) }
                    handle.publisher = Publisher(room: RoomID(room), feed: FeedID(feed), user: user)
                }
                return handle
            }
        }

        let transaction: String?
        let error: Failure?
        let sessions: [UInt64]?
        let handles: [UInt64]?
        let info: Info?
        let response: Response?
    }

    package init(
        address: JanusAddress, group: any EventLoopGroup, secret: String, adminKey: String,
        timeout: TimeAmount = .seconds(3)
    ) {
        self.address = address
        self.group = group
        self.secret = secret
        self.adminKey = adminKey
        self.timeout = timeout
    }
}

extension DeviceIdentity {
    /// The opaque id that the proxy gives a device's handles: `<user>.<device>`. Participants never see it.
    package var opaqueID: String { "\(user).\(device)" }

    package init?(opaqueID: String) {
        let parts = opaqueID.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let user = UserID(parts[0]), let device = DeviceID(parts[1]) else { return nil }
        self.init(user: user, device: device)
    }
}
