import ECallAPI
import Foundation
import NIOCore
import NIOHTTP1
import ServerTestSupport
import Synchronization
import Testing

@testable import Notifications
@testable import ServerFoundation

@Suite("Text messages by Twilio", .timeLimit(.minutes(1)))
struct TwilioTests {
    private func settings(
        _ server: String, _ authority: String?, sender: String = "+12025550100"
    ) -> TwilioSettings {
        TwilioSettings(
            accountSID: "AC0123456789abcdef", authToken: "s3cret", sender: sender,
            service: ServiceAddress(server, authorityFile: authority))
    }

    private func message(_ number: String = "+4915112345678") throws -> OutgoingMessage {
        OneTimeCodeMessage.make(
            code: "048151", for: try #require(LoginIdentifier(phoneNumber: number)), minutes: 10)
    }

    /// 001-24
    @Test(
        "the request is Twilio's, byte by byte",
        arguments: [("+12025550100", "From=%2B12025550100"), ("MG0123", "MessagingServiceSid=MG0123")])
    func request(sender: String, field: String) async throws {
        let authority = try await TestAuthority.common()
        try await ScriptedServer.run(authority, http2: false) { _ in
            .status(201, "{\"sid\":\"SM1\"}")
        } _: { server in
            let http = OutgoingHTTP()
            let twilio = try TwilioSender(
                settings: settings(server.base + "/", authority.authority, sender: sender), http: http)
            try await twilio.send(message())
            #expect(server.requests.count == 1)
            let request = try #require(server.requests.first)
            #expect(request.head.method == .POST)
            #expect(request.head.uri == "/2010-04-01/Accounts/AC0123456789abcdef/Messages.json")
            #expect(request.text == "To=%2B4915112345678&\(field)&Body=Your+ECALL+code%3A+048151")
            #expect(
                request.head.headers["authorization"]
                    == ["Basic " + Data("AC0123456789abcdef:s3cret".utf8).base64EncodedString()])
            #expect(request.head.headers["content-type"] == ["application/x-www-form-urlencoded"])
            await http.shutdown()
        }
    }

    @Test(
        "each answer of Twilio has its result",
        arguments: [
            (201, nil, nil), (200, nil, nil), (400, nil, .refused), (401, nil, .misconfigured),
            (403, nil, .misconfigured), (404, nil, .misconfigured), (302, nil, .misconfigured),
            (429, "7", .unavailable(retryAfter: .seconds(7))), (429, nil, .unavailable()),
            (500, nil, .unavailable()), (503, "-1", .unavailable(retryAfter: .zero)), (503, "soon", .unavailable()),
        ] as [(Int, String?, DeliveryFailure?)])
    func answers(status: Int, retryAfter: String?, failure: DeliveryFailure?) async throws {
        let authority = try await TestAuthority.common()
        var headers = HTTPHeaders()
        if let retryAfter { headers.add(name: "Retry-After", value: retryAfter) }
        if status == 302 { headers.add(name: "Location", value: "/elsewhere") }
        let answer = ScriptedServer.Answer.status(status, "{\"code\":21211}", headers: headers)
        try await ScriptedServer.run(authority, http2: false) { _ in
            answer
        } _: { server in
            let http = OutgoingHTTP()
            let twilio = try TwilioSender(settings: settings(server.base, authority.authority), http: http)
            if let failure {
                await #expect(throws: failure) { try await twilio.send(try message()) }
            } else {
                try await twilio.send(message())
            }
            // In particular, redirections are not followed: the request carries the account's token.
            #expect(server.requests.count == 1)
            await http.shutdown()
        }
    }

    @Test(
        "a server without a trusted certificate gets nothing; one that hangs up, hangs or sends endlessly is unavailable"
    )
    func trouble() async throws {
        let (authority, stranger) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        let answer = Mutex(ScriptedServer.Answer.drop)
        try await ScriptedServer.run(authority, http2: false) { _ in
            answer.withLock { $0 }
        } _: { server in
            let http = OutgoingHTTP(timeout: .milliseconds(500))
            for trusts in [stranger.authority, nil] {
                let twilio = try TwilioSender(settings: settings(server.base, trusts), http: http)
                await #expect(throws: DeliveryFailure.misconfigured) { try await twilio.send(try message()) }
            }
            #expect(server.requests.isEmpty)
            let twilio = try TwilioSender(settings: settings(server.base, authority.authority), http: http)
            let long = ScriptedServer.Answer.status(201, String(repeating: " ", count: 70_000))
            for next in [ScriptedServer.Answer.drop, .hang, long] {
                answer.withLock { $0 = next }
                await #expect(throws: DeliveryFailure.unavailable()) { try await twilio.send(try message()) }
            }
            await http.shutdown()
        }
    }

    @Test("only https, or this machine, gets the account's token")
    func badSettings() throws {
        let http = OutgoingHTTP()
        for base in ["http://api.twilio.com", "ftp://127.0.0.1", "api.twilio.com", "", "https://", "https://h?x=y"] {
            #expect(throws: StartFailure.self, "\(base)") {
                try TwilioSender(settings: settings(base, nil), http: http)
            }
        }
        #expect(throws: Never.self) { try TwilioSender(settings: settings("http://127.0.0.1:1", nil), http: http) }
        #expect(throws: StartFailure.self) {
            try TwilioSender(settings: settings("https://127.0.0.1", "/nonexistent.pem"), http: http)
        }
        var foreign = settings("https://127.0.0.1", nil)
        foreign.accountSID = "AC1/../.."
        #expect(throws: StartFailure.self) { try TwilioSender(settings: foreign, http: http) }
    }

    @Test("a form's values cannot become fields")
    func form() {
        #expect(FormBody.encode([("a", "x&b=y z+%\n"), ("ü", "*-._~")]) == "a=x%26b%3Dy+z%2B%25%0A&%C3%BC=*-._%7E")
    }
}
