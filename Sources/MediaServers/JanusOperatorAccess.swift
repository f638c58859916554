public import ECallAPI
import Foundation
public import Janus

/// An operator's access to the Janus of a data directory: read from `DATA/run/janus.json`, which only the server's user can
/// read. For tools that inspect Janus or prove what its operator cannot see.
public struct JanusOperatorAccess: Sendable {
    private let access: MediaServers.JanusAccess

    /// Returns nil if no server with Janus has run in the directory.
    public init?(dataDirectory: String) {
        guard let data = FileManager.default.contents(atPath: dataDirectory + "/run/janus.json"),
            let access = try? JSONDecoder().decode(MediaServers.JanusAccess.self, from: data)
        else { return nil }
        self.access = access
    }

    /// The port of Janus' WebSocket on 127.0.0.1.
    public var webSocketPort: Int { access.webSocketPort }
    /// The port of Janus' admin interface on 127.0.0.1.
    public var adminPort: Int { access.adminPort }
    public var adminSecret: String { access.secrets.adminSecret }

    /// The credentials that every request to Janus carries.
    public func credentials(at now: Timestamp) -> JanusCredentials {
        JanusTokens(secret: access.secrets.tokenSecret).session(at: now)
    }

    /// Makes a token for joining one room.
    public func token(for room: RoomID, at now: Timestamp) -> String {
        JanusTokens(secret: access.secrets.tokenSecret).room(room, at: now)
    }

    public func pin(of room: RoomID) -> String? { access.secrets.creation(of: room).pin }
}
