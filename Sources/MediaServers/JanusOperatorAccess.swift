public import ECallAPI
import Foundation
public import Janus

/// What the operator of the Janus in a data directory can do: read from `DATA/run/janus.json`, which only the server's user
/// can read. For tools that look into Janus or prove what its operator cannot see.
public struct JanusOperatorAccess: Sendable {
    private let access: MediaServers.JanusAccess

    /// Nil when no server with Janus has run in the directory.
    public init?(dataDirectory: String) {
        guard let data = FileManager.default.contents(atPath: dataDirectory + "/run/janus.json"),
            let access = try? JSONDecoder().decode(MediaServers.JanusAccess.self, from: data)
        else { return nil }
        self.access = access
    }

    /// Janus' WebSocket on 127.0.0.1.
    public var webSocketPort: Int { access.webSocketPort }
    /// Janus' admin interface on 127.0.0.1.
    public var adminPort: Int { access.adminPort }
    public var adminSecret: String { access.secrets.adminSecret }

    /// What every request to Janus carries.
    public func credentials(at now: Timestamp) -> JanusCredentials {
        JanusTokens(secret: access.secrets.tokenSecret).session(at: now)
    }

    /// Lets its holder into one room.
    public func token(for room: RoomID, at now: Timestamp) -> String {
        JanusTokens(secret: access.secrets.tokenSecret).room(room, at: now)
    }

    public func pin(of room: RoomID) -> String? { access.secrets.creation(of: room).pin }
}
