import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

/// Who: someone who removed the owner's address from the account, within ten minutes of the owner's sign-in.
/// Gets: the account for good (before) → for at most as long as the owner does not read the mail (now).
/// And who: someone who reads a mailbox that its owner has removed from the account for that reason. Gets: nothing.
@Suite("Restoring a removed address", .timeLimit(.minutes(1)))
struct WayBackTests {
    private static let (email, thiefs) = ("ana@example.net", "mallory@example.net")
    private static let week = 7 * 86_400

    private static func run(
        publicURL: String? = SigningDevice.origin, hasPage: Bool = true,
        _ body: @escaping @Sendable (TestApp) async throws -> Void
    ) async throws {
        let page = FileManager.default.temporaryDirectory.path + "/ecall-page-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
        try Data("<!doctype html>".utf8).write(to: URL(filePath: page + "/index.html"))
        defer { try? FileManager.default.removeItem(atPath: page) }
        var limits = Limits.development
        limits.addressProofs = Rate(count: 100, seconds: 3600)
        try await TestApp.run(
            limits: limits, webDirectory: hasPage ? page : nil, configure: { $0.publicURL = publicURL }, body)
    }

    private static func add(_ address: String, by person: Person, _ app: TestApp) async throws {
        app.clock.advance(seconds: 10)
        try await app.call(.resendOTP, ResendOTPRequest(email: address), as: person).expectOK()
        let code = try #require(app.outbox.lastCode(to: address))
        try await app.call(
            .addLoginMethod, AddLoginMethodRequest(email: address, code: code), as: person
        ).expectOK()
    }

    private static func methods(_ person: Person, _ app: TestApp) async throws -> [LoginMethodInfo] {
        try await app.call(.loginMethods, as: person).value(LoginMethodsResponse.self).loginMethods
    }

    private static func remove(_ address: String, by person: Person, _ app: TestApp, proof: String? = nil) async throws
    {
        let method = try #require(try await methods(person, app).first { $0.value == address })
        var headers: HTTPFields = [:]
        if let proof { headers[try #require(HTTPField.Name("Account-Proof"))] = proof }
        try await app.call(.removeLoginMethod, id: method.id.rawValue, as: person, headers: headers).expectOK()
    }

    /// The message about the removal: nil if there was none, "" for one that cannot be restored.
    private static func token(_ app: TestApp, to address: String = email) -> String? {
        app.outbox.messages.last { $0.to == address && $0.body.contains("can no longer be used") }?.code
    }

    private static func takeBack(_ token: String, _ app: TestApp) async throws -> Answer {
        try await app.call(.takeBackLoginMethod, TakeBackRequest(token: token))
    }

    /// The deeds of a token thief in the minute after the owner's sign-in.
    private static func steal(_ app: TestApp) async throws -> (owner: Person, thief: Person) {
        let owner = try await app.signIn(email)
        try await add(thiefs, by: owner, app)
        let thief = try await app.signIn(thiefs)
        #expect(thief.id == owner.id)
        try await remove(email, by: owner, app)
        try await app.call(.terminateOthers, as: thief).expectOK()
        try await app.call(.deleteUser, as: thief).expectOK()
        return (owner, thief)
    }

    @Test(
        "ASVS 6.3.7: the mail restores the account: the thief's address and devices are removed, and the account stays"
    )
    func takesBack() async throws {
        try await Self.run { app in
            let (owner, thief) = try await Self.steal(app)
            let mail = try #require(app.outbox.messages.last { $0.to == Self.email })
            let token = try #require(Self.token(app))
            #expect(mail.subject == "A way to sign in to your ECALL account was removed")
            #expect(mail.body.contains("\(SigningDevice.origin)/#/take-back/\(token)"))
            app.clock.advance(seconds: Self.week - 60)
            try await Self.takeBack(token, app).expectOK()
            try await app.call(.refreshToken, RefreshTokenRequest(refreshToken: thief.refreshToken))
                .expect(.refreshTokenExpired)
            let again = try await app.signIn(Self.email)
            #expect(again.id == owner.id)
            #expect(try await Self.methods(again, app).map(\.value) == [Self.email])
            let user: UserResponse = try await app.call(.user, as: again).value()
            #expect(user.user.deletedAt == nil && user.user.email == Self.email)
            // The thief's address is free again, and cannot be restored.
            #expect(try await app.signIn(Self.thiefs).id != owner.id)
            #expect(Self.token(app, to: Self.thiefs) == nil)
            try await Self.takeBack(token, app).expect(.wayBackOver)
        }
    }

    @Test("after a week the address can no longer be restored and is free")
    func over() async throws {
        try await Self.run { app in
            let (owner, thief) = try await Self.steal(app)
            let token = try #require(Self.token(app))
            app.clock.advance(seconds: Self.week)
            try await Self.takeBack(token, app).expect(.wayBackOver)
            let fresh = try await app.signIn(Self.email)
            #expect(fresh.id != owner.id)
            _ = thief
        }
    }

    @Test("meanwhile no other account gets the address, by a sign-in or as a further one; typing it locks no one out")
    func reserved() async throws {
        try await Self.run { app in
            let (owner, _) = try await Self.steal(app)
            let token = try #require(Self.token(app))
            app.clock.advance(seconds: 60)
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let device = DevicePayload(publicKey: TestKeys.p256(), deviceName: "test")
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device))
                .expect(.recentlyRemoved)
            let other = try await app.signIn("cai@example.net")
            try await app.call(.resendOTP, ResendOTPRequest(email: Self.email), as: other)
                .expect(.recentlyRemoved)
            try await Self.takeBack(token, app).expectOK()
            #expect(try await app.signIn(Self.email).id == owner.id)
        }
    }

    @Test("the account itself can add the address again, which ends the restoration")
    func addedAgain() async throws {
        try await Self.run { app in
            let (_, thief) = try await Self.steal(app)
            let token = try #require(Self.token(app))
            try await Self.add(Self.email, by: thief, app)
            try await Self.takeBack(token, app).expect(.wayBackOver)
        }
    }

    @Test("replacing the profile's address sends the same mail")
    func replaced() async throws {
        try await Self.run { app in
            let owner = try await app.signIn(Self.email)
            app.clock.advance(seconds: 10)
            try await app.call(.resendOTP, ResendOTPRequest(email: Self.thiefs), as: owner).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.thiefs))
            try await app.call(.verify, VerifyRequest(code: code, email: Self.thiefs), as: owner).expectOK()
            try await app.call(.updateUser, UpdateUserRequest(email: Self.thiefs), as: owner).expectOK()
            try await Self.takeBack(try #require(Self.token(app)), app).expectOK()
            #expect(try await Self.methods(app.signIn(Self.email), app).map(\.value) == [Self.email])
        }
    }

    @Test(
        "a device key older than the last sign-in by the address prevents restoration; a newer one does not",
        arguments: [true, false])
    func compromisedMailbox(isOlder: Bool) async throws {
        try await Self.run { app in
            let key = TestKeys.rsa()
            let device = try await SigningDevice(app.signIn(Self.email, publicKey: key), publicKey: key, in: app)
            try await Self.add("ana@example.org", by: device.person, app)
            app.clock.advance(seconds: 3600)
            // Someone reads the mailbox, and has signed in with it.
            if isOlder { _ = try await app.signIn(Self.email) }
            let pair: RefreshTokenResponse = try await app.call(
                .refreshToken, RefreshTokenRequest(refreshToken: device.person.refreshToken)
            ).value()
            var owner = device.person
            owner.accessToken = pair.accessToken
            let method = try #require(try await Self.methods(owner, app).first { $0.value == Self.email })
            let challenge = try await app.call(.signInChallenge).value(SignInChallenge.self).challenge
            let proof = try device.accountProof(challenge, "remove-login-method:\(method.id)", app)
            try await Self.remove(Self.email, by: owner, app, proof: proof)
            let token = try #require(Self.token(app), "who has the address hears of it in any case")
            #expect(token.isEmpty == isOlder)
            // An address that cannot be restored is free for anyone who has it.
            if isOlder { #expect(try await app.signIn(Self.email).id != owner.id) }
        }
    }

    @Test("without a public URL or a page, the mail contains a command")
    func command() async throws {
        for (url, hasPage) in [(nil, true), (Optional(SigningDevice.origin), false)] {
            try await Self.run(publicURL: url, hasPage: hasPage) { app in
                _ = try await Self.steal(app)
                let token = try #require(Self.token(app))
                let mail = try #require(app.outbox.messages.last { $0.to == Self.email })
                #expect(mail.body.contains("ecall take-back \(token)") && !mail.body.contains("http"))
            }
        }
    }

    @Test("mails about adding and removing an address in a loop are limited")
    func share() async throws {
        try await Self.run { app in
            let owner = try await app.signIn(Self.email)
            var refused = 0
            for number in 0..<12 {
                let address = "m\(number)@example.net"
                // A few seconds each: a sign-in counts as fresh for ten minutes.
                try await Self.add(address, by: owner, app)
                let method = try #require(try await Self.methods(owner, app).first { $0.value == address })
                let answer = try await app.call(.removeLoginMethod, id: method.id.rawValue, as: owner)
                if answer.status != 200 {
                    answer.expect(.updateUserFailed)
                    refused += 1
                    break
                }
            }
            #expect(refused == 1)
            #expect(app.outbox.messages.count { $0.body.contains("can no longer be used") } == 10)
        }
    }

    @Test("invented tokens restore nothing, and attempts are limited")
    func madeUp() async throws {
        try await Self.run { app in
            for token in ["", "x", String(repeating: "A", count: 43), "\u{0}", String(repeating: "x", count: 100_000)] {
                try await Self.takeBack(token, app).expect(.wayBackOver)
            }
            var last: Answer?
            for _ in 0..<60 { last = try await Self.takeBack("x", app) }
            last?.expect(.tooManyRequests)
        }
    }
}
