import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import Notifications
@testable import OpenIDConnect
@testable import OpenIDConnectTestSupport
@testable import ServerFoundation

/// The account that an external identity leads to if an address is involved (decision 7).
@Suite("Linking of external identities", .timeLimit(.minutes(1)))
struct LinkingTests {
    private static func googleOf(_ email: String, _ more: [String: Any] = [:]) -> [String: Any] {
        ExternalWorld.address(email, more)
    }

    @Test("001-14: an address that Google hands out itself finds the account that has it")
    func authoritative() async throws {
        try await ExternalWorld.run { world in
            let ana = try await world.app.signIn("ana@gmail.com", name: "Ana")
            let token = try world.googleToken("ana", Self.googleOf("ana@gmail.com", ["name": "Other"]))
            let answer: AuthResponse = try await world.google(token).value()
            #expect(answer.userId == ana.id && answer.displayName == "Ana" && answer.accessToken != nil)
            let hosted = try await world.app.signIn("bob@firm.example", name: "Bob")
            let other = try world.googleToken("bob", Self.googleOf("bob@firm.example", ["hd": "firm.example"]))
            #expect(try await world.google(other).value(AuthResponse.self).userId == hosted.id)
            // The reverse: a person who signed in with Google first is found by a code later.
            let carl: AuthResponse = try await world.google(
                world.googleToken("carl", Self.googleOf("carl@gmail.com"))
            ).value()
            #expect(try await world.app.signIn("carl@gmail.com").id == carl.userId)
        }
    }

    @Test("ASVS 6.8.1: an address for which Google is not authoritative leads into no account without a code")
    func heardOf() async throws {
        try await ExternalWorld.run { world in
            let ana = try await world.app.signIn("ana@firm.example", name: "Ana")
            world.advance(seconds: 60)
            let token = try world.googleToken("former-owner", Self.googleOf("ana@firm.example"))
            let answer = try await world.google(token, key: TestKeys.p256())
            let asked: AuthResponse = try answer.value()
            #expect(asked.accessToken == nil && asked.refreshToken == nil && asked.deviceId == nil)
            #expect(asked.email == "ana@firm.example" && asked.displayName == "" && asked.linkToken != nil)
            // Repetitions without the code have no effect.
            world.advance(seconds: 60)
            let again: AuthResponse = try await world.google(
                world.googleToken("former-owner", Self.googleOf("ana@firm.example"))
            ).value()
            #expect(again.accessToken == nil && again.linkToken != asked.linkToken)
            // The code alone signs in and links nothing.
            let code = try #require(world.app.outbox.lastCode(to: "ana@firm.example"))
            let plain: VerifyLoginResponse = try await world.app.call(
                .verifyLogin, VerifyLoginRequest(code: code, email: "ana@firm.example")
            ).value()
            #expect(plain.userId == ana.id)
            world.advance(seconds: 60)
            let still: AuthResponse = try await world.google(
                world.googleToken("former-owner", Self.googleOf("ana@firm.example"))
            ).value()
            #expect(still.accessToken == nil)
            // Code and link together: from now on the identity leads to the account.
            let fresh = try #require(world.app.outbox.lastCode(to: "ana@firm.example"))
            let linked: VerifyLoginResponse = try await world.app.call(
                .verifyLogin,
                VerifyLoginRequest(code: fresh, email: "ana@firm.example", linkToken: still.linkToken)
            ).value()
            #expect(linked.userId == ana.id)
            world.advance(seconds: 60)
            let known: AuthResponse = try await world.google(
                world.googleToken("former-owner", Self.googleOf("elsewhere@firm.example"))
            ).value()
            #expect(known.userId == ana.id && known.accessToken != nil)
        }
    }

    @Test(
        "linking needs the link's own address, ten minutes, and an identity that is still free",
        arguments: ["otherAddress", "late", "taken", "unknown", "wrongCode"])
    func linkConditions(what: String) async throws {
        try await ExternalWorld.run { world in
            let app = world.app
            let ana = try await app.signIn("ana@firm.example")
            let other = try await app.signIn("other@firm.example")
            world.advance(seconds: 60)
            let identity = Self.googleOf("ana@firm.example")
            let asked: AuthResponse = try await world.google(world.googleToken("g", identity)).value()
            var (email, link) = ("ana@firm.example", asked.linkToken)
            switch what {
            case "otherAddress":
                email = "other@firm.example"
                try await app.call(.login, LoginRequest(email: email)).expectOK()
            case "late":
                world.advance(seconds: 601)
                try await app.call(.login, LoginRequest(email: email)).expectOK()
            case "taken":
                let method = LoginMethodKey(type: .google, issuer: world.issuer.origin, subject: "g")
                let database = try SQLiteDatabase(path: app.dataDirectory + "/ecall.sqlite")
                let now = app.clock.now
                _ = try await database.write {
                    try LoginMethodRepository($0).add(method, label: "", to: other.id, verifiedAt: now, at: now)
                }
            case "unknown": link = Secret.random()
            default:
                let code = try #require(app.outbox.lastCode(to: email))
                let wrong = code == "000000" ? "000001" : "000000"
                try await app.call(.verifyLogin, VerifyLoginRequest(code: wrong, email: email, linkToken: link))
                    .expect(.otpMismatched)
            }
            if what != "wrongCode" {
                let code = try #require(app.outbox.lastCode(to: email))
                let answer: VerifyLoginResponse = try await app.call(
                    .verifyLogin, VerifyLoginRequest(code: code, email: email, linkToken: link)
                ).value()
                #expect(answer.userId == (what == "otherAddress" ? other.id : ana.id))
            }
            world.advance(seconds: 60)
            let later: AuthResponse = try await world.google(world.googleToken("g", identity)).value()
            #expect(what == "taken" ? later.userId == other.id : later.accessToken == nil)
        }
    }

    @Test("two subjects at one issuer with one address are two people, and so is one subject at two issuers")
    func separate() async throws {
        try await ExternalWorld.run { world in
            let address = Self.googleOf("shared@firm.example")
            let one: AuthResponse = try await world.google(world.googleToken("one", address)).value()
            let two: AuthResponse = try await world.google(world.googleToken("two", address)).value()
            #expect(one.userId != two.userId)
            // The subject of one issuer means nothing at another.
            let apple: AuthResponse = try await world.apple(token: world.appleToken("one")).value()
            #expect(apple.userId != one.userId && apple.userId != two.userId)
            // A person who proves the address by a code gets into neither.
            let owner = try await world.app.signIn("shared@firm.example")
            #expect(owner.id != one.userId && owner.id != two.userId)
            #expect(try await world.user(one).email == "" && one.email == "shared@firm.example")
        }
    }

    @Test("an unproven address belongs to the person who proves it, and nothing of the other account stays")
    func adopted() async throws {
        // By number, which only clients of the stock app are told.
        try await ExternalWorld.run(configure: { $0.media.takesStockClients = true }) { world in
            let typed = LoginRequest(email: "ana@gmail.com", displayName: "Typed by Mallory")
            let squatted: AuthResponse = try await world.app.call(.login, typed).value()
            let token = try world.googleToken("ana", Self.googleOf("ana@gmail.com", ["name": "Ana"]))
            let answer: AuthResponse = try await world.google(token).value()
            #expect(answer.userId == squatted.userId && answer.displayName == "Ana")
            // An address for which Google is not authoritative takes nothing over, and is not taken over.
            let other = LoginRequest(email: "bob@firm.example", displayName: "Typed")
            let waiting: AuthResponse = try await world.app.call(.login, other).value()
            let bob: AuthResponse = try await world.google(
                world.googleToken("bob", Self.googleOf("bob@firm.example"))
            ).value()
            #expect(bob.userId != waiting.userId && bob.accessToken != nil)
        }
    }

    @Test("an unverified address is ignored")
    func unverified() async throws {
        try await ExternalWorld.run { world in
            let ana = try await world.app.signIn("ana@gmail.com")
            let claims: [String: Any] = ["email": "ana@gmail.com", "email_verified": false]
            let answer: AuthResponse = try await world.google(world.googleToken("m", claims)).value()
            #expect(answer.userId != ana.id && answer.email == "" && answer.displayName == "Google User")
        }
    }

    @Test("without mail no code can be sent, and the answer says so")
    func noMail() async throws {
        try await ExternalWorld.run(channels: [.sms]) { world in
            let directory = world.app.dataDirectory + "/ecall.sqlite"
            let (database, now) = (try SQLiteDatabase(path: directory), world.app.clock.now)
            let identifier = try #require(LoginIdentifier(email: "ana@firm.example", phoneNumber: nil))
            try await database.write { sql in
                let users = UserRepository(sql)
                let id = try users.create(identifier, displayName: "Ana", at: now)
                try users.markVerified(id, by: LoginMethodKey(identifier), at: now)
            }
            let answer = try await world.google(world.googleToken("a", Self.googleOf("ana@firm.example")))
            answer.expect(.requestOTPFailed)
        }
    }
}
