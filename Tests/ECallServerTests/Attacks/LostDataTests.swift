import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ServerFoundation

/// A server with another secret accepts no existing token: every client that connects is signed out.
@Suite("Attacks: a data directory that is incomplete or another server's", .timeLimit(.minutes(1)))
struct LostDataTests {
    /// A directory of a former server, with its only person.
    private static func withServer(_ body: (DataDirectory) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-lost-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let data = try DataDirectory(preparing: path)
        let database = try await data.load(.required).database
        let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
        _ = try await database.write {
            try UserRepository($0).create(identifier, displayName: "Ana", at: Timestamp(milliseconds: 5))
        }
        try await body(data)
    }

    private static func names(_ path: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path))
    }

    /// Who: an operator whose disk lost the secret, or who restored the database alone.
    /// With: the next start, also with --dev, --init and check-config.
    /// Gets: a new secret, and every client that connects signed out → a refusal with instructions, and nothing created.
    @Test(
        "a database without its secret is refused, and nothing is created",
        arguments: [FirstStart.refused, .allowed, .required])
    func secretLost(first: FirstStart) async throws {
        try await Self.withServer { data in
            try FileManager.default.removeItem(atPath: data.secret)
            let before = try Self.names(data.path)
            let failure = StartFailure.secretMissing(database: data.database, secret: data.secret)
            await #expect(throws: failure) { try await data.load(first) }
            #expect(try Self.names(data.path).subtracting(before).isEmpty)
            let words = failure.description
            #expect(words.contains("FILE.secret") && words.contains("init --new-secret"))
        }
    }

    /// Who: the same, with the database gone, or its file truncated by a failing disk.
    /// With: the next start.
    /// Gets: an empty server under the old secret → a refusal.
    @Test("a secret without its database is refused", arguments: [true, false])
    func databaseLost(isCut: Bool) async throws {
        try await Self.withServer { data in
            for suffix in ["", "-wal", "-shm"] { unlink(data.database + suffix) }
            if isCut { try Data().write(to: URL(filePath: data.database)) }
            for first in [FirstStart.refused, .allowed, .required] {
                await #expect(
                    throws: StartFailure.databaseMissing(database: data.database, secret: data.secret)
                ) { try await data.load(first) }
            }
        }
    }

    /// Who: an operator who moved the database's file and left its log.
    /// With: the next start.
    /// Gets: an empty server, and the log deleted → a refusal, and the log stays.
    @Test("a log without its database is refused, and kept")
    func databaseLostButItsLog() async throws {
        try await Self.withServer { data in
            unlink(data.database)
            try Data([1]).write(to: URL(filePath: data.database + "-wal"))
            await #expect(throws: StartFailure.databaseMissing(database: data.database, secret: data.secret)) {
                try await data.load(.refused)
            }
            #expect(FileManager.default.fileExists(atPath: data.database + "-wal"))
        }
    }

    /// Who: an operator who restored the database of one backup and the secret of another server.
    /// With: the next start.
    /// Gets: all tokens refused → a refusal to start; with --new-secret a start, and the people are there.
    @Test("a secret of another database is refused until the operator requests a new one")
    func wrongSecret() async throws {
        try await Self.withServer { data in
            try await Self.withServer { other in
                try FileManager.default.removeItem(atPath: data.secret)
                try FileManager.default.copyItem(atPath: other.secret, toPath: data.secret)
            }
            let failure = StartFailure.secretOfAnotherDatabase(database: data.database, secret: data.secret)
            await #expect(throws: failure) { try await data.load(.refused) }
            try await data.replaceSecret()
            let database = try await data.load(.refused).database
            let identifier = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
            #expect(try await database.read { try UserRepository($0).find(identifier) } != nil)
        }
    }

    /// Who: an operator whose disk is not mounted at the start.
    /// With: a start without --dev on an empty or missing folder.
    /// Gets: a new server → a refusal, and not even the folder is created.
    @Test("no server is created in an empty or missing folder without a request", arguments: [true, false])
    func unmounted(isThere: Bool) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-empty-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        if isThere { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        var settings = ServerSettings(dataDirectory: path)
        settings.port = 0
        await #expect(throws: StartFailure.noServer(path)) {
            try await serve(
                settings, environment: .production(settings, firstStart: .refused, console: { _ in }),
                logger: RecordedLog().logger, console: { _ in })
        }
        #expect(FileManager.default.fileExists(atPath: path) == isThere)
        if isThere { #expect(try Self.names(path).isEmpty) }
    }

    @Test("a second --init is refused")
    func twice() async throws {
        try await Self.withServer { data in
            await #expect(throws: StartFailure.serverExists(data.path)) { try await data.load(.required) }
            _ = try await data.load(.refused)
        }
    }

    /// Who: anyone who cuts the power during the first start.
    /// With: the state of the disk at each moment of it.
    /// Gets: a refusal forever, or a second secret → the next start continues, and from then on it is one server.
    @Test("an interrupted first start is continued by the next one", arguments: 0...4)
    func cutOff(moment: Int) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-cut-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let data = try DataDirectory(preparing: path)
        try Data().write(to: URL(filePath: data.beginning))
        let secret = Data(String(repeating: "A", count: 43).utf8) + Data("=".utf8)
        if moment > 0 { try secret.write(to: URL(filePath: data.secret)) }
        if moment > 1 { try Data().write(to: URL(filePath: data.database)) }
        if moment > 2 { _ = try data.openDatabase() }
        if moment > 3 {
            let proof = try data.loadSecrets().installationProof
            _ = try await data.openDatabase().write { try InstallationRepository($0).keep(proof: proof) }
        }
        #expect(data.content == .begun)
        let first = try await data.load(.refused).secrets
        #expect(data.content == .server)
        let second = try await data.load(.refused).secrets
        #expect(first.installationProof == second.installationProof)
    }

    @Test("a database of an earlier version adopts the secret beside it")
    func earlier() async throws {
        try await Self.withServer { data in
            _ = try await data.openDatabase().write { try $0.execute("DELETE FROM installation") }
            _ = try await data.load(.refused)
            let proof = try SQLiteDatabase.installationProof(of: data.database)
            #expect(try proof == data.loadSecrets().installationProof)
        }
    }
}
