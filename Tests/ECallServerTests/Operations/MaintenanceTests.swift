import ECallAPI
import Foundation
import GRDB
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Maintenance beside a running server", .timeLimit(.minutes(1)))
struct MaintenanceTests {
    private static func maintenance(_ app: TestApp) -> Maintenance {
        Maintenance(directory: app.dataDirectory, clock: WallClock { app.clock.now })
    }

    // MARK: - People and devices

    @Test("accounts and devices are listed, and found by number, address and telephone")
    func lists() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana", deviceName: "Ana's phone")
            let maintenance = Self.maintenance(app)
            let users = try await maintenance.users()
            #expect(
                users.rows.count == 1 && users.rows[0].contains("\(ana.id)")
                    && users.rows[0].contains("ana@example.net"))
            #expect(users.text.hasPrefix("ID"))
            #expect(
                !Table(columns: ["name"], rows: [["a\u{1B}[2J\u{202E}\r\nb"]]).text.contains {
                    "\u{1B}\u{202E}\r".contains($0)
                })
            #expect(try await maintenance.user("\(ana.id)").id == ana.id)
            #expect(try await maintenance.user("Ana@example.net").id == ana.id)
            await #expect(throws: CommandFailure("There is no account nobody@example.net.")) {
                try await maintenance.user("nobody@example.net")
            }
            let devices = try await maintenance.devices(of: try await maintenance.user("\(ana.id)"))
            #expect(devices.rows.map { $0[0] } == ["\(ana.device)"] && devices.rows[0].contains("Ana's phone"))
            let json = try JSONDecoder().decode([[String: String]].self, from: Data(devices.json.utf8))
            #expect(json.first?["name"] == "Ana's phone")
            #expect(
                try await maintenance.show(try await maintenance.user("\(ana.id)")).text.contains(
                    "email ana@example.net"))
        }
    }

    @Test("a removed device and its refresh token are refused at once, and the running server closes its sockets")
    func remove() async throws {
        try await TestApp.run { app in
            let (phone, tablet) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            let maintenance = Self.maintenance(app)
            try await maintenance.remove(device: phone.device)
            try await app.call(.devices, as: phone).expect(.deviceNotRegistered)
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: phone.refreshToken)).expect(
                .refreshTokenExpired)
            #expect(try await app.call(.devices, as: tablet).status == 200)
            while !app.signals.removed.contains(phone.identity) { try await pause() }
            #expect(app.signals.disconnected == [phone.identity])
            await #expect(throws: CommandFailure("There is no device \(phone.device).")) {
                try await maintenance.remove(device: phone.device)
            }
        }
    }

    @Test("revoking an account's tokens signs out each of its devices and no others")
    func revoke() async throws {
        try await TestApp.run { app in
            let (phone, tablet) = (try await app.signIn("ana@example.net"), try await app.signIn("ana@example.net"))
            let bo = try await app.signIn("bo@example.net")
            let maintenance = Self.maintenance(app)
            #expect(try await maintenance.revokeTokens(of: try await maintenance.user("ana@example.net")) == 2)
            for device in [phone, tablet] { try await app.call(.devices, as: device).expect(.deviceNotRegistered) }
            #expect(try await app.call(.devices, as: bo).status == 200)
            while Set(app.signals.disconnected) != [phone.identity, tablet.identity] { try await pause() }
            // The account still exists and can sign in again.
            #expect(try await app.signIn("ana@example.net").id == phone.id)
        }
    }

    @Test("a deleted account is removed with all its data, including pending codes")
    func delete() async throws {
        try await TestApp.run { app in
            let (ana, bo) = (try await app.signIn("ana@example.net"), try await app.signIn("bo@example.net"))
            try await app.befriend(ana, bo)
            app.clock.advance(seconds: 10)
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expectOK()
            let maintenance = Self.maintenance(app)
            try await maintenance.delete(try await maintenance.user("ana@example.net"))
            // Another process deleted it: until the server has polled, it may still know her device.
            while !app.signals.removed.contains(ana.identity) { try await pause() }
            try await app.call(.devices, as: ana).expect(.userNotFound)
            let contacts: ContactsResponse = try await app.call(.contacts, as: bo).value()
            #expect(contacts.contacts.isEmpty)
            let code = try #require(app.outbox.lastCode(to: "ana@example.net"))
            try await app.call(
                .verifyLogin, VerifyLoginRequest(code: code, email: "ana@example.net", device: DevicePayload())
            ).expect(.invalidOTP)
            #expect(try await app.signIn("ana@example.net").id != ana.id)
        }
    }

    // MARK: - The file

    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-maintenance-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    @Test("a backup during sign-ins is complete, readable by its owner only, and can be served from")
    func backup() async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let file = app.dataDirectory + "/copy.sqlite"
            let maintenance = Self.maintenance(app)
            // Not by cancelling, which would cut a request short.
            let isCopied = Mutex(false)
            async let busy: Void = {
                var number = 0
                while !isCopied.withLock({ $0 }) {
                    number += 1
                    _ = try await app.signIn("person\(number)@example.net")
                }
            }()
            let files = Result { try maintenance.backup(to: file) }
            isCopied.withLock { $0 = true }
            try await busy
            #expect(try files.get() == [file, file + ".secret"])
            for path in [file, file + ".secret"] {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: app.dataDirectory)
            #expect(!names.contains { $0.contains(".part-") || $0.hasPrefix("copy.sqlite-") }, "\(names)")
            #expect(throws: CommandFailure("\(file) is there already; a backup overwrites nothing.")) {
                try maintenance.backup(to: file)
            }
            let now = app.clock.now
            try await TestApp.run(prepare: { folder in
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: file, toPath: folder + "/ecall.sqlite")
                try FileManager.default.copyItem(atPath: file + ".secret", toPath: folder + "/secret")
            }) { restored in
                while restored.clock.now < now { restored.clock.advance(seconds: 1) }
                let answer = try await restored.call(.devices, as: ana)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("backup reports each failure in a sentence")
    func backupFailures() async throws {
        try await Self.inFolder { path in
            #expect(throws: CommandFailure("There is no database in \(path); name its folder with --data.")) {
                try Maintenance(directory: path).backup(to: path + "/x")
            }
            let data = try DataDirectory(preparing: path)
            _ = try data.openDatabase()
            #expect(throws: CommandFailure("The server's secret \(data.secret) is missing.")) {
                try Maintenance(directory: path).backup(to: path + "/x")
            }
            try OwnerOnlyFile.write(Data("secret".utf8), to: data.secret)
            #expect(throws: CommandFailure("The backup could not be written to \(path)/no/x.")) {
                try Maintenance(directory: path).backup(to: path + "/no/x")
            }
        }
    }

    @Test("migrate lists pending migrations, applies them once, and refuses to run beside a server")
    func migrate() async throws {
        try await Self.inFolder { path in
            let data = try DataDirectory(preparing: path)
            _ = try SQLiteDatabase(path: data.database, migrations: Array(Migration.all.prefix(2)))
            let maintenance = Maintenance(directory: path)
            let rest = Migration.all.dropFirst(2).map(\.name)
            #expect(try maintenance.migrationState().pending == rest)
            #expect(throws: CommandFailure.self) { try maintenance.open() }
            let lock = try data.lock()
            await #expect(throws: StartFailure.dataDirectoryInUse(path)) { try await maintenance.migrate() }
            try lock.close()
            #expect(try await maintenance.migrate() == rest)
            #expect(try await maintenance.migrate().isEmpty)
            _ = try maintenance.open()
        }
    }

    @Test("neither the server nor the commands touch a newer version's database")
    func newer() async throws {
        try await Self.inFolder { path in
            let data = try DataDirectory(preparing: path)
            let future = Migration(name: "999 future", statements: ["CREATE TABLE future (id BIGINT)"])
            _ = try SQLiteDatabase(path: data.database, migrations: Migration.all + [future])
            #expect(throws: StartFailure.databaseNewer(data.database)) { try data.openDatabase() }
            await #expect(throws: StartFailure.databaseNewer(data.database)) {
                try await Maintenance(directory: path).migrate()
            }
            #expect(throws: CommandFailure("\(StartFailure.databaseNewer(data.database))")) {
                try Maintenance(directory: path).open()
            }
        }
    }
}
