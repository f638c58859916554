import ECallAPI
import Foundation
import GRDB
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications

/// The language that a device declares (wire-protocol 9.4).
@Suite("Languages of devices", .timeLimit(.minutes(1)))
struct DeviceLanguageTests {
    private static let email = "ana@example.net"

    /// The first words of a mail with a code.
    private static let (english, german, khmer) = ("Your ECALL code: ", "Dein ECALL-Code: ", "កូដ ECALL របស់អ្នក៖ ")

    private static func lastBody(_ app: TestApp, to address: String = email) -> String {
        app.outbox.messages.last { $0.to == address }?.body ?? ""
    }

    private static func stored(_ app: TestApp, _ person: Person) async throws -> String? {
        let queue = try DatabaseQueue(path: DataDirectory(existing: app.dataDirectory).database)
        return try await queue.read { database in
            try String.fetchOne(
                database, sql: "SELECT language FROM devices WHERE id = ?", arguments: [Int64(person.device.rawValue)])
        }
    }

    /// Signs in with a declared language.
    private static func signIn(
        _ app: TestApp, language: String?, publicKey: String? = nil, acceptLanguage: String? = nil
    ) async throws -> Person {
        app.clock.advance(seconds: 10)
        let device = DevicePayload(publicKey: publicKey, language: language)
        try await app.call(.login, LoginRequest(email: email, device: device), acceptLanguage: acceptLanguage)
            .expectOK()
        let code = try #require(app.outbox.lastCode(to: email))
        let signedIn: VerifyLoginResponse = try await app.call(
            .verifyLogin, VerifyLoginRequest(code: code, email: email, device: device)
        ).value()
        return Person(
            id: signedIn.userId, device: signedIn.deviceId, email: email, accessToken: signedIn.accessToken,
            refreshToken: signedIn.refreshToken)
    }

    /// 003-25
    @Test("the stock app's header decides the language of its mails, as it declares none")
    func stockApp() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email), acceptLanguage: "de-DE,de;q=0.9").expectOK()
            #expect(Self.lastBody(app).hasPrefix(Self.german))
            app.clock.advance(seconds: 10)
            try await app.call(
                .resendOTP, ResendOTPRequest(email: Self.email, phoneNumber: ""), acceptLanguage: "km"
            ).expectOK()
            #expect(Self.lastBody(app).hasPrefix(Self.khmer))
            let ana = try await app.signIn(Self.email)
            #expect(try await Self.stored(app, ana) == "")
            try await app.call(
                .resendOTP, ResendOTPRequest(email: "new@example.net", phoneNumber: ""), as: ana, acceptLanguage: "km"
            ).expectOK()
            #expect(Self.lastBody(app, to: "new@example.net").hasPrefix(Self.khmer))
        }
    }

    /// 003-25
    @Test("a language declared with the request for a code takes precedence over the header")
    func atSignIn() async throws {
        try await TestApp.run { app in
            let ana = try await Self.signIn(app, language: "de-AT", acceptLanguage: "km")
            #expect(Self.lastBody(app).hasPrefix(Self.german))
            #expect(try await Self.stored(app, ana) == "de-AT")
            // Messages are not written in it, and clients show English, too.
            let other = try await Self.signIn(app, language: "qaa", acceptLanguage: "km")
            #expect(Self.lastBody(app).hasPrefix(Self.english))
            #expect(try await Self.stored(app, other) == "qaa")
        }
    }

    /// 003-25, 000-70
    @Test("a stored language decides mails to the account, and changes with the device")
    func stored() async throws {
        try await TestApp.run { app in
            let key = TestKeys.rsa()
            let ana = try await Self.signIn(app, language: "km", publicKey: key)
            func lastCode(_ address: String) async throws -> String {
                app.clock.advance(seconds: 10)
                let request = ResendOTPRequest(email: address, phoneNumber: "")
                try await app.call(.resendOTP, request, as: ana, acceptLanguage: "fr").expectOK()
                return Self.lastBody(app, to: address)
            }
            #expect(try await lastCode("one@example.net").hasPrefix(Self.khmer))
            try await app.call(.registerDevice, RegisterDeviceRequest(language: "de"), as: ana).expectOK()
            #expect(try await lastCode("two@example.net").hasPrefix(Self.german))
            // Omitted values stay (wire-protocol 0.2).
            try await app.call(.registerDevice, RegisterDeviceRequest(videoCodecs: ["vp8"]), as: ana).expectOK()
            try await app.call(.registerDevice, RegisterDeviceRequest(language: ""), as: ana).expectOK()
            #expect(try await Self.stored(app, ana) == "de")
            // A device that is known by its key is written to in its language at a sign-in as well.
            app.clock.advance(seconds: 10)
            let request = LoginRequest(email: Self.email, device: DevicePayload(publicKey: key))
            try await app.call(.login, request, acceptLanguage: "fr").expectOK()
            #expect(Self.lastBody(app).hasPrefix(Self.german))
        }
    }

    @Test("the notice of a removed address is in the language of the device that removed it")
    func removal() async throws {
        try await TestApp.run { app in
            let ana = try await Self.signIn(app, language: "ar-EG")
            try await app.call(.resendOTP, ResendOTPRequest(email: "two@example.net"), as: ana).expectOK()
            let code = try #require(app.outbox.lastCode(to: "two@example.net"))
            let methods = try await app.call(
                .addLoginMethod, AddLoginMethodRequest(email: "two@example.net", code: code), as: ana
            ).value(LoginMethodsResponse.self).loginMethods
            let first = try #require(methods.first { $0.value == Self.email })
            try await app.call(.removeLoginMethod, id: first.id.rawValue, as: ana, acceptLanguage: "de").expectOK()
            let mail = try #require(app.outbox.messages.last { $0.to == Self.email })
            #expect(mail.language == .arabic && mail.subject == "أُزيلت إحدى طرق تسجيل الدخول إلى حسابك في ECALL")
            #expect(mail.body.contains("\u{2068}ana@example.net\u{2069}") && mail.body.contains(" ٧ "))
        }
    }

    @Test(
        "a text that is not a language tag, or too long, is refused, and changes nothing",
        arguments: [
            "de_AT", "12", "-", "de-", "de AT", "de\r\nBcc: x", "مرحبا", String(repeating: "abcdefgh-", count: 4),
        ])
    func malformed(language: String) async throws {
        try await TestApp.run { app in
            let ana = try await Self.signIn(app, language: "de")
            try await app.call(
                .registerDevice, RegisterDeviceRequest(videoCodecs: ["vp8"], language: language), as: ana
            )
            .expect(.registerDeviceFailed)
            #expect(try await Self.stored(app, ana) == "de")
            // A code is sent all the same, in the header's language; the sign-in is refused without using it up.
            app.clock.advance(seconds: 10)
            let device = DevicePayload(language: language)
            try await app.call(.login, LoginRequest(email: Self.email, device: device), acceptLanguage: "km").expectOK()
            #expect(Self.lastBody(app).hasPrefix(Self.khmer))
            let code = try #require(app.outbox.lastCode(to: Self.email))
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email, device: device))
                .expect(.registerDeviceFailed)
            try await app.call(.verifyLogin, VerifyLoginRequest(code: code, email: Self.email)).expectOK()
        }
    }

    @Test("a tag of 35 characters is accepted")
    func longest() async throws {
        try await TestApp.run { app in
            let tag = "de-abcdefgh-abcdefgh-abcdefgh-abcde"
            #expect(tag.utf8.count == DeviceDetails.longestLanguage)
            let ana = try await Self.signIn(app, language: tag)
            #expect(try await Self.stored(app, ana) == tag)
            try await app.call(.registerDevice, RegisterDeviceRequest(language: tag + "f"), as: ana)
                .expect(.registerDeviceFailed)
        }
    }

    @Test("requirement 001's nested form declares it as well, and the export contains it")
    func nested() async throws {
        try await TestApp.run { app in
            try await app.call(.login, LoginRequest(email: Self.email)).expectOK()
            let code = try #require(app.outbox.lastCode(to: Self.email))
            let body = "{\"email\":\"\(Self.email)\",\"code\":\"\(code)\",\"deviceInfo\":{\"language\":\"vi-VN\"}}"
            let signedIn: VerifyLoginResponse = try await app.send(
                .post, "/app/api/verify-login", Data(body.utf8)
            ).value()
            let export: AccountExport = try await app.call(.exportAccount, token: signedIn.accessToken).value()
            #expect(export.devices.map(\.language) == ["vi-VN"])
        }
    }
}
