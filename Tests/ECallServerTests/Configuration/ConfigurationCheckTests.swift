import Crypto
import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Check of the configuration", .timeLimit(.minutes(1)))
struct ConfigurationCheckTests {
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-check-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private static func check(_ yaml: String) throws -> ConfigurationCheck {
        ConfigurationCheck(loaded: try SettingsTests.load(yaml: yaml))
    }

    @Test("missing and unusable files are named, and nothing is created")
    func files() throws {
        try Self.inFolder { folder in
            let (good, bad) = (folder + "/good.p8", folder + "/bad.pem")
            try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: URL(filePath: good))
            try Data("-----BEGIN NONSENSE-----".utf8).write(to: URL(filePath: bad))
            let base = "data: \(folder)/data/deeper\nmedia: {address: 127.0.0.1}\n"
            #expect(try Self.check(base).problems == [])
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
            let apns = "apns: {keyFile: \(good), keyID: a, teamID: b, bundleID: c}\n"
            #expect(try Self.check(base + apns).problems == [])
            let wrong: [(String, String)] = [
                (
                    apns.replacing(good, with: bad),
                    "apns.keyFile: \(bad) is no P-256 key in PEM, as Apple's .p8 files are"
                ),
                (
                    "apple: {clientIDs: [a], teamID: b, keyID: c, keyFile: \(bad)}",
                    "apple.keyFile: \(bad) is no P-256 key in PEM, as Apple's .p8 files are"
                ),
                (
                    apns.replacing(good, with: "/none"),
                    "apns.keyFile (test.yaml, line 3): the file /none is missing"
                ),
                ("tls: {certificate: \(bad), key: \(good)}", "\(StartFailure.certificateUnusable(bad))"),
                (
                    "google: {clientIDs: [a], authorityFile: \(bad)}",
                    "google.authorityFile: \(bad) holds no certificate in PEM"
                ),
                ("location: {file: \(bad)}", "\(StartFailure.locationsUnusable(bad))"),
                ("web: \(folder)", "\(StartFailure.webUnusable(folder))"),
            ]
            for (yaml, problem) in wrong { #expect(try Self.check(base + yaml).problems == [problem], "\(yaml)") }
        }
    }

    @Test("an unusable data folder is named")
    func directory() throws {
        try Self.inFolder { folder in
            let media = "media: {address: 127.0.0.1}\n"
            try Data().write(to: URL(filePath: folder + "/file"))
            #expect(
                try Self.check(media + "data: \(folder)/file").problems == [
                    "data: \(folder)/file is a file; name a folder"
                ])
            // Its mode allows root to write.
            for (path, words) in [
                ("/proc", "data: nothing can be written in /proc"),
                ("/proc/ecall/data", "data: the folder /proc/ecall/data cannot be made, because nothing"),
            ] {
                let problems = try Self.check(media + "data: \(path)").problems
                #expect(problems.count == 1 && problems[0].hasPrefix(words), "\(problems)")
                #expect(problems.first?.contains("name another folder") == true)
            }
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: false)
            #expect(try Self.check(media + "data: \(folder)/data").problems == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/data").isEmpty)
            try Data("no database at all, but long enough to be taken for one".utf8).write(
                to: URL(filePath: folder + "/ecall.sqlite"))
            #expect(
                try Self.check(media + "data: \(folder)").problems == [
                    "\(StartFailure.secretMissing(database: folder + "/ecall.sqlite", secret: folder + "/secret"))"
                ])
            try Data(Data(repeating: 1, count: 32).base64EncodedString().utf8).write(
                to: URL(filePath: folder + "/secret"))
            #expect(
                try Self.check(media + "data: \(folder)").problems == [
                    "\(StartFailure.databaseUnusable(folder + "/ecall.sqlite"))"
                ])
        }
    }

    @Test("data of another server's secret, or of a newer version, are reported")
    func foreignData() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-check-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (one, other) = (try DataDirectory(preparing: path + "/1"), try DataDirectory(preparing: path + "/2"))
        for data in [one, other] { _ = try await data.load(.allowed) }
        let yaml = "media: {address: 127.0.0.1}\ndata: \(one.path)"
        #expect(try Self.check(yaml).problems == [])
        try FileManager.default.removeItem(atPath: one.secret)
        try FileManager.default.copyItem(atPath: other.secret, toPath: one.secret)
        #expect(
            try Self.check(yaml).problems == [
                "\(StartFailure.secretOfAnotherDatabase(database: one.database, secret: one.secret))"
            ])
        let future = Migration(name: "999 future", statements: ["CREATE TABLE future (id BIGINT)"])
        _ = try SQLiteDatabase(path: other.database, migrations: Migration.all + [future])
        #expect(
            try Self.check(yaml.replacing(one.path, with: other.path)).problems == [
                "\(StartFailure.databaseNewer(other.database))"
            ])
    }

    @Test("settings that may be unintended are reported as warnings")
    func warnings() throws {
        #expect(try Self.check("port: 1").warnings.contains { $0.contains("nobody can sign in") })
        #expect(try Self.check("development: true").warnings.contains { $0.contains("sign in as anyone") })
        #expect(try Self.check("host: 0.0.0.0").warnings.contains { $0.contains("without TLS") })
        #expect(try Self.check("trustsVerifiedClaim: true").warnings.contains { $0.contains("trustsVerifiedClaim") })
        #expect(
            try Self.check("data: /nowhere\nsmtp: {host: a, sender: a@b.example}").warnings == [
                "web: no page is served, and /readyz is not ready, because there is none near the program; give its folder, or set withoutPage",
                "data: /nowhere holds no server yet; begin one with ecall-server init",
            ])
        #expect(try Self.check("withoutPage: true").warnings.allSatisfy { !$0.contains("page") })
    }
}
