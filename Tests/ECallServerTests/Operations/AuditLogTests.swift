import ECallAPI
import Foundation
import GRDB
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Audit log", .timeLimit(.minutes(1)))
struct AuditLogTests {
    private static let person = Operator(user: 0, loginUser: "1000\n", environment: [:]) { $0 == 0 ? "root" : "ana" }

    private static func inFolder(_ body: (DataDirectory) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-audit-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(try DataDirectory(preparing: path))
    }

    private static func names(_ maintenance: Maintenance) async throws -> [String] {
        try await maintenance.actions(last: 100).rows.map { row in
            // The time of a backup is the test's.
            row[5] == "restore" ? row[5] : [row[5], row[6]].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    // MARK: - Entries

    @Test("each command that changes something leaves an entry: when, who, what, and whom by number")
    func commands() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let (bo, cleo) = (try await app.signIn("bo@example.net"), try await app.signIn("cleo@example.net"))
            try await app.call(.report, ReportRequest(userId: bo.id, reason: .spam), as: ana).expectOK()
            let maintenance = Maintenance(
                directory: app.dataDirectory, clock: WallClock { app.clock.now }, person: Self.person)
            let report = try #require(ReportID(try await maintenance.reports(closedToo: false).rows[0][0]))
            let user = try await maintenance.user("bo@example.net")
            let end = app.clock.now.advanced(bySeconds: 60)
            try await maintenance.suspend(user, reason: "a reason", until: end)
            try await maintenance.unsuspend(user)
            try await maintenance.close(report: report)
            try await maintenance.remove(device: ana.device)
            _ = try await maintenance.revokeTokens(of: try await maintenance.user("cleo@example.net"))
            try await maintenance.delete(user)
            _ = try await maintenance.acceptClock()
            #expect(
                try await Self.names(maintenance) == [
                    "init", "users suspend account \(bo.id) until \(end)", "users unsuspend account \(bo.id)",
                    "reports close report \(report)", "devices remove device \(ana.device)",
                    "tokens revoke account \(cleo.id)", "users delete account \(bo.id)", "accept-clock",
                ])
            let table = try await maintenance.actions(last: 7)
            #expect(table.rows.allSatisfy { Array($0[1...4]) == ["\(app.clock.now)", "0", "root", "ana"] })
            for word in ["Ana", "ana@", "bo@", "a reason"] { #expect(!table.text.contains(word), "\(word)") }
        }
    }

    @Test("a command that changes nothing leaves no entry, nor does a change that fails")
    func nothing() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let maintenance = Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
            let user = try await maintenance.user("ana@example.net")
            _ = (
                try await maintenance.users(), try await maintenance.show(user),
                try maintenance.backup(to: app.dataDirectory + "/copy")
            )
            await #expect(throws: CommandFailure.self) { try await maintenance.unsuspend(user) }
            await #expect(throws: CommandFailure.self) { try await maintenance.close(report: ReportID(77)) }
            await #expect(throws: CommandFailure.self) { try await maintenance.remove(device: DeviceID(77)) }
            _ = try await maintenance.revokeTokens(of: user)
            _ = try await maintenance.revokeTokens(of: user)
            #expect(try await Self.names(maintenance) == ["init", "tokens revoke account \(ana.id)"])
        }
    }

    @Test("a new secret and a migration leave entries")
    func folder() async throws {
        try await Self.inFolder { data in
            _ = try await data.load(.required)
            try await data.replaceSecret()
            #expect(try await Self.names(Maintenance(directory: data.path)) == ["init", "init --new-secret"])
        }
        try await Self.inFolder { data in
            _ = try SQLiteDatabase(path: data.database, migrations: Array(Migration.all.prefix(2)))
            let maintenance = Maintenance(directory: data.path)
            _ = try await maintenance.migrate()
            _ = try await maintenance.migrate()
            #expect(try await Self.names(maintenance) == ["migrate"])
        }
    }

    @Test(
        "the recorded person is the one who logged in, whichever account runs the command",
        arguments: [
            (0, "1000\n", [:], "root", "ana"), (0, "4294967295", ["SUDO_USER": "bo"], "root", "bo"),
            (0, "4294967295", [:], "root", ""), (0, "0", ["SUDO_USER": "bo"], "root", ""),
            (1000, "1000", [:], "ana", ""),
            (1000, nil, ["SUDO_USER": "bo"], "ana", ""),
            (0, nil, ["SUDO_USER": String(repeating: "b", count: 99)], "root", String(repeating: "b", count: 32)),
        ] as [(uid_t, String?, [String: String], String, String)])
    func people(user: uid_t, login: String?, environment: [String: String], name: String, loginName: String) {
        let person = Operator(user: user, loginUser: login, environment: environment) { $0 == 0 ? "root" : "ana" }
        #expect(person.user == user && person.name == name && person.login == loginName)
    }

    // MARK: - Append-only

    @Test(
        "the database refuses to change, delete, replace or insert entries",
        arguments: [
            "UPDATE operator_actions SET name = 'nobody' WHERE number = 1", "UPDATE operator_actions SET number = 9",
            "DELETE FROM operator_actions", "DELETE FROM operator_actions WHERE number = 1",
            "INSERT OR REPLACE INTO operator_actions SELECT number, acted_at, operator, 'nobody', login, action, subject FROM operator_actions WHERE number = 1",
            "REPLACE INTO operator_actions SELECT number + 5, acted_at, operator, name, login, action, subject FROM operator_actions WHERE number = 1",
            "INSERT INTO operator_actions SELECT 0, acted_at, operator, name, login, action, subject FROM operator_actions WHERE number = 1",
        ])
    func triggers(statement: String) async throws {
        try await Self.inFolder { data in
            let database = try await data.load(.required).database
            let entry = AuditLog.Entry(.acceptClock, by: Self.person, at: Timestamp(milliseconds: 5))
            try await database.write { try AuditLog($0).append(entry) }
            let before = try await database.read { try AuditLog($0).last(10) }
            await #expect(throws: (any Error).self) { try await database.write { try $0.execute(statement) } }
            #expect(try await database.read { try AuditLog($0).last(10) } == before && before.count == 2)
        }
    }

    @Test("the log keeps the newest entries, and no more than its size")
    func bound() async throws {
        try await Self.inFolder { data in
            let database = try await data.load(.required).database
            try await database.write { sql in
                for number in 1...(AuditLog.most + 10) {
                    try AuditLog(sql).append(
                        AuditLog.Entry(.acceptClock, by: Self.person, at: Timestamp(milliseconds: Int64(number))))
                }
            }
            let entries = try await database.read { try AuditLog($0).last(AuditLog.most * 2) }
            #expect(entries.count == AuditLog.most && entries.first?.moment.milliseconds == 11)
            #expect(entries.last?.number == Int64(AuditLog.most + 11))
        }
    }

    // MARK: - Backups

    @Test("a restored backup has its entries, those made since, and the restoration, also the second time")
    func restore() async throws {
        try await Self.inFolder { data in
            let database = try await data.load(.required).database
            let maintenance = Maintenance(
                directory: data.path, clock: WallClock { Timestamp(milliseconds: 9) }, person: Self.person)
            _ = try await maintenance.acceptClock()
            _ = try maintenance.backup(to: data.path + "/backup")
            try await database.write { sql in
                let moment = Timestamp(milliseconds: 10)
                try AuditLog(sql).append(AuditLog.Entry(.deleteAccount(UserID(7)), by: Self.person, at: moment))
            }
            try (database as? SQLiteDatabase)?.close()
            _ = try maintenance.restore(from: data.path + "/backup", grace: 0)
            let once = ["init", "accept-clock", "users delete account 7", "restore"]
            #expect(try await Self.names(maintenance) == once)
            let later = Maintenance(
                directory: data.path, clock: WallClock { Timestamp(milliseconds: 20) }, person: Self.person)
            _ = try later.restore(from: data.path + "/backup", grace: 0)
            #expect(try await Self.names(later) == once + ["restore"])
        }
    }

    @Test("a damaged database does not keep a backup from being restored")
    func damaged() async throws {
        try await Self.inFolder { data in
            try (try await data.load(.required).database as? SQLiteDatabase)?.close()
            let maintenance = Maintenance(directory: data.path, person: Self.person)
            _ = try maintenance.backup(to: data.path + "/backup")
            try Data("not a database, but long enough to be taken for one".utf8).write(to: URL(filePath: data.database))
            _ = try maintenance.restore(from: data.path + "/backup", grace: 0)
            #expect(try await Self.names(maintenance) == ["init", "restore"])
        }
    }
}
