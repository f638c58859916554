import Crypto
import Foundation
import GRDB

/// People, devices and friendships written into the server's database, with their tokens: signing in fifteen thousand devices by code would
/// take longer than everything that is measured.
///
/// User and device `n` are `1 + n`; neighbours (0 and 1, 2 and 3, …) are friends, and the first is everyone's friend.
struct Seed: Sendable {
    private let root: SymmetricKey

    init(dataDirectory: String, people: Int) throws {
        let text = try String(contentsOfFile: dataDirectory + "/secret", encoding: .utf8)
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        root = SymmetricKey(data: bytes)
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let database = try DatabaseQueue(path: dataDirectory + "/ecall.sqlite", configuration: configuration)
        try database.write { try Self.insert(people, into: $0) }
        try database.close()
    }

    private static func insert(_ people: Int, into database: Database) throws {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        for number in 0..<people {
            let id = number + 1
            try database.cachedStatement(
                sql: """
                    INSERT INTO users (id, email, display_name, verified, created_at) VALUES (?, ?, ?, 1, ?)
                    """
            ).execute(arguments: [id, "bench\(id)@example.net", "Bench \(id)", now])
            try database.cachedStatement(
                sql: """
                    INSERT INTO devices (id, user_id, public_key, public_key_hash, voip_token, apns_token, device_name,
                        system_name, system_version, identifier, ip, location, created_at, updated_at)
                    VALUES (?, ?, ?, ?, '', '', 'bench', 'Linux', '', '', '', '', ?, ?)
                    """
            ).execute(arguments: [id, id, String(repeating: "K", count: 392), "hash\(id)", now, now])
        }
        for number in 0..<people {
            for other in Set([number ^ 1, 0]) where other != number && other < people {
                for (owner, contact) in [(number, other), (other, number)] {
                    try database.cachedStatement(
                        sql: """
                            INSERT INTO contacts (owner_id, contact_id, is_favorite, is_blocked, created_at)
                            VALUES (?, ?, 0, 0, ?) ON CONFLICT DO NOTHING
                            """
                    ).execute(arguments: [owner + 1, contact + 1, now])
                }
            }
        }
    }

    /// As `GET /credentials` would issue it.
    func passcode(_ number: Int) -> String {
        let statement = "\(number + 1).\(number + 1).\(Int64(Date().timeIntervalSince1970) + 3600)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(statement.utf8), using: key("ecall signaling passcodes"))
        return statement + "." + Self.base64URL(Data(code))
    }

    /// An access token (RFC 7519) as a sign-in would issue it.
    func token(_ number: Int) -> String {
        let expiry = Int64(Date().timeIntervalSince1970) + 900
        let payload = """
            {"userId":\(number + 1),"deviceId":\(number + 1),"type":"access","exp":\(expiry),"jti":"b","family":"b"}
            """
        let statement =
            Self.base64URL(Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + Self.base64URL(Data(payload.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(statement.utf8), using: key("ecall tokens"))
        return statement + "." + Self.base64URL(Data(code))
    }

    private func key(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data(purpose.utf8), outputByteCount: 32)
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
