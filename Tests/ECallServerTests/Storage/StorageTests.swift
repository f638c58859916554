import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Storage", .timeLimit(.minutes(1)))
struct StorageTests {
    private static func inTemporaryDirectory<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-storage-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test("after all user actions, neither files nor logs contain a code, a token or a link")
    func scan() async throws {
        var limits = Limits.development
        limits.accessTokenLifetime = 1_000_000
        try await TestApp.run(limits: limits) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana", publicKey: TestKeys.rsa())
            let bob = try await app.signIn("bob@example.net", publicKey: TestKeys.p256())
            var secrets = [ana.accessToken, ana.refreshToken, bob.accessToken, bob.refreshToken]
            let pair: RefreshTokenResponse = try await app.call(
                .refreshToken, RefreshTokenRequest(refreshToken: ana.refreshToken)
            ).value()
            secrets += [pair.accessToken, pair.refreshToken]
            for _ in 0..<3 {
                secrets.append(try await app.call(.createShareToken, as: ana).value(TokenBody.self).token)
            }
            try await app.call(.resolveShareToken, TokenBody(token: secrets[6]), as: bob).expectOK()
            try await app.call(.sendFriendRequestByToken, TokenBody(token: secrets[6]), as: bob).expectOK()
            try await app.call(.acceptFriendRequest, FriendRequestTarget(targetUserId: bob.id), as: ana).expectOK()
            try await app.call(.resolveShareToken, TokenBody(token: "not-a-link"), as: bob).expect(.tokenNotFound)
            // A pending code, and wrong attempts at it.
            app.clock.advance(seconds: 60)
            try await app.call(.login, LoginRequest(email: "ana@example.net")).expectOK()
            try await app.call(.verifyLogin, VerifyLoginRequest(code: "000000", email: "ana@example.net")).expect(
                .otpMismatched)
            try await app.send(.get, "/contacts?contactId=99&token=\(secrets[7])", token: ana.accessToken).expect(
                .getContactsFailed)
            try await app.call(.logout, as: bob).expectOK()

            let files = try FileManager.default.contentsOfDirectory(atPath: app.dataDirectory)
            #expect(files.contains("ecall.sqlite") && files.contains("ecall.sqlite-wal"))
            var found = false
            for file in files where file.hasPrefix("ecall.sqlite") {
                let bytes = try Data(contentsOf: URL(filePath: app.dataDirectory + "/" + file))
                // The control: stored data is found by the same search.
                if bytes.range(of: Data("ana@example.net".utf8)) != nil { found = true }
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
                for part in secrets.prefix(6).compactMap({ $0.split(separator: ".").last }) {
                    #expect(bytes.range(of: Data(part.utf8)) == nil)
                }
            }
            #expect(found)
            let database = try SQLiteDatabase(path: app.dataDirectory + "/ecall.sqlite")
            let texts = try await database.read { sql in
                try ["users", "one_time_codes", "token_families", "refresh_tokens", "share_tokens", "devices"].flatMap {
                    try sql.query("SELECT * FROM \($0)", [:]).flatMap { $0.columns.values.map { "\($0)" } }
                }
            }
            #expect(texts.count > 20)
            // A long number may contain six digits by chance: the code must not be a value.
            for code in app.outbox.messages.map(\.code) {
                #expect(!texts.contains("text(\"\(code)\")") && !texts.contains("integer(\(code))"))
            }
            let log = app.log.text
            #expect(log.contains("/app/api/verify-login"))
            for secret in secrets + ["ana@example.net", "not-a-link"] { #expect(!log.contains(secret)) }
            for code in app.outbox.messages.map(\.code) { #expect(!log.contains(" \(code)")) }
        }
    }

    @Test("stored data is there after reopening the database, and migrations run once")
    func reopening() async throws {
        try await Self.inTemporaryDirectory { path in
            let data = try DataDirectory(preparing: path)
            let user = try await data.openDatabase().write { sql in
                let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
                return try UserRepository(sql).create(identifier, displayName: "Ana", at: Timestamp(milliseconds: 5))
            }
            let again = try data.openDatabase()
            #expect(try await again.read { try UserRepository($0).find(user)?.displayName } == "Ana")
            let mode = try FileManager.default.attributesOfItem(atPath: data.database)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    /// Before lookups had separate readers, they used all threads to wait for readers that needed one: the server stopped
    /// answering.
    @Test("reads and lookups, far more at once than readers and threads, all finish")
    func readersForAll() async throws {
        try await Self.inTemporaryDirectory { path in
            let database = try DataDirectory(preparing: path).openDatabase()
            let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
            let user = try await database.write {
                try UserRepository($0).create(identifier, displayName: "Ana", at: Timestamp(milliseconds: 5))
            }
            let found = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        var found = 0
                        for turn in 0..<20 {
                            let name =
                                (number + turn).isMultiple(of: 2)
                                ? try await database.read { try UserRepository($0).find(user)?.displayName }
                                : try await database.lookUp { try UserRepository($0).find(user)?.displayName }
                            found += name == "Ana" ? 1 : 0
                        }
                        return found
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(found == 4000)
        }
    }

    @Test("an acknowledged write is in the files at once: a killed process loses nothing")
    func killed() async throws {
        try await Self.inTemporaryDirectory { path in
            let data = try DataDirectory(preparing: path + "/one")
            let database = try data.openDatabase()
            let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
            let user = try await database.write {
                try UserRepository($0).create(identifier, displayName: "Ana", at: Timestamp(milliseconds: 5))
            }
            // The files while the first connection is still open, as a kill would leave them.
            let left = try DataDirectory(preparing: path + "/two")
            for name in ["ecall.sqlite", "ecall.sqlite-wal"] {
                try FileManager.default.copyItem(atPath: data.path + "/" + name, toPath: left.path + "/" + name)
            }
            #expect(try await left.openDatabase().read { try UserRepository($0).find(user)?.id } == user)
            withExtendedLifetime(database) {}
        }
    }

    @Test("a failed transaction leaves nothing behind")
    func rollback() async throws {
        try await Self.inTemporaryDirectory { path in
            let database = try DataDirectory(preparing: path).openDatabase()
            struct Stop: Error {}
            let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
            await #expect(throws: Stop.self) {
                try await database.write { sql -> Bool in
                    _ = try UserRepository(sql).create(identifier, displayName: "Ana", at: Timestamp(milliseconds: 5))
                    throw Stop()
                }
            }
            #expect(try await database.read { try UserRepository($0).find(identifier) } == nil)
        }
    }

    @Test("arguments are bound by name, whatever their order in the statement")
    func binding() async throws {
        try await Self.inTemporaryDirectory { path in
            let database = try DataDirectory(preparing: path).openDatabase()
            let row = try #require(
                try await database.read {
                    try $0.query("SELECT :b AS first, :a AS second, :b AS third", ["a": "x", "b": 7]).first
                })
            #expect(try row.integer("first") == 7 && row.text("second") == "x" && row.integer("third") == 7)
            #expect(throws: SQLRow.UnexpectedColumn.self) { try row.text("first") }
        }
    }

    @Test("the names of released migrations do not change")
    func migrationNames() { #expect(Migration.all.map(\.name).starts(with: ["001 accounts", "002 people"])) }

    @Test("the secret is made once, readable by its owner only, and gives a key for each purpose")
    func secret() async throws {
        try await Self.inTemporaryDirectory { path in
            let data = try DataDirectory(preparing: path)
            let (first, second) = (try await data.load(.allowed).secrets, try await data.load(.refused).secrets)
            #expect(first.key(for: .tokens) == second.key(for: .tokens))
            #expect(first.key(for: .tokens) != first.key(for: .oneTimeCodes))
            let mode = try FileManager.default.attributesOfItem(atPath: path + "/secret")[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try Data("short".utf8).write(to: URL(filePath: path + "/secret"))
            #expect(throws: StartFailure.secretDamaged(path + "/secret")) { try data.loadSecrets() }
        }
    }

    @Test("the start closes readable files of the server, but keeps a folder with other files open")
    func modes() async throws {
        try await Self.inTemporaryDirectory { path in
            let files = FileManager.default
            func mode(_ path: String) throws -> Int? {
                try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let names = ["ecall.sqlite", "ecall.sqlite-wal", "ecall.sqlite-shm", "secret", "lock"]
            let open: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
            try files.createDirectory(atPath: path + "/outbox", withIntermediateDirectories: true, attributes: open)
            for name in names { #expect(files.createFile(atPath: path + "/" + name, contents: nil, attributes: open)) }
            try files.setAttributes(open, ofItemAtPath: path)
            _ = try DataDirectory(preparing: path)
            #expect(try mode(path) == 0o700)
            #expect(try mode(path + "/outbox") == 0o700)
            for name in names { #expect(try mode(path + "/" + name) == 0o600, "\(name)") }

            try files.setAttributes(open, ofItemAtPath: path)
            #expect(files.createFile(atPath: path + "/holiday.jpg", contents: nil, attributes: open))
            _ = try DataDirectory(preparing: path)
            #expect(try mode(path) == 0o755)
            #expect(try mode(path + "/holiday.jpg") == 0o755)
        }
    }

    @Test("an unwritable directory and one in use are reported in one sentence")
    func directoryFailures() async throws {
        try await Self.inTemporaryDirectory { path in
            let data = try DataDirectory(preparing: path)
            let lock = try data.lock()
            #expect(throws: StartFailure.dataDirectoryInUse(path)) { try data.lock() }
            try lock.close()
            _ = try data.lock()
            try Data().write(to: URL(filePath: path + "/file"))
            let inside = path + "/file/data"
            #expect(throws: StartFailure.dataDirectoryNotWritable(inside)) { try DataDirectory(preparing: inside) }
            #expect("\(StartFailure.dataDirectoryNotWritable(inside))".contains(inside))
        }
    }
}
