import ECallAPI
import Foundation
import Testing

@Suite("Values of the protocol", .timeLimit(.minutes(1)))
struct ValueTests {
    @Test(
        "003-1: dates are read as the app writes and shows them",
        arguments: [
            ("2026-03-01T10:20:30.123Z", 1_772_360_430_123 as Int64?), ("2026-03-01T10:20:30Z", 1_772_360_430_000),
            ("2026-03-01 10:20:30", 1_772_360_430_000), ("2026-03-01 10:20:30Z", nil), ("2026-13-01 10:20:30", nil),
            ("2026-03-01 10:20", nil), ("2026-03-01", nil), ("", nil), ("1772360430", nil), ("yesterday", nil),
        ])
    func timestamps(_ text: String, _ milliseconds: Int64?) throws {
        #expect(Timestamp(text)?.milliseconds == milliseconds)
        if let milliseconds {
            let written = try JSONEncoder().encode([Timestamp(milliseconds: milliseconds)])
            #expect(try JSONDecoder().decode([Timestamp].self, from: written).first?.milliseconds == milliseconds)
            #expect(String(decoding: written, as: UTF8.self).contains("Z"))
        }
    }

    @Test("ids are JSON integers up to 2^53-1", arguments: ["9007199254740992", "-1", "\"5\"", "1.5", "null", "{}"])
    func badIDs(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UserID].self, from: Data("[\(text)]".utf8)) }
    }

    @Test("random ids are never 0 and never above 2^53-1")
    func randomIDs() {
        for _ in 0..<10_000 {
            let id = UserID.random()
            #expect(id.rawValue >= 1 && id.rawValue <= UserID.largest)
        }
    }

    @Test(
        "001-11: device keys read their one form only",
        arguments: [
            ("5_6", true), ("5_", false), ("_6", false), ("5", false), ("5_6_7", false), ("+5_6", false),
            ("a_b", false),
        ])
    func deviceKeys(_ text: String, _ isOne: Bool) {
        #expect((DeviceKey(text) != nil) == isOne)
        if isOne { #expect(DeviceKey(text)?.description == text) }
    }

    /// 001-21
    @Test("the login body is flat, and its absent and empty members are tolerated")
    func login() throws {
        let bare = try JSONDecoder().decode(LoginRequest.self, from: Data(#"{"email":"a@b.c"}"#.utf8))
        #expect(bare.email == "a@b.c" && bare.device.publicKey == nil)
        let app =
            #"{"email":"a@b.c","phoneNumber":"","displayName":"","verified":false,"publicKey":"AA\/A","deviceName":"x"}"#
        let read = try JSONDecoder().decode(LoginRequest.self, from: Data(app.utf8))
        #expect(read.device.publicKey == "AA/A" && read.phoneNumber?.isEmpty == true)
        let again = try JSONDecoder().decode(LoginRequest.self, from: JSONEncoder().encode(read))
        #expect(again == read)
    }

    @Test("the error envelope has all four members, and a dead refresh token says 401 inside 403")
    func envelope() throws {
        let body = try JSONEncoder().encode(ErrorEnvelope(.refreshTokenExpired, title: "Sign in again"))
        let object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: [String: Any]])
        #expect(Set(try #require(object["error"]).keys) == ["code", "status", "title", "detail"])
        #expect(object["error"]?["status"] as? Int == 401)
        #expect(ErrorCode.refreshTokenExpired.status == 403)
    }

    /// 003-4
    @Test("every endpoint has one route, and no two share one")
    func endpoints() {
        var routes: Set<String> = []
        for endpoint in Endpoint.allCases {
            for way in endpoint.ways {
                #expect(way.path.hasPrefix("/"))
                #expect(routes.insert("\(way.method.rawValue) \(way.path)").inserted, "\(endpoint)")
            }
        }
        #expect(Endpoint.joinCall.path(id: 12) == "/call/12/join")
    }
}
