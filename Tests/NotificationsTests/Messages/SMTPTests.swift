import CCurl
import ECallAPI
import Foundation
import ServerTestSupport
import Testing

@testable import Notifications
@testable import NotificationsTestSupport
@testable import ServerFoundation

@Suite("Mail by SMTP", .timeLimit(.minutes(1)), .serialized)
struct SMTPTests {
    private static let password = "päss wörd"

    private func settings(
        _ authority: TestAuthority, _ security: SMTPSettings.Security, port: Int, host: String = "127.0.0.1",
        password: String? = SMTPTests.password, trusts: String? = nil
    ) -> SMTPSettings {
        SMTPSettings(
            host: host, port: port, security: security, username: password == nil ? nil : "ecall", password: password,
            sender: "noreply@example.org", authorityFile: trusts ?? authority.authority)
    }

    private func sender(_ settings: SMTPSettings, whole: Int = 30_000) throws -> SMTPSender {
        try SMTPSender(settings: settings, timeouts: .init(connect: 5000, whole: whole), clock: .system)
    }

    private func message(to: String = "ana@example.net", _ language: MessageLanguage = .english) throws
        -> OutgoingMessage
    {
        OneTimeCodeMessage.make(
            code: "048151", for: try #require(LoginIdentifier(email: to)), minutes: 10,
            in: MessageLocale(language))
    }

    @Test("over STARTTLS and over TLS, with a login, a mail arrives unchanged", arguments: ["starttls", "tls"])
    func arrives(kind: String) async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            let settings =
                kind == "tls"
                ? settings(authority, .implicit, port: server.ports.tls)
                : settings(authority, .startTLS, port: server.ports.starttls)
            let message = try message(.khmer)
            try await sender(settings).send(message)
            let mail = try await server.next("message")
            #expect(await server.events.contains { $0.event == "login" && $0.good == true && $0.tls == true })
            #expect(mail.tls == true && mail.port == kind && mail.defects == 0)
            #expect(mail.sender == "noreply@example.org" && mail.recipients == ["ana@example.net"])
            #expect(mail.subject == "Your ECALL verification code")
            #expect(mail.body?.replacing("\r\n", with: "\n") == message.body + "\n")
            let headers = try #require(mail.headers)
            #expect(headers["from"] == "ECALL <noreply@example.org>" && headers["to"] == "ana@example.net")
            #expect(headers["message-id"] == "<\(message.id)@example.org>")
            #expect(headers["auto-submitted"] == "auto-generated" && headers["mime-version"] == "1.0")
            #expect(headers["content-language"] == "km" && headers["date"] != nil && headers.count == 10)
        }
    }

    @Test("a mail server on this machine accepts mail without TLS")
    func plain() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            try await sender(settings(authority, .none, port: server.ports.plain, password: nil)).send(message())
            #expect(try await server.next("message").tls == false)
        }
    }

    @Test("a server that does not offer STARTTLS, or was stripped of it, gets neither password nor message")
    func stripped() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            let sender = try sender(settings(authority, .startTLS, port: server.ports.plain))
            await #expect(throws: DeliveryFailure.misconfigured) { try await sender.send(try message()) }
            _ = try await server.next("closed")
            #expect(await server.kinds() == ["connected", "closed"])
        }
    }

    @Test("a server without a trusted certificate gets nothing", arguments: ["starttls", "tls"])
    func untrusted(kind: String) async throws {
        let (authority, stranger) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        try await TestMailServer.run(authority) { server in
            for trusts in [stranger.authority, "/etc/ssl/certs/ca-certificates.crt"] {
                let settings =
                    kind == "tls"
                    ? settings(authority, .implicit, port: server.ports.tls, trusts: trusts)
                    : settings(authority, .startTLS, port: server.ports.starttls, trusts: trusts)
                await #expect(throws: DeliveryFailure.misconfigured) { try await sender(settings).send(try message()) }
            }
            // A valid message follows: anything sent by the others would have come before.
            try await sender(settings(authority, .startTLS, port: server.ports.starttls)).send(message())
            _ = try await server.next("message")
            #expect(
                await server.kinds().filter { $0 == "login" || $0 == "auth" || $0 == "mail" } == [
                    "auth", "login", "mail",
                ])
        }
    }

    @Test("refusals of a recipient and of a login are distinguished")
    func refused() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            let good = try sender(settings(authority, .startTLS, port: server.ports.starttls))
            await #expect(throws: DeliveryFailure.refused) {
                try await good.send(try message(to: "refuse@example.net"))
            }
            await #expect(throws: DeliveryFailure.unavailable()) {
                try await good.send(try message(to: "busy-1@example.net"))
            }
            try await good.send(message(to: "busy-1@example.net"))
            let wrong = try sender(settings(authority, .startTLS, port: server.ports.starttls, password: "wrong"))
            await #expect(throws: DeliveryFailure.misconfigured) { try await wrong.send(try message()) }
        }
    }

    @Test("a server that hangs, hangs up, or is absent is retried later")
    func down() async throws {
        let authority = try await TestAuthority.common()
        let port = try await {
            var port = 0
            try await TestMailServer.run(authority) { server in
                port = server.ports.starttls
                let settings = settings(authority, .startTLS, port: port)
                let before = ContinuousClock.now
                await #expect(throws: DeliveryFailure.unavailable()) {
                    try await sender(settings, whole: 500).send(try message(to: "hang@example.net"))
                }
                #expect(before.duration(to: .now) < .seconds(5))
                await #expect(throws: DeliveryFailure.unavailable()) {
                    try await sender(settings).send(try message(to: "drop@example.net"))
                }
            }
            return port
        }()
        await #expect(throws: DeliveryFailure.unavailable()) {
            try await sender(settings(authority, .startTLS, port: port)).send(try message())
        }
    }

    @Test("settings that would send codes in clear, or cannot work, stop the start")
    func badSettings() async throws {
        let authority = try await TestAuthority.common()
        var inClear = settings(authority, .none, port: 25, host: "mail.example.org")
        #expect(throws: StartFailure.self) { try sender(inClear) }
        inClear.host = "192.0.2.1"
        #expect(throws: StartFailure.self) { try sender(inClear) }
        for host in ["", "mail.example.org/x", "a b", "mail@example.org", "mäil.example.org"] {
            #expect(throws: StartFailure.self) { try sender(settings(authority, .startTLS, port: 25, host: host)) }
        }
        #expect(throws: StartFailure.self) { try sender(settings(authority, .startTLS, port: 0)) }
        #expect(throws: StartFailure.self) {
            try sender(settings(authority, .startTLS, port: 25, trusts: "/nonexistent.pem"))
        }
        var noSender = settings(authority, .startTLS, port: 25)
        noSender.sender = "ECALL <noreply@example.org>"
        #expect(throws: StartFailure.self) { try sender(noSender) }
        var halfLogin = settings(authority, .startTLS, port: 25)
        halfLogin.password = nil
        #expect(throws: StartFailure.self) { try sender(halfLogin) }
        #expect(throws: Never.self) { try sender(settings(authority, .none, port: 25, host: "::1")) }
    }

    @Test(
        "results of libcurl and the server (RFC 5321 4.2, RFC 4954 6): only a refused recipient is the user's fault",
        arguments: [
            (CURLE_OK, 250, .data, nil), (CURLE_SEND_ERROR, 550, .rcpt, .refused),
            (CURLE_SEND_ERROR, 553, .rcpt, .refused), (CURLE_SEND_ERROR, 550, .mail, .misconfigured),
            (CURLE_SEND_ERROR, 554, .data, .misconfigured), (CURLE_WEIRD_SERVER_REPLY, 554, .none, .misconfigured),
            (CURLE_SEND_ERROR, 451, .rcpt, .unavailable()), (CURLE_SEND_ERROR, 421, .mail, .unavailable()),
            (CURLE_SEND_ERROR, 530, .rcpt, .misconfigured), (CURLE_LOGIN_DENIED, 535, .auth, .misconfigured),
            (CURLE_LOGIN_DENIED, 454, .auth, .unavailable()), (CURLE_LOGIN_DENIED, 250, .auth, .misconfigured),
            (CURLE_COULDNT_CONNECT, 0, .none, .unavailable()), (CURLE_COULDNT_RESOLVE_HOST, 0, .none, .unavailable()),
            (CURLE_OPERATION_TIMEDOUT, 250, .rcpt, .unavailable()), (CURLE_GOT_NOTHING, 0, .none, .unavailable()),
            (CURLE_PEER_FAILED_VERIFICATION, 220, .greeting, .misconfigured),
            (CURLE_USE_SSL_FAILED, 250, .greeting, .misconfigured),
            (CURLE_SSL_CONNECT_ERROR, 220, .greeting, .unavailable()),
        ] as [(CURLcode, Int, SMTPOutcome.Stage, DeliveryFailure?)])
    func outcome(result: CURLcode, answer: Int, stage: SMTPOutcome.Stage, failure: DeliveryFailure?) {
        #expect(SMTPOutcome.failure(result, answer: answer, stage: stage) == failure)
    }

    @Test("the log contains a number and a stage, and none of the provider's words")
    func codes() async throws {
        let authority = try await TestAuthority.common()
        try await TestMailServer.run(authority) { server in
            let good = settings(authority, .startTLS, port: server.ports.starttls)
            let refused = try await sender(good).attempt(try message(to: "refuse@example.net"))
            #expect(refused == .failed(.refused, ProviderCode("SMTP 550 (rcpt)")))
            let busy = try await sender(good).attempt(try message(to: "busy-1@codes.example.net"))
            #expect(busy == .failed(.unavailable(), ProviderCode("SMTP 451 (rcpt)")))
            let wrong = settings(authority, .startTLS, port: server.ports.starttls, password: "wrong")
            let denied = try await sender(wrong).attempt(try message())
            #expect(denied == .failed(.misconfigured, ProviderCode("SMTP 535 (auth)")))
            let closed = settings(authority, .startTLS, port: 1)
            #expect(try await sender(closed).attempt(try message()) == .failed(.unavailable(), ProviderCode("curl 7")))
        }
    }
}
