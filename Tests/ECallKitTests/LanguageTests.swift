import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCalls
import ECallContacts
import ECallCore
import Foundation
import TestSupport
import Testing

@testable import ECallKit
@testable import ECallServerTestSupport

/// The language in which the server writes to the person of a device (wire-protocol 9.4), over the real server in this process.
@Suite("Language of a client", .timeLimit(.minutes(1)))
struct LanguageTests {
    private static let email = "ana@example.net"
    /// The first words of a mail with a code.
    private static let (german, khmer) = ("Dein ECALL-Code: ", "កូដ ECALL របស់អ្នក៖ ")

    private struct Parts {
        let server = ObservedServer()
        let storage = MemoryStorage()
        let client: ECallClient

        init(language: String? = nil) throws {
            client = try ECallClient(
                storage: storage, server: nil, defaultServer: try ServerAddress("http://127.0.0.1"),
                device: .current(), language: language,
                environment: ClientEnvironment(
                    transport: server, dialer: server, time: ManualTime(skipping: .seconds(4)),
                    makeCalls: { CallsDouble($0) }))
        }

        func signIn() async throws {
            try await server.real.letTimePass()
            try await client.signIn.requestCode(.email(LanguageTests.email))
            try await client.signIn.verify(try await server.real.code(to: LanguageTests.email))
        }

        /// The last mail with a code for a sign-in or for an address to be added.
        func mail(to address: String = LanguageTests.email) async throws -> String {
            try await server.real.lastMail(to: address)
        }

        /// The languages that were reported to the server without being asked for.
        var declared: [String] {
            zip(server.requests, server.lines).filter { $0.1 == "POST /register_device" }.compactMap {
                (try? JSONDecoder().decode(RegisterDeviceRequest.self, from: $0.0.body ?? Data()))?.language
            }
        }

        /// The language that the server has stored for the devices of the account.
        func stored() async throws -> [String] {
            try JSONDecoder().decode(AccountExport.self, from: try await client.account.export()).devices.map(
                \.language)
        }
    }

    private static func withParts(_ parts: Parts, _ body: (Parts) async throws -> Void) async throws {
        try await body(parts)
        await parts.client.close()
    }

    /// 000-70, 003-25
    @Test(
        "requests before the sign-in carry the language, the code's mail is in it, and the device is registered with it"
    )
    func signIn() async throws {
        try await Self.withParts(try Parts(language: "de-AT")) { parts in
            try await parts.signIn()
            #expect(try await parts.mail().hasPrefix(Self.german))
            #expect(parts.server.requests.allSatisfy { $0.headers["Accept-Language"] == "de-AT" })
            #expect(try await parts.stored() == ["de-AT"])
            await parts.client.declareLanguage()
            #expect(parts.declared.isEmpty)
        }
    }

    @Test("a client without a language sends none")
    func unknown() async throws {
        try await Self.withParts(try Parts()) { parts in
            try await parts.signIn()
            await parts.client.declareLanguage()
            #expect(parts.server.requests.allSatisfy { $0.headers["Accept-Language"] == nil })
            #expect(try await parts.stored() == [""])
        }
    }

    /// 000-70
    @Test("a change is sent once, and the server writes in the new language")
    func change() async throws {
        try await Self.withParts(try Parts(language: "de-AT")) { parts in
            try await parts.signIn()
            for _ in 1...2 { await parts.client.use(language: "km") }
            #expect(parts.declared == ["km"])
            #expect(try await parts.stored() == ["km"])
            try await parts.server.real.letTimePass()
            let _: EmptyResponse = try await parts.client.api.send(
                .resendOTP, body: ResendOTPRequest(email: "other@example.net"))
            #expect(try await parts.mail(to: "other@example.net").hasPrefix(Self.khmer))
        }
    }

    /// 000-70
    @Test("a change while offline is sent once the connection is back")
    func offline() async throws {
        try await Self.withParts(try Parts(language: "de")) { parts in
            try await parts.signIn()
            _ = try await parts.client.goOnline()
            parts.server.fail(.unreachable)
            await parts.client.suspend()
            await parts.client.use(language: "km")
            #expect(try parts.storage.value(.declaredLanguage, as: String.self) == "de")
            parts.server.fail(nil)
            await parts.client.resume()
            while try parts.storage.value(.declaredLanguage, as: String.self) != "km" { try await pause() }
            #expect(try await parts.stored() == ["km"])
        }
    }

    /// 003-26
    @Test("contacts are in the order of the language, and lists are updated when it changes")
    func order() async throws {
        try await Self.withParts(try Parts(language: "en")) { parts in
            try await parts.signIn()
            let real = try await parts.server.real
            let ana = try await real.app.signIn(Self.email, deviceName: "another")
            for name in ["Nunez", "Ñandú", "Zoe", "Öz"] {
                try await real.befriend(
                    ana,
                    try await real.app.signIn(
                        "\(name.utf8.count)\(name.unicodeScalars.first?.value ?? 0)@example.net", name: name))
            }
            func names() async throws -> [String] { try await parts.client.contacts.contacts().map(\.contactName) }
            #expect(try await names() == ["Ñandú", "Nunez", "Öz", "Zoe"])
            var news = parts.client.news().makeAsyncIterator()
            await parts.client.use(language: "es")
            #expect(await news.next() == .people)
            #expect(try await names() == ["Nunez", "Ñandú", "Öz", "Zoe"])
        }
    }

    /// 000-70
    @Test("a change before the sign-in, and one of a client that is made again, count")
    func made() async throws {
        try await Self.withParts(try Parts(language: "de")) { parts in
            await parts.client.use(language: "km")
            #expect(parts.server.requests.isEmpty)
            try await parts.signIn()
            #expect(try await parts.mail().hasPrefix(Self.khmer))
            #expect(try await parts.stored() == ["km"])
            try await parts.client.signIn.signOut()
            #expect(try parts.storage.read(.declaredLanguage) == nil)
        }
    }
}
