import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Export of an account", .timeLimit(.minutes(1)))
struct AccountExportTests {
    /// The document as text and as a value.
    static func export(
        _ user: Int64, from database: any Database, besides: () async throws -> Void = {}
    ) async throws -> (text: String, value: AccountExport) {
        let account = try await database.read { try AccountExportRepository($0).account(of: UserID(UInt64(user))) }
        let document = AccountExportDocument(
            database: database, account: try #require(account), now: Timestamp(milliseconds: 0))
        var bytes = Data()
        try await document.write { part in
            bytes.append(part)
            try await besides()
        }
        let value = try JSONDecoder().decode(AccountExport.self, from: bytes)
        return (String(decoding: bytes, as: UTF8.self), value)
    }

    @Test("an export contains account, login methods, devices, people, links and calls, as a file")
    func everything() async throws {
        try await StoredCalls.run { bench in
            let app = bench.app
            let bob = try await bench.person("bob", name: "Bob")
            let ana = try await bench.person("ana", name: "Ana", friends: [bob])
            let (cy, dee) = (try await bench.person("cy", name: "Cy"), try await bench.person("dee", name: "Dee"))
            let link: TokenBody = try await app.call(.createShareToken, as: ana).value()
            try await app.call(.sendFriendRequestByToken, link, as: cy).expectOK()
            try await app.call(.sendFriendRequest, FriendRequestTarget(targetUserId: 424_242), as: ana).expectOK()
            try await app.call(.toggleBlock, id: cy.id.rawValue, as: ana).expectOK()
            let found: SearchResponse = try await app.call(
                .searchContacts, SearchRequest(email: dee.email), as: ana
            ).value()
            #expect(found.results.count == 1)
            let talked = try await bench.connected(ana, [bob])
            try await bench.end(talked, bob)
            app.clock.advance(seconds: 60)
            let missed = try await bench.start(bob, [ana], room: 79)
            try await bench.end(missed, bob)
            app.clock.advance(seconds: 60)
            let removed = try await bench.start(ana, [bob], room: 80)
            try await bench.end(removed, ana)
            try await app.call(.deleteCallHistory, DeleteCallsRequest(callIds: [removed]), as: ana).expectOK()

            let answer = try await app.call(.exportAccount, as: ana)
            let day = try #require(app.clock.now.description.split(separator: "T").first)
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"ecall-\(day).json\"")
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            let export: AccountExport = try answer.value()
            #expect(export.exportedAt == app.clock.now && export.account.displayName == "Ana")
            #expect(export.account.isVerified && export.account.email == ana.email && export.privacy.searchable)
            #expect(export.loginMethods.map(\.subject) == [ana.email])
            #expect(export.devices.map(\.id) == [ana.device] && export.devices.first?.sessions.count == 1)
            #expect(export.contacts.map(\.displayName) == ["Bob"] && export.blocked.map(\.displayName) == ["Cy"])
            #expect(export.sentFriendRequests.map(\.receiverId) == [424_242])
            // She has blocked him, so it is absent as in the page's list.
            #expect(export.receivedFriendRequests.isEmpty)
            #expect(export.shareTokens.map(\.usedCount) == [1] && export.searches.map(\.usedCount) == [0])
            #expect(export.calls.map(\.id) == [missed, talked] && export.calls.map(\.isMissed) == [true, false])
            #expect(export.calls.last?.participants.map(\.displayName) == ["Bob"])
            #expect(export.calls.last?.joinedAt != nil && export.calls.last?.deviceId == ana.device)
            #expect(export.removedCalls.map(\.id) == [removed])

            // A found person does not learn of a search, and other people's data about Ana is not in their exports.
            let dees: AccountExport = try await app.call(.exportAccount, as: dee).value()
            #expect(dees.shareTokens.isEmpty && dees.searches.isEmpty && dees.calls.isEmpty)
            let cys = try await app.call(.exportAccount, as: cy)
            #expect(try cys.value(AccountExport.self).blocked.isEmpty)
            for text in [answer.text, cys.text] { #expect(!text.contains(link.token)) }
        }
    }

    @Test("a long history is exported in small parts, between which others write")
    func parts() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-export-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try DataDirectory(preparing: path).openDatabase()
        try await Self.makeHistory(of: 10_000, in: database)
        let measured = MeasuredDatabase(database)
        var writes: Int64 = 0
        let began = ContinuousClock.now
        let export = try await Self.export(1, from: measured) {
            writes += 1
            try await database.write { [writes] sql in
                _ = try sql.execute(
                    "UPDATE users SET created_at = :mark WHERE id = 2", ["mark": .integer(writes)])
            }
        }
        print("measured: export of \(export.value.calls.count) calls in", ContinuousClock.now - began)
        #expect(export.value.calls.count == 9_990 && export.value.removedCalls.count == 10)
        #expect(Set(export.value.calls.map(\.id)).count == 9_990)
        let times = export.value.calls.map(\.startedAt)
        #expect(times == times.sorted(by: >))
        #expect(export.value.shareTokens.count == 250)
        // Per call: its position, itself, the one other participant.
        #expect(measured.mostRows <= AccountExportDocument.part * 3)
        #expect(writes > 100)
    }

    private static func makeHistory(of calls: Int64, in database: any Database) async throws {
        try await database.write { sql in
            for id: Int64 in [1, 2] {
                try sql.execute(
                    "INSERT INTO users (id, display_name, verified, created_at) VALUES (:id, 'x', 1, 0)",
                    ["id": .integer(id)])
            }
            for call in 1...calls {
                // Two at a time, because a position consists of time and number.
                let started = SQLValue.integer(1_000_000 + call / 2)
                try sql.execute(
                    """
                    INSERT INTO calls (id, room_id, host_id, host_device_id, is_video, is_group, started_at, ended_at)
                    VALUES (:call, 1, 1, 1, 0, 0, :started, :started)
                    """, ["call": .integer(call), "started": started])
                for user: Int64 in [1, 2] {
                    try sql.execute(
                        """
                        INSERT INTO call_participants (call_id, user_id, is_host, status, started_at, is_hidden)
                        VALUES (:call, :user, 0, 'left', :started, :hidden)
                        """,
                        [
                            "call": .integer(call), "user": .integer(user), "started": started,
                            "hidden": .flag(user == 1 && call % 1_000 == 0),
                        ])
                }
            }
            for token in 1...250 {
                try ShareTokenRepository(sql).add(
                    "hash-\(token)", owner: 1, createdAt: Timestamp(milliseconds: Int64(token / 3)),
                    expiresAt: Timestamp(milliseconds: 0))
            }
        }
    }

    @Test("calls hidden from the account are not exported")
    func shielded() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-export-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try DataDirectory(preparing: path).openDatabase()
        try await Self.makeHistory(of: 1_000, in: database)
        try await database.write { sql in
            _ = try sql.execute("UPDATE call_participants SET is_shielded = 1 WHERE user_id = 1 AND call_id <> 7")
        }
        let export = try await Self.export(1, from: database)
        #expect(export.value.calls.map(\.id) == [7] && export.value.removedCalls.isEmpty)
    }

    @Test("exports are limited to five an hour per account; HEAD requests do not count")
    func rate() async throws {
        var limits = Limits.development
        limits.exportsPerUser = Rate(count: 5, seconds: 3600)
        try await TestApp.run(limits: limits) { app in
            let (ana, bob) = (try await app.signIn("ana@example.net"), try await app.signIn("bob@example.net"))
            let path = Endpoint.prefixes[0] + Endpoint.exportAccount.path
            for _ in 0..<10 {
                let head = try await app.send(.head, path, token: ana.accessToken)
                #expect(head.status == 200 && head.body.isEmpty)
            }
            for _ in 0..<5 { try await app.call(.exportAccount, as: ana).expectOK() }
            let refused = try await app.call(.exportAccount, as: ana)
            refused.expect(.tooManyRequests)
            #expect(refused.headers[.retryAfter] == "3600")
            try await app.call(.exportAccount, as: bob).expectOK()
        }
    }

    @Test("an export requires the token of a registered device")
    func strangers() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            try await app.call(.exportAccount).expect(.accessTokenExpired)
            try await app.call(.logout, as: ana).expectOK()
            try await app.call(.exportAccount, as: ana).expect(.deviceNotRegistered)
        }
    }
}

/// Counts the rows that one transaction reads.
private final class MeasuredDatabase: Database {
    private let database: any Database
    private let most = Mutex(0)

    var mostRows: Int { most.withLock(\.self) }

    init(_ database: any Database) { self.database = database }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let (value, rows) = try await database.read { sql in
            let connection = Connection(sql: sql)
            return (try body(connection), connection.rows)
        }
        most.withLock { $0 = max($0, rows) }
        return value
    }

    func write<Value: Sendable>(
        _ durability: Durability, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await database.write(durability, body)
    }

    private final class Connection: SQLConnection {
        let sql: any SQLConnection
        private(set) var rows = 0

        init(sql: any SQLConnection) { self.sql = sql }

        func query(_ text: String, _ arguments: [String: SQLValue]) throws -> [SQLRow] {
            let found = try sql.query(text, arguments)
            rows += found.count
            return found
        }

        func execute(_ text: String, _ arguments: [String: SQLValue]) throws -> Int {
            try sql.execute(text, arguments)
        }
    }
}
