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

/// Who: someone who has the owner's access token for a minute.
/// Gets: the account, by an address of their own, and all of its stored data (before) → nothing of either (now).
@Suite("Attacks on an account with a token", .timeLimit(.minutes(1)))
struct AccountTakeoverTests {
    private static let email = "ana@example.net"
    private static let ten = 600

    /// Requests that require a fresh proof.
    enum Deed: String, CaseIterable, CustomTestStringConvertible {
        case add, primary, remove, replace, delete, export

        var testDescription: String { rawValue }
    }

    /// An account with two addresses, whose owner signed in long ago.
    private struct World: Sendable {
        let app: TestApp
        let owner: SigningDevice
        let methods: [LoginMethodInfo]

        var person: Person { owner.person }

        init(_ app: TestApp, waiting seconds: Int = 3600) async throws {
            self.app = app
            let key = TestKeys.rsa()
            owner = try await SigningDevice(app.signIn(email, publicKey: key), publicKey: key, in: app)
            try await Self.prove("ana@example.org", by: owner.person, app)
            methods = try await app.call(
                .addLoginMethod, AddLoginMethodRequest(email: "ana@example.org"), as: owner.person
            ).value(LoginMethodsResponse.self).loginMethods
            app.clock.advance(seconds: seconds)
        }

        static func prove(
            _ address: String, by person: Person, _ app: TestApp, confirmsOwner: Bool? = nil
        ) async throws {
            app.clock.advance(seconds: 10)
            try await app.call(
                .resendOTP, ResendOTPRequest(email: address, confirmsOwner: confirmsOwner), as: person
            ).expectOK()
            let code = try #require(app.outbox.lastCode(to: address))
            try await app.call(.verify, VerifyRequest(code: code, email: address), as: person).expectOK()
        }

        func challenge() async throws -> String {
            try await app.call(.signInChallenge).value(SignInChallenge.self).challenge
        }

        func purpose(_ deed: Deed) -> String {
            switch deed {
            case .add: "add-login-method"
            case .primary: "make-primary:\(methods[1].id)"
            case .remove: "remove-login-method:\(methods[0].id)"
            case .replace: "replace-address"
            case .delete: "delete-account"
            case .export: "export-account"
            }
        }

        func good(_ deed: Deed) async throws -> String {
            try owner.accountProof(await challenge(), purpose(deed), app)
        }

        func access() async throws -> Person {
            var person = owner.person
            let pair: RefreshTokenResponse = try await app.call(
                .refreshToken, RefreshTokenRequest(refreshToken: person.refreshToken)
            ).value()
            (person.accessToken, person.refreshToken) = (pair.accessToken, pair.refreshToken)
            return person
        }

        func perform(_ deed: Deed, as person: Person, proof: String? = nil) async throws -> Answer {
            var headers: HTTPFields = [:]
            if let proof { headers[try #require(HTTPField.Name("Account-Proof"))] = proof }
            func call(_ endpoint: Endpoint, id: UInt64? = nil, _ body: (any Encodable & Sendable)? = nil)
                async throws -> Answer
            { try await app.call(endpoint, id: id, body, as: person, headers: headers) }
            switch deed {
            case .add:
                return try await call(.addLoginMethod, AddLoginMethodRequest(email: "mallory@example.net"))
            case .primary: return try await call(.primaryLoginMethod, PrimaryLoginMethodRequest(id: methods[1].id))
            case .remove: return try await call(.removeLoginMethod, id: methods[0].id.rawValue)
            case .replace: return try await call(.updateUser, UpdateUserRequest(email: "mallory@example.net"))
            case .delete: return try await call(.deleteUser)
            case .export: return try await call(.exportAccount)
            }
        }

        func state(_ person: Person) async throws -> String {
            let methods: LoginMethodsResponse = try await app.call(.loginMethods, as: person).value()
            let user: UserResponse = try await app.call(.user, as: person).value()
            return methods.loginMethods.map { "\($0.value) \($0.isPrimary)" }.joined(separator: ", ")
                + " \(user.user.email) \(user.user.deletedAt.map(\.description) ?? "stays")"
        }

        /// Prepares everything but the fresh proof.
        func prepare(_ deed: Deed, as person: Person) async throws {
            if deed == .add || deed == .replace { try await Self.prove("mallory@example.net", by: person, app) }
        }
    }

    private static func run(
        waiting seconds: Int = 3600, _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        try await TestApp.run(configure: { $0.publicURL = SigningDevice.origin + "/" }) { app in
            try await body(World(app, waiting: seconds))
        }
    }

    @Test("ASVS 7.5.1: a token alone changes nothing and exports nothing", arguments: Deed.allCases)
    func tokenAlone(deed: Deed) async throws {
        try await Self.run { world in
            let thief = try await world.access()
            try await world.prepare(deed, as: thief)
            let before = try await world.state(thief)
            try await world.perform(deed, as: thief).expect(.freshProofRequired)
            #expect(try await world.state(thief) == before)
        }
    }

    @Test("refused requests use up none of the owner's exports")
    func exports() async throws {
        try await Self.run { world in
            let person = try await world.access()
            for _ in 0..<10 { try await world.perform(.export, as: person).expect(.freshProofRequired) }
            try await world.perform(.export, as: person, proof: world.good(.export)).expectOK()
        }
    }

    @Test(
        "the device's key proves its owner's intent, once per deed, and again after a lost answer",
        arguments: Deed.allCases)
    func deviceKey(deed: Deed) async throws {
        try await Self.run { world in
            let person = try await world.access()
            try await world.prepare(deed, as: person)
            let proof = try await world.good(deed)
            try await world.perform(deed, as: person, proof: proof).expectOK()
            try await world.perform(deed, as: person, proof: proof).expectOK()
        }
    }

    enum Flaw: CaseIterable {
        case otherKey, otherOrigin, otherAccount, otherPurpose, otherMethod, signin, vouch, early, late, huge, expired
        case invented, empty, garbage, used, otherDevice
    }

    @Test("a proof with a flaw is refused", arguments: Flaw.allCases)
    func flawed(flaw: Flaw) async throws {
        try await Self.run { world in
            let (app, owner) = (world.app, world.owner)
            var person = try await world.access()
            let challenge = try await world.challenge()
            let purpose = world.purpose(.remove)
            let now = app.clock.now.milliseconds
            var proof = try owner.accountProof(challenge, purpose, app)
            switch flaw {
            case .otherKey:
                let other = try await SigningDevice(app.signIn("bo@example.net"), in: app)
                proof = try other.accountProof(challenge, purpose, app, account: owner.person.id)
            case .otherOrigin:
                proof = try owner.accountProof(
                    challenge, purpose, app, origin: "https://calls.example.net.evil.example")
            case .otherAccount: proof = try owner.accountProof(challenge, purpose, app, account: UserID(1))
            case .otherPurpose: proof = try owner.accountProof(challenge, "make-primary:1", app)
            case .otherMethod:
                proof = try owner.accountProof(challenge, "remove-login-method:\(world.methods[1].id)", app)
            case .signin: proof = try owner.accountProof(challenge, purpose, app, type: "ecall-signin")
            case .vouch: proof = try owner.accountProof(challenge, purpose, app, type: "ecall-vouch")
            case .early: proof = try owner.accountProof(challenge, purpose, app, issuedAt: now - 61_000)
            case .late: proof = try owner.accountProof(challenge, purpose, app, issuedAt: now + 61_000)
            case .huge: proof = try owner.accountProof(challenge, purpose, app, issuedAt: .max)
            case .expired: app.clock.advance(seconds: 61)
            case .invented:
                let invented = SignInChallenges(key: SymmetricKey(size: .bits256)).issue(at: app.clock.now)
                proof = try owner.accountProof(invented, purpose, app)
            case .empty: proof = ""
            case .garbage: proof = "a.b.c"
            case .used:
                // By the same device, for something else.
                try await world.perform(
                    .primary, as: person,
                    proof: owner.accountProof(
                        challenge, world.purpose(.primary), app)
                ).expectOK()
            case .otherDevice:
                // A second device of the account, signed in as long ago, shows the proof of the first one.
                let second = try await app.signIn(Self.email)
                app.clock.advance(seconds: 700)
                let pair: RefreshTokenResponse = try await app.call(
                    .refreshToken, RefreshTokenRequest(refreshToken: second.refreshToken)
                ).value()
                person = second
                person.accessToken = pair.accessToken
                proof = try await owner.accountProof(world.challenge(), purpose, app)
            }
            let before = try await world.state(person)
            try await world.perform(.remove, as: person, proof: proof).expect(.freshProofRequired)
            #expect(try await world.state(person) == before)
        }
    }

    @Test("a key added to a device long after its sign-in proves nothing, because a thief may have added it")
    func plantedKey() async throws {
        try await TestApp.run(configure: { $0.publicURL = SigningDevice.origin + "/" }) { app in
            // A stock client has no key; its token is stolen later.
            let stock = try await app.signIn(Self.email)
            app.clock.advance(seconds: 3600)
            let pair: RefreshTokenResponse = try await app.call(
                .refreshToken, RefreshTokenRequest(refreshToken: stock.refreshToken)
            ).value()
            var thief = stock
            thief.accessToken = pair.accessToken
            let planted = try await SigningDevice(thief, in: app)
            let challenge = try await app.call(.signInChallenge).value(SignInChallenge.self).challenge
            let field = try #require(HTTPField.Name("Account-Proof"))
            try await app.call(
                .exportAccount, as: thief,
                headers: [field: planted.accountProof(challenge, "export-account", app)]
            ).expect(.freshProofRequired)
        }
    }

    @Test("a sign-in needs no other proof for ten minutes; refreshing a token does not extend that")
    func justSignedIn() async throws {
        try await Self.run(waiting: 0) { world in
            // Signed in 20 seconds ago by the test's clock: a code was requested, and another proven.
            world.app.clock.advance(seconds: Self.ten - 11)
            var person = try await world.access()
            try await world.perform(.export, as: person).expectOK()
            world.app.clock.advance(seconds: 11)
            try await world.perform(.export, as: person).expect(.freshProofRequired)
            world.app.clock.advance(seconds: 60)
            person = world.person
            let again = try await world.app.signIn(Self.email)
            try await world.perform(.export, as: again).expectOK()
        }
    }

    @Test("a code to an address of the account is valid for one action, and one to another address for none")
    func code() async throws {
        try await Self.run { world in
            let person = try await world.access()
            try await World.prove("mallory@example.net", by: person, world.app)
            try await world.perform(.export, as: person).expect(.freshProofRequired)
            try await World.prove("ana@example.org", by: person, world.app, confirmsOwner: true)
            try await world.perform(.export, as: person).expectOK()
            try await world.perform(.export, as: person).expect(.freshProofRequired)
            try await World.prove(Self.email, by: person, world.app, confirmsOwner: true)
            world.app.clock.advance(seconds: Self.ten)
            try await world.perform(.export, as: person).expect(.freshProofRequired)
        }
    }

    @Test("a repeated change needs no proof and reports that it is done")
    func repeated() async throws {
        try await Self.run { world in
            let person = try await world.access()
            try await world.perform(.primary, as: person, proof: world.good(.primary)).expectOK()
            try await world.perform(.primary, as: person).expectOK()
            try await world.perform(.remove, as: person, proof: world.good(.remove)).expectOK()
            try await world.perform(.remove, as: person).expectOK()
            let first: DeleteUserResponse = try await world.perform(
                .delete, as: person, proof: world.good(.delete)
            ).value()
            world.app.clock.advance(seconds: 60)
            let second: DeleteUserResponse = try await world.perform(.delete, as: person).value()
            #expect(first.deletedAt == second.deletedAt)
        }
    }
}
