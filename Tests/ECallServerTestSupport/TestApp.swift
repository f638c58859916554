import ECallAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServerTestSupport
import Synchronization
import Testing

@testable import ECallServer
@testable import Notifications
@testable import ServerFoundation

/// A whole server in process, with a clock, an outbox and calls controlled by the test.
struct TestApp: Sendable {
    let client: any TestClientProtocol
    let clock: TestClock
    let outbox: TestOutbox
    let signals: RecordingSignals
    let push: RecordingPush
    let dataDirectory: String
    let log: RecordedLog

    /// Runs a server for the length of `body`; its data directory is removed afterwards.
    static func run<Value: Sendable>(
        limits: Limits = .development, channels: Set<MessageChannel> = Set(MessageChannel.allCases),
        webDirectory: String? = nil, uniformAnswerTime: Int = 0, push: RecordingPush = RecordingPush(),
        isLive: Bool = false, configure: (inout ServerSettings) -> Void = { _ in },
        providers: (@Sendable (ProviderDependencies, TestOutbox) throws -> ProviderParts)? = nil,
        callParts: (@Sendable (CallDependencies) async throws -> CallParts)? = nil,
        uptime: (@Sendable () -> Duration)? = nil, isSynchronized: @escaping @Sendable () -> Bool = { true },
        prepare: (String) throws -> Void = { _ in },
        database: @escaping @Sendable (any ServerFoundation.Database) -> any ServerFoundation.Database = { $0 },
        _ body: @escaping @Sendable (TestApp) async throws -> Value
    ) async throws -> Value {
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-test-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (clock, outbox, signals) = (TestClock(), TestOutbox(channels: channels), RecordingSignals())
        var settings = ServerSettings(dataDirectory: directory)
        settings.limits = limits
        settings.limits.uniformAnswerTime = uniformAnswerTime
        settings.port = 0
        settings.webDirectory = webDirectory
        configure(&settings)
        try prepare(directory)
        var environment = AppEnvironment(
            clock: WallClock { clock.now }, messages: outbox, push: push,
            callParts: callParts ?? {
                .recording(signals, http: .init(limits: HTTPLimits($0.settings.limits)))
            })
        (environment.uptime, environment.isSynchronized) = (uptime, isSynchronized)
        if let providers { environment.providers = { try providers($0, outbox) } }
        environment.database = database
        let log = RecordedLog()
        let application = try await buildApplication(settings, environment: environment, logger: log.logger)
        return try await application.test(isLive ? .live : .router) { client in
            try await body(
                TestApp(
                    client: client, clock: clock, outbox: outbox, signals: signals, push: push,
                    dataDirectory: directory, log: log))
        }
    }

    // MARK: - Requests

    /// A request under the endpoint's first path; `body` is encoded as JSON.
    func call(
        _ endpoint: Endpoint, id: UInt64? = nil, _ body: (any Encodable & Sendable)? = nil, as person: Person? = nil,
        token: String? = nil, query: String = "", acceptLanguage: String? = nil, headers: HTTPFields = [:]
    ) async throws -> Answer {
        let path = Endpoint.prefixes[0] + (id.map { endpoint.path(id: $0) } ?? endpoint.path) + query
        let data = try body.map { try JSONEncoder().encode($0) }
        return try await send(
            endpoint.method.http, path, data, token: token ?? person?.accessToken, acceptLanguage: acceptLanguage,
            headers: headers)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data? = nil, token: String? = nil,
        authorization: String? = nil, acceptLanguage: String? = nil, headers extra: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = extra
        headers[.contentType] = "application/json"
        headers[.acceptLanguage] = acceptLanguage
        headers[.authorization] = authorization ?? token.map { "Bearer \($0)" }
        let response = try await client.executeRequest(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
        return Answer(
            status: response.status.code, headers: response.headers, body: Data(response.body.readableBytesView))
    }

    // MARK: - People

    /// Signs a person in with a new device. Advances the clock, so that a repetition is a new request.
    func signIn(
        _ email: String, name: String? = nil, publicKey: String? = nil, deviceName: String = "test",
        proof: String? = nil
    ) async throws -> Person {
        clock.advance(seconds: 10)
        let user: AuthResponse = try await call(.login, LoginRequest(email: email, displayName: name)).value()
        let device = DevicePayload(publicKey: publicKey, deviceName: deviceName, signInProof: proof)
        let code = try #require(outbox.lastCode(to: email.lowercased()))
        let signedIn: VerifyLoginResponse = try await call(
            .verifyLogin, VerifyLoginRequest(code: code, email: email, device: device)
        ).value()
        #expect([0, signedIn.userId].contains(user.userId))
        return Person(
            id: signedIn.userId, device: signedIn.deviceId, email: email, accessToken: signedIn.accessToken,
            refreshToken: signedIn.refreshToken)
    }

    /// Makes two people friends: one asks by number, the other accepts.
    func befriend(_ one: Person, _ other: Person) async throws {
        try await call(.sendFriendRequest, FriendRequestTarget(targetUserId: other.id), as: one).expectOK()
        try await call(.acceptFriendRequest, FriendRequestTarget(targetUserId: one.id), as: other).expectOK()
    }
}

/// A signed-in device of a user.
struct Person: Sendable {
    let id: UserID
    let device: DeviceID
    let email: String
    var accessToken: String
    var refreshToken: String

    var identity: DeviceIdentity { DeviceIdentity(user: id, device: device) }
}

struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func value<Value: Decodable>(
        _ type: Value.Type = Value.self, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Value {
        try #require(status == 200, "\(text)", sourceLocation: sourceLocation)
        return try JSONDecoder().decode(type, from: body)
    }

    func expectOK(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 200, "\(text)", sourceLocation: sourceLocation)
    }

    /// Expects the error envelope with this code, its status and all four members.
    func expect(_ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == code.status, "\(text)", sourceLocation: sourceLocation)
        // RFC 9110 section 11.6.1.
        #expect((status == 401) == (headers[.wwwAuthenticate] == "Bearer"), sourceLocation: sourceLocation)
        let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: body)
        #expect(envelope?.code == code, "\(text)", sourceLocation: sourceLocation)
        #expect(envelope?.error.status == code.envelopeStatus, sourceLocation: sourceLocation)
        #expect(envelope?.error.title.isEmpty == false, sourceLocation: sourceLocation)
    }
}
