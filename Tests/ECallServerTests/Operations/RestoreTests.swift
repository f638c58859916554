import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Restoring a backup", .timeLimit(.minutes(1)))
struct RestoreTests {
    /// The tokens that devices have when the server's disk is lost.
    private struct Lost: Sendable {
        let backup: String
        var ana: Person
        /// A token of Ana's that was used up after the backup was made.
        var stolen = ""
        let late: Person
        let link: String
        let now: Timestamp
    }

    private static func refresh(_ app: TestApp, _ token: String) async throws -> Answer {
        try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: token))
    }

    /// Runs a server that is backed up, continues for a while, and is lost.
    private static func lose(_ folder: String, signInAgain: Bool = false) async throws -> Lost {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try await TestApp.run(configure: { $0.publicURL = SigningDevice.origin }) { app in
            let key = TestKeys.rsa()
            var ana = try await app.signIn("ana@example.net", publicKey: key)
            let device = try await SigningDevice(ana, publicKey: key, in: app)
            let link: TokenBody = try await app.call(.createShareToken, as: ana).value()
            let backup = folder + "/backup"
            _ = try Maintenance(directory: app.dataDirectory).backup(to: backup)
            if signInAgain {
                let challenge: SignInChallenge = try await app.call(.signInChallenge).value()
                let proof = try device.proof(challenge.challenge, app).text
                ana = try await app.signIn("ana@example.net", publicKey: key, proof: proof)
            }
            var lost = Lost(
                backup: backup, ana: ana, late: try await app.signIn("late@example.net"), link: link.token,
                now: app.clock.now)
            for round in 0..<4 {
                app.clock.advance(seconds: 600)
                if round == 2 { lost.stolen = lost.ana.refreshToken }
                let pair: RefreshTokenResponse = try await refresh(app, lost.ana.refreshToken).value()
                lost.ana.refreshToken = pair.refreshToken
            }
            return lost
        }
    }

    /// Restores it an hour later and runs a server on it.
    private static func restored(
        signInAgain: Bool = false, grace: Int = 86_400, _ body: @escaping @Sendable (TestApp, Lost) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-restore-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lost = try await lose(folder, signInAgain: signInAgain)
        let moment = lost.now.advanced(bySeconds: 3600)
        try await TestApp.run(
            prepare: { directory in
                let maintenance = Maintenance(directory: directory, clock: WallClock { moment })
                _ = try maintenance.restore(from: lost.backup, grace: grace)
            },
            { app in
                app.clock.advance(seconds: Int((moment.milliseconds - app.clock.now.milliseconds) / 1000))
                try await body(app, lost)
            })
    }

    @Test("a known device is let back in with a token that the backup does not contain, and can refresh it")
    func comesBack() async throws {
        try await Self.restored { app, lost in
            app.clock.advance(seconds: 86_399)
            var pair: RefreshTokenResponse = try await Self.refresh(app, lost.ana.refreshToken).value()
            try await app.call(.user, token: pair.accessToken).expectOK()
            // Its answer may be lost as well.
            pair = try await Self.refresh(app, lost.ana.refreshToken).value()
            app.clock.advance(seconds: 86_400)
            try await Self.refresh(app, pair.refreshToken).expectOK()
            #expect(app.signals.removed.isEmpty)
        }
    }

    @Test("a known device whose last sign-in the backup does not contain is let back in as well")
    func otherFamily() async throws {
        try await Self.restored(signInAgain: true) { app, lost in
            let pair: RefreshTokenResponse = try await Self.refresh(app, lost.ana.refreshToken).value()
            try await Self.refresh(app, pair.refreshToken).expectOK()
            let devices: DevicesResponse = try await app.call(.devices, token: pair.accessToken).value()
            #expect(devices.devices.map(\.id) == [lost.ana.device])
        }
    }

    @Test(
        "after the grace period, or without one, a device signs in again with its key and is recognised",
        arguments: [0, 60])
    func graceEnds(grace: Int) async throws {
        try await Self.restored(grace: grace) { app, lost in
            app.clock.advance(seconds: grace)
            try await Self.refresh(app, lost.ana.refreshToken).expect(.refreshTokenExpired)
            // Nothing was proven against it, so it is not removed.
            #expect(app.signals.removed.isEmpty)
            let methods = try await Maintenance(directory: app.dataDirectory).user("ana@example.net")
            #expect(methods.id == lost.ana.id)
        }
    }

    /// Who: someone with a token that was used up after the backup was made.
    /// With: that token, before and after its owner comes back.
    /// Gets: access that ends as soon as the owner, or the thief, refreshes again; nothing once the owner is back (now).
    @Test("a used-up token is detected after a restoration too", arguments: [true, false])
    func stolen(ownerIsFirst: Bool) async throws {
        try await Self.restored { app, lost in
            if ownerIsFirst {
                try await Self.refresh(app, lost.ana.refreshToken).expectOK()
                try await Self.refresh(app, lost.stolen).expect(.refreshTokenExpired)
                #expect(app.signals.removed == [lost.ana.identity])
            } else {
                let thief: RefreshTokenResponse = try await Self.refresh(app, lost.stolen).value()
                try await Self.refresh(app, lost.ana.refreshToken).expectOK()
                try await Self.refresh(app, thief.refreshToken).expect(.refreshTokenExpired)
                #expect(app.signals.removed == [lost.ana.identity])
            }
        }
    }

    @Test("devices unknown to the backup must sign in again; links that may have been used are revoked")
    func unknown() async throws {
        try await Self.restored { app, lost in
            try await Self.refresh(app, lost.late.refreshToken).expect(.refreshTokenExpired)
            let bo = try await app.signIn("bo@example.net")
            try await app.call(.resolveShareToken, TokenBody(token: lost.link), as: bo).expect(.tokenNotFound)
        }
    }

    @Test("the secret of another backup is refused before anything is changed, with instructions")
    func otherSecret() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-restore-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lost = try await Self.lose(folder)
        let (data, secret) = (folder + "/data", lost.backup + ".secret")
        let own = try Data(contentsOf: URL(filePath: secret))
        let maintenance = Maintenance(directory: data)
        _ = try maintenance.restore(from: lost.backup, grace: 60)
        func files() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: data)
            return Dictionary(
                uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: data + "/" + $0))) })
        }
        let before = try files()
        let other = Data(repeating: 7, count: 32).base64EncodedString()
        try Data(other.utf8).write(to: URL(filePath: secret))
        let failure = #expect(throws: CommandFailure.self) { try maintenance.restore(from: lost.backup, grace: 60) }
        #expect(failure?.description.contains("one backup") == true && failure?.description.contains(other) == false)
        #expect(try files() == before)
        // Nothing is created in a missing folder, either.
        let nowhere = Maintenance(directory: folder + "/nowhere")
        #expect(throws: CommandFailure.self) { try nowhere.restore(from: lost.backup, grace: 60) }
        #expect(!FileManager.default.fileExists(atPath: folder + "/nowhere"))
        try own.write(to: URL(filePath: secret))
        _ = try maintenance.restore(from: lost.backup, grace: 60)
    }

    @Test("replaced files are kept; a damaged backup, a missing secret and a running server are refused")
    func refusals() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-restore-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let lost = try await Self.lose(folder)
        let maintenance = Maintenance(directory: folder + "/data")
        let first = try maintenance.restore(from: lost.backup, grace: 60)
        #expect(first.replaced.isEmpty)
        let again = try maintenance.restore(from: lost.backup, grace: 60)
        #expect(again.replaced.count == 1 && FileManager.default.fileExists(atPath: again.replaced[0]))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/data")
        #expect(!names.contains { $0.contains(".restored-") })
        let mode = try FileManager.default.attributesOfItem(atPath: first.database)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let lock = try maintenance.data.lock()
        #expect(throws: StartFailure.self) { try maintenance.restore(from: lost.backup, grace: 60) }
        withExtendedLifetime(lock) {}
        try Data("junk".utf8).write(to: URL(filePath: folder + "/junk"))
        try FileManager.default.copyItem(atPath: lost.backup + ".secret", toPath: folder + "/junk.secret")
        #expect(throws: CommandFailure.self) { try maintenance.restore(from: folder + "/junk", grace: 60) }
        try FileManager.default.removeItem(atPath: lost.backup + ".secret")
        #expect(throws: CommandFailure.self) { try maintenance.restore(from: lost.backup, grace: 60) }
    }
}
