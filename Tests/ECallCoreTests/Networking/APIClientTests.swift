import ECallAPI
import ECallCore
import ECallLanguage
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

@Suite("API client", .timeLimit(.minutes(1)))
struct APIClientTests {
    private func client(
        _ transport: any HTTPTransport, tokens: any TokenStore = MemoryTokens(.test()),
        time: any TimeSource = ManualTime(skipping: .seconds(4))
    ) throws -> APIClient {
        APIClient(server: try .test(), tokens: tokens, transport: transport, time: time, random: { 0 })
    }

    static let user =
        #"{"user":{"id":7,"deviceId":8,"displayName":"Ana","email":"a@b.cd","phoneNumber":"","deletedAt":null}}"#

    /// 003-11, 003-33
    @Test("a request has method, prefix, number, query, bearer and JSON body")
    func request() async throws {
        let transport = ScriptedTransport([.success(.json("{}"))])
        let client = try client(transport)
        _ = try await client.send(
            .joinCall, id: 42, query: ["b": "x y&z", "a": "1"], body: EndCallRequest(callId: 9), as: EmptyResponse.self)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://calls.example.org/app/api/call/42/join?a=1&b=x%20y%26z")
        #expect(request.headers["Authorization"] == "Bearer old")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"callId":9}"#)
        #expect(request.timeout == .seconds(30))
    }

    /// 002-9
    @Test("public endpoints carry no token, and need none")
    func publicEndpoint() async throws {
        let transport = ScriptedTransport([.success(.json(#"{"twilioConfigured":true,"appleLoginConfigured":false}"#))])
        _ = try await client(transport).send(.appConfig, as: AppConfig.self)
        #expect(transport.requests[0].headers["Authorization"] == nil)

        let signedOut = try client(transport, tokens: MemoryTokens(nil))
        await #expect(throws: APIClientError.signedOut(nil)) {
            try await signedOut.send(.user, as: UserResponse.self)
        }
        #expect(transport.requests.count == 1, "nothing is sent without a token where one is needed")
    }

    /// Returns a person who is signed in at the real server.
    private func signedIn(_ server: ObservedServer) async throws -> (person: Person, tokens: MemoryTokens) {
        let person = try await server.real.signIn(7, device: 8, name: "Ana")
        return (person, MemoryTokens(.test(access: person.accessToken, refresh: person.refreshToken)))
    }

    /// 001-8
    @Test("one refresh serves twenty requests that were refused at the same time, and each is repeated once")
    func singleFlight() async throws {
        let (server, refused) = (ObservedServer(), Barrier(count: 20))
        let (person, tokens) = try await signedIn(server)
        try await server.real.letTimePass(seconds: 901)
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in
            let answer = try await server.perform(request)
            // All are refused before any of them asks for a refresh.
            if answer.status == ErrorCode.accessTokenExpired.status { await refused.arrive() }
            return answer
        }
        let client = try client(transport, tokens: tokens)
        try await withThrowingTaskGroup(of: UserID.self) { group in
            for _ in 0..<20 {
                group.addTask { try await client.send(.user, as: UserResponse.self).user.id }
            }
            for try await id in group { #expect(id == 7) }
        }
        let refreshes = transport.requests.filter { $0.url.hasSuffix("/refresh-token") }
        #expect(refreshes.count == 1)
        #expect(refreshes[0].headers["Authorization"] == nil)
        #expect(transport.requests.count == 41)
        let current = try #require(await tokens.current)
        #expect(current.access != person.accessToken && current.refresh != person.refreshToken)
        #expect(transport.requests.last?.headers["Authorization"] == "Bearer \(current.access)")
        #expect(await tokens.stores == 1)
    }

    @Test("a request that was refused with an older token takes the renewed one without another refresh")
    func lateRefusal() async throws {
        let tokens = MemoryTokens(.test())
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in
            guard request.headers["Authorization"] == "Bearer old" else { return .json(Self.user) }
            await tokens.store(.test(access: "renewed"))
            return .refusal("ErrAccessTokenExpired", status: 401)
        }
        _ = try await client(transport, tokens: tokens).send(.user, as: UserResponse.self)
        #expect(transport.lines == ["GET /user", "GET /user"])
        #expect(transport.requests[1].headers["Authorization"] == "Bearer renewed")
    }

    @Test("a token that is about to run out is renewed before the request")
    func refreshesAhead() async throws {
        let server = ObservedServer()
        let (person, _) = try await signedIn(server)
        let tokens = MemoryTokens(.test(access: person.accessToken, refresh: person.refreshToken, lives: 5))
        let client = try client(server, tokens: tokens)
        #expect(try await client.send(.user, as: UserResponse.self).user.displayName == "Ana")
        #expect(server.lines == ["POST /refresh-token", "GET /user"])
        let access = try #require(await tokens.current).access
        #expect(access != person.accessToken)
        #expect(try await client.accessToken() == access)
    }

    @Test("an empty refresh token keeps the one before")
    func emptyRefreshToken() async throws {
        let transport = ScriptedTransport([
            .success(
                .encoded(
                    RefreshTokenResponse(accessToken: "new", refreshToken: "", expiresIn: 900, refreshExpiresIn: 0)))
        ])
        let tokens = MemoryTokens(.test(lives: 5))
        #expect(try await client(transport, tokens: tokens).accessToken() == "new")
        #expect(await tokens.current?.refresh == "refresh-1")
    }

    /// 001-9, 003-12
    @Test(
        "a refusal has the meaning of wire-protocol 1.4",
        arguments: [
            (
                HTTPResponse.refusal("ErrDeviceNotRegistered", status: 401),
                APIClientError.signedOut(.deviceNotRegistered)
            ),
            (.refusal("ErrRefreshTokenExpired", status: 403, inner: 401), .signedOut(.refreshTokenExpired)),
            (.refusal("ErrUserNotFound", status: 404), .signedOut(.userNotFound)),
            (.refusal("ErrUserNotFound", status: 400), .signedOut(.userNotFound)),
            (.refusal("ErrSomethingNew", status: 401), .server(code: "ErrSomethingNew", status: 401, title: "No")),
            (.json("<html>", status: 401), .server(code: "", status: 401, title: "")),
            (.json(APIClientTests.user, status: 401), .server(code: "", status: 401, title: "")),
            (.json(#"{"error":"Invalid"}"#, status: 400), .server(code: "", status: 400, title: "Invalid")),
            (.refusal("ErrAlreadyFriends", status: 409), .server(code: "ErrAlreadyFriends", status: 409, title: "No")),
            (.json("{}"), .undecodable(.user)), (.json("", status: 204), .undecodable(.user)),
            (.json("", status: 302), .server(code: "", status: 302, title: "")),
        ])
    func refusals(response: HTTPResponse, expected: APIClientError) async throws {
        let transport = ScriptedTransport([.success(response)])
        let client = try client(transport)
        await #expect(throws: expected) { try await client.send(.user, as: UserResponse.self) }
        #expect(transport.requests.count == 1)
    }

    @Test("a fresh token that is refused too means signed out, after one repetition")
    func refusedAgain() async throws {
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in
            guard request.url.hasSuffix("/refresh-token") else { return .refusal("ErrAccessTokenExpired", status: 401) }
            return .encoded(
                RefreshTokenResponse(accessToken: "new", refreshToken: "r", expiresIn: 900, refreshExpiresIn: 9))
        }
        let client = try client(transport)
        await #expect(throws: APIClientError.signedOut(.accessTokenExpired)) {
            try await client.send(.user, as: UserResponse.self)
        }
        #expect(transport.lines == ["GET /user", "POST /refresh-token", "GET /user"])
    }

    @Test("a server whose clock is in doubt signs no one out, and the tokens stay")
    func serverClockInDoubt() async throws {
        let transport = ScriptedTransport { (request) async throws(HTTPTransportError) in
            guard request.url.hasSuffix("/refresh-token") else { return .refusal("ErrAccessTokenExpired", status: 401) }
            return .json(
                #"{"error":{"code":"ErrInternal","status":503,"title":"T","detail":""}}"#, status: 503,
                headers: ["retry-after": "60"])
        }
        let tokens = MemoryTokens(.test(access: "old", refresh: "kept"))
        let client = try client(transport, tokens: tokens)
        await #expect(throws: APIClientError.server(code: "ErrInternal", status: 503, title: "T")) {
            try await client.send(.user, as: UserResponse.self)
        }
        #expect(await tokens.current?.refresh == "kept")
    }

    @Test("a dead refresh token signs out all waiting requests; the tokens stay for the caller to wipe")
    func deadRefreshToken() async throws {
        let server = ObservedServer()
        let (_, tokens) = try await signedIn(server)
        try await server.real.letTimePass(seconds: 2_592_001)
        let client = try client(server, tokens: tokens)
        await #expect(throws: APIClientError.signedOut(.refreshTokenExpired)) {
            try await client.send(.user, as: UserResponse.self)
        }
        #expect(server.lines == ["GET /user", "POST /refresh-token"])
        #expect(await tokens.current != nil)
    }

    /// 003-32
    @Test("temporary refusals are retried after 1, 2, 4 s, then stand", arguments: [408, 429, 500, 502, 503, 504])
    func repeats(status: Int) async throws {
        let time = ManualTime(skipping: .seconds(4))
        let transport = ScriptedTransport([.success(.json("busy", status: status))])
        let client = try client(transport, time: time)
        await #expect(throws: APIClientError.server(code: "", status: status, title: "")) {
            try await client.send(.startCall, as: EmptyResponse.self)
        }
        #expect(transport.requests.count == 4)
        #expect(time.skipped == [.seconds(1), .seconds(2), .seconds(4)])
    }

    /// 000-71
    @Test("a connection that fails once is retried", arguments: [HTTPTransportError.unreachable, .timeout])
    func recovers(error: HTTPTransportError) async throws {
        let transport = ScriptedTransport([.failure(error), .success(.json(Self.user))])
        let user = try await client(transport).send(.user, as: UserResponse.self).user
        #expect(user.displayName == "Ana")
        #expect(transport.requests.count == 2)
    }

    @Test(
        "only temporary failures are retried",
        arguments: [
            (Result<HTTPResponse, HTTPTransportError>.failure(.untrusted), 1), (.failure(.cancelled), 1),
            (.failure(.answerTooLarge), 1), (.failure(.malformed), 1), (.failure(.unreachable), 4),
            (.success(.refusal("ErrTooManyShareTokens", status: 429)), 1),
            (.success(.refusal("ErrTooManyRequests", status: 429)), 4),
            (.success(.json("", status: 503, headers: ["retry-after": "3600"])), 1),
            (.success(.json("", status: 503, headers: ["retry-after": "2"])), 4),
            (.success(.json("", status: 501)), 1),
        ])
    func tries(result: Result<HTTPResponse, HTTPTransportError>, count: Int) async throws {
        let transport = ScriptedTransport([result])
        let client = try client(transport)
        await #expect(throws: APIClientError.self) { try await client.send(.user, as: UserResponse.self) }
        #expect(transport.requests.count == count)
    }

    @Test(
        "a refused connection stands if there was never a server, and is retried for most of a minute if there was",
        arguments: [HTTPTransportError.refused, .unknownHost, .noRoute])
    func refusal(error: HTTPTransportError) async throws {
        let time = ManualTime(skipping: .seconds(4))
        let never = ScriptedTransport([.failure(error)])
        await #expect(throws: APIClientError.self) {
            try await client(never, time: time).send(.user, as: UserResponse.self)
        }
        #expect(never.requests.count == 1)
        let before = ScriptedTransport([.success(.json(Self.user)), .failure(error)])
        let known = try client(before, time: time)
        _ = try await known.send(.user, as: UserResponse.self)
        let began = time.nanoseconds()
        await #expect(throws: APIClientError.self) { try await known.send(.user, as: UserResponse.self) }
        #expect(before.requests.count == 14)
        #expect((30_000_000_000...60_000_000_000).contains(time.nanoseconds() - began))
    }

    @Test("no repetition begins later than a minute after the first try")
    func timeout() async throws {
        let time = ManualTime()
        let transport = ScriptedTransport { (_) async throws(HTTPTransportError) in
            time.advance(by: .seconds(59.5))
            throw .timeout
        }
        let client = try client(transport, time: time)
        await #expect(throws: APIClientError.timeout) { try await client.send(.user, as: UserResponse.self) }
        #expect(transport.requests.count == 1)
    }

    /// 000-71
    @Test("every error has a text for a person, and none of them a token")
    func messages() {
        let errors: [APIClientError] = [
            .offline(host: "calls.example.org"), .refused(host: "h"), .unknownHost(host: "h"), .untrusted(host: "h"),
            .timeout,
            .server(code: "ErrOTPMismatched", status: 400, title: "x"), .server(code: "", status: 500, title: ""),
            .server(code: "New", status: 400, title: "Said by the server"), .signedOut(nil),
            .signedOut(.deviceNotRegistered), .undecodable(.user), .unencodable(.user), .storage(.locked), .cancelled,
        ]
        let said = errors.map { Texts(.english).string($0.text) }
        for sentence in said { #expect(!sentence.isEmpty) }
        #expect(said[0].contains("calls.example.org"))
        #expect(said[5] == "That code isn’t right. Check it, then try again.")
        #expect(said[7] == "Said by the server")
    }
}

/// Opens when `count` have arrived.
actor Barrier {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { self.count = count }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for one in waiting { one.resume() }
        }
    }
}
