import ECallAPI
import Foundation
import GRDB
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

/// A data folder written by the server of commit 39e726b.
@Suite("Data of earlier versions", .timeLimit(.minutes(1)))
struct EarlierDataTests {
    struct Made: Decodable {
        struct Signed: Decodable {
            let userId: UserID
            let deviceId: DeviceID
            let accessToken: String
            let refreshToken: String
        }
        let secret: String
        let ana: Signed
        let bo: Signed
        let cy: Signed
        let shareToken: String
        let code: String
        let madeAt: Int64
    }

    private static func resource(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: LocationTests.file(name)))
    }

    /// Fills a data folder with the dump.
    private static func write(_ folder: String, _ made: Made) throws {
        let data = try DataDirectory(preparing: folder)
        try Data(made.secret.utf8).write(to: URL(filePath: data.secret))
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: data.database, configuration: configuration)
        let dump = String(decoding: try resource("data-39e726b.sql"), as: UTF8.self)
        try queue.writeWithoutTransaction { try $0.execute(sql: dump) }
        try queue.close()
    }

    private static func run(_ body: @escaping @Sendable (TestApp, Made) async throws -> Void) async throws {
        let made = try JSONDecoder().decode(Made.self, from: try resource("data-39e726b.json"))
        try await TestApp.run(prepare: { try write($0, made) }) { app in
            app.clock.advance(seconds: Int((made.madeAt - app.clock.now.milliseconds) / 1000) + 30)
            try await body(app, made)
        }
    }

    @Test("devices stay signed in: access tokens, refresh tokens, and one whose answer was lost")
    func tokens() async throws {
        try await Self.run { app, made in
            let devices: DevicesResponse = try await app.call(.devices, token: made.ana.accessToken).value()
            #expect(devices.devices.map(\.id) == [made.ana.deviceId])
            #expect(
                devices.devices.first?.deviceName == "Ana's phone" && devices.devices.first?.identifier == "iPhone17,1")
            for one in [made.ana, made.bo, made.cy] {
                let fresh: RefreshTokenResponse = try await app.call(
                    .refreshToken, RefreshTokenRequest(refreshToken: one.refreshToken)
                ).value()
                let answer = try await app.call(.devices, token: fresh.accessToken)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("people keep their contacts, requests, links and names")
    func people() async throws {
        try await Self.run { app, made in
            let contacts: ContactsResponse = try await app.call(.contacts, token: made.ana.accessToken).value()
            #expect(contacts.contacts.map(\.contactId) == [made.bo.userId])
            #expect(contacts.contacts.first?.contactName == "Bo" && contacts.contacts.first?.isFavorite == true)
            let requests: FriendRequestsResponse = try await app.call(
                .receivedFriendRequests, token: made.ana.accessToken
            ).value()
            #expect(requests.friendRequests.map(\.senderId) == [made.cy.userId])
            try await app.call(
                .acceptFriendRequest, FriendRequestTarget(targetUserId: made.cy.userId), token: made.ana.accessToken
            ).expectOK()
            let link: ResolvedContact = try await app.call(
                .resolveShareToken, TokenBody(token: made.shareToken), token: made.bo.accessToken
            ).value()
            #expect(link.displayName == "Ana")
        }
    }

    @Test("people sign in again to the same account by mail and by telephone, and with a pending code")
    func signIn() async throws {
        try await Self.run { app, made in
            let dee: VerifyLoginResponse = try await app.call(
                .verifyLogin, VerifyLoginRequest(code: made.code, email: "dee@example.net", device: DevicePayload())
            ).value()
            #expect(try await app.call(.devices, token: dee.accessToken).status == 200)
            #expect(try await app.signIn("ana@example.net").id == made.ana.userId)
            app.clock.advance(seconds: 10)
            try await app.call(.login, LoginRequest(phoneNumber: "+4915112345678")).expectOK()
            let code = try #require(app.outbox.lastCode(to: "+4915112345678"))
            let bo: VerifyLoginResponse = try await app.call(
                .verifyLogin, VerifyLoginRequest(code: code, phoneNumber: "+4915112345678")
            ).value()
            #expect(bo.userId == made.bo.userId)
        }
    }

    @Test("two devices of an account may have the same RSA key, which an earlier index forbade")
    func sharedKey() async throws {
        try await Self.run { app, made in
            let key = TestKeys.rsa()
            let one = try await app.signIn("ana@example.net", publicKey: key)
            let two = try await app.signIn("ana@example.net", publicKey: key)
            #expect(one.device != two.device && one.id == made.ana.userId && two.id == made.ana.userId)
        }
    }

    @Test("calls stored before connections were recorded still count from the answer")
    func durations() async throws {
        try await Self.run { app, made in
            let export: AccountExport = try await app.call(.exportAccount, token: made.ana.accessToken).value()
            let call = try #require(export.calls.first { $0.answeredAt != nil })
            #expect(call.connectedAt == call.answeredAt)
        }
    }

    @Test("every row of every table can be read, and no reference is broken")
    func everything() async throws {
        try await Self.run { app, _ in
            let queue = try DatabaseQueue(path: DataDirectory(existing: app.dataDirectory).database)
            let (broken, check, counts) = try await queue.read { database in
                let tables = ["users", "devices", "contacts", "calls", "call_participants"]
                return (
                    try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count,
                    try String.fetchOne(database, sql: "PRAGMA integrity_check"),
                    try tables.map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") }
                )
            }
            #expect(broken == 0 && check == "ok")
            #expect(counts == [4, 3, 2, 1, 2])
        }
    }
}
