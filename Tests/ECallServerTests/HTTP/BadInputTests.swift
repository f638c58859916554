import ECallAPI
import Foundation
import HTTPTypes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Bad input", .timeLimit(.minutes(1)))
struct BadInputTests {
    private static let withBody: [Endpoint] = [
        .login, .resendOTP, .verifyLogin, .refreshToken, .registerDevice, .publicKeys, .sendFriendRequest,
        .sendFriendRequestByToken, .acceptFriendRequest, .declineFriendRequest, .cancelFriendRequest,
        .resolveShareToken, .revokeShareToken,
    ]

    private static let notJSON: [String] = [
        "{", "}", "nope", "{\"a\":}", "[1,2", "\u{0}", "\"unclosed",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 20_000), "{} trailing",
        "NaN", "--", "<xml/>", "email=a%40b.cc",
    ]

    @Test("a body that is not JSON is a bad request everywhere, without effect", arguments: withBody)
    func notJSON(endpoint: Endpoint) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            for text in Self.notJSON {
                let answer = try await app.send(
                    endpoint.method.http, endpoint.path, Data(text.utf8), token: ana.accessToken)
                answer.expect(.badRequest)
                #expect(answer.text.contains("JSON"), "\(text.prefix(40))")
            }
            // In the name of a member, and in the value of an ignored one.
            for invalidUTF8 in [
                Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]),
                Data([0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFF, 0xFE, 0x22, 0x7D]),
            ] {
                let answer = try await app.send(
                    endpoint.method.http, endpoint.path, invalidUTF8, token: ana.accessToken)
                answer.expect(.badRequest)
                #expect(answer.text.contains("JSON"))
            }
            #expect(app.outbox.messages.count == 1)
        }
    }

    @Test("a body beyond 256 KiB is too large everywhere", arguments: withBody)
    func tooLarge(endpoint: Endpoint) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let body = Data(("{\"token\":\"" + String(repeating: "x", count: 300_000) + "\"}").utf8)
            try await app.send(endpoint.method.http, endpoint.path, body, token: ana.accessToken)
                .expect(.requestTooLarge)
        }
    }

    @Test(
        "a member of the wrong type is named, but not its value",
        arguments: [
            (.login, #"{"email":7}"#, "email"), (.login, #"{"email":"a@b.cc","publicKey":{}}"#, "publicKey"),
            (.login, #"{"email":["secret-value"]}"#, "email"), (.resendOTP, #"{"phoneNumber":true}"#, "phoneNumber"),
            (.verifyLogin, #"{"email":"a@b.cc"}"#, "code"), (.verifyLogin, #"{"code":123456}"#, "code"),
            (.refreshToken, "{}", "refreshToken"), (.refreshToken, #"{"refreshToken":null}"#, "refreshToken"),
            (.publicKeys, #"{"userIds":["secret-value"]}"#, "userIds"), (.publicKeys, #"{"userIds":[-1]}"#, "userIds"),
            (.publicKeys, #"{"userIds":7}"#, "userIds"), (.publicKeys, #"{"userIds":[1.5]}"#, "userIds"),
            (.sendFriendRequest, #"{"targetUserId":"7"}"#, "targetUserId"),
            (.sendFriendRequest, #"{"targetUserId":1e999}"#, "targetUserId"),
            (.sendFriendRequest, #"{"targetUserId":9007199254740992}"#, "targetUserId"),
            (.acceptFriendRequest, #"{"targetUserId":-1}"#, "targetUserId"),
            (.declineFriendRequest, #"{"targetUserId":null}"#, "targetUserId"),
            (.cancelFriendRequest, "{}", "targetUserId"),
            (.resolveShareToken, "{}", "token"), (.resolveShareToken, #"{"token":1}"#, "token"),
            (.revokeShareToken, #"{"token":{}}"#, "token"), (.registerDevice, #"{"publicKey":1}"#, "publicKey"),
        ] as [(Endpoint, String, String)])
    func wrongTypes(endpoint: Endpoint, body: String, member: String) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            let answer = try await app.send(
                endpoint.method.http, endpoint.path, Data(body.utf8), token: ana.accessToken)
            answer.expect(.badRequest)
            #expect(answer.text.contains(member) && !answer.text.contains("secret-value"), "\(answer.text)")
        }
    }

    @Test(
        "top-level values that are not objects are bad requests",
        arguments: ["[]", "\"text\"", "5", "true", "null", ""])
    func notObjects(body: String) async throws {
        try await TestApp.run { app in
            let ana = try await app.signIn("ana@example.net")
            for endpoint in Self.withBody where endpoint != .revokeShareToken {
                try await app.send(endpoint.method.http, endpoint.path, Data(body.utf8), token: ana.accessToken)
                    .expect(.badRequest)
            }
        }
    }

    @Test("unknown members, nesting and escaped slashes are accepted")
    func lenient() async throws {
        try await TestApp.run { app in
            let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
            let body = #"{"email":"ana@example.net","extra":\#(nested),"deviceName":"a\/b","verified":null}"#
            try await app.send(.post, "/login", Data(body.utf8)).expectOK()
            try await app.send(.post, "/app/login?code=1&x", Data(#"{"email":"b@example.net"}"#.utf8)).expectOK()
        }
    }

    @Test("an unexpected error reveals nothing internal")
    func internalErrors() throws {
        struct Inner: Error { let secret = "the secret" }
        let failure = ErrorEnvelopeMiddleware.failure(for: Inner(), path: "/login")
        #expect(failure.code == .internalError && !failure.title.contains("secret"))
    }

    @Test("SQL in texts stays text")
    func injection() async throws {
        try await TestApp.run { app in
            let name = "'; DROP TABLE users; --"
            let ana = try await app.signIn("o'hara@example.net", name: name)
            let answer: UserResponse = try await app.call(.user, as: ana).value()
            #expect(answer.user.displayName == name && answer.user.email == "o'hara@example.net")
        }
    }
}
