import Crypto
import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import SignalRouting

/// The stock app on one device, as seen on the wire (wire-protocol 1 to 3): signed requests, STOMP.
struct StockApp: Sendable {
    /// The constants that the app contains.
    static let (apiID, secret) = ("stock-app", "the text of a setting, not hex")

    let server: CallServer
    let email: String
    /// The 64-byte form of a P-256 key.
    let publicKey = P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation.base64EncodedString()
    var user: UInt64 = 0
    /// The number that it got before the code was verified, and uses.
    var told: UInt64 = 0
    var device: UInt64 = 0
    var accessToken = ""
    var refreshToken = ""

    var identity: DeviceIdentity { DeviceIdentity(user: UserID(user), device: DeviceID(device)) }

    static func configure(_ settings: inout ServerSettings) { settings.requestSigning = [apiID: secret] }

    // MARK: - HTTP

    /// A request with the headers of section 1.1, signed as in 1.2.
    /// - Parameters:
    ///   - isPublic: the two requests without any `Authorization`.
    ///   - mayFail: the app ignores the answer.
    @discardableResult
    func ask(
        _ method: HTTPRequest.Method, _ suffix: String, _ body: [String: Any]? = nil, query: String = "",
        isPublic: Bool = false, mayFail: Bool = false
    ) async throws -> Any {
        let path = "/app/api/" + suffix
        // Escapes every slash, like the app.
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let time = String(server.app.clock.now.milliseconds / 1000)
        let code = HMAC<SHA256>.authenticationCode(
            for: Data((Self.apiID + method.rawValue + path + text + time).utf8),
            using: SymmetricKey(data: Data(Self.secret.utf8)))
        var headers = HTTPFields()
        for (name, value) in [
            ("X-Api-Id", Self.apiID), ("X-Nonce", time),
            ("X-Signature", code.map { String(format: "%02x", $0) }.joined()),
        ] { headers[try #require(HTTPField.Name(name))] = value }
        let answer = try await server.app.send(
            method, path + query, data, authorization: isPublic ? nil : "Bearer \(accessToken)", headers: headers)
        try #require(mayFail || (200...299).contains(answer.status), "\(suffix): \(answer.status) \(answer.text)")
        return try JSONSerialization.jsonObject(with: answer.body, options: [.fragmentsAllowed])
    }

    /// The same for answers that are objects.
    func object(
        _ method: HTTPRequest.Method, _ suffix: String, _ body: [String: Any]? = nil, isPublic: Bool = false
    ) async throws -> [String: Any] {
        try #require(try await ask(method, suffix, body, isPublic: isPublic) as? [String: Any])
    }

    // MARK: - Signing in

    private var devicePayload: [String: Any] {
        [
            "publicKey": publicKey, "voipToken": "", "apnsToken": "", "deviceName": "iPhone", "systemName": "iOS",
            "systemVersion": "18.3", "identifier": "iPhone 15 Pro",
        ]
    }

    /// Section 2.1, from the start of the app to its tokens.
    mutating func signIn() async throws {
        server.app.clock.advance(seconds: 10)
        let config = try await object(.get, "app-config", isPublic: true)
        #expect(config["twilioConfigured"] is Bool && config["appleLoginConfigured"] is Bool)
        let login = try await object(
            .post, "login",
            devicePayload.merging(
                ["email": email, "phoneNumber": "", "displayName": "", "verified": false] as [String: Any]
            ) { $1 })
        #expect((login["accessToken"] as? String ?? "").isEmpty)
        told = try number(login["userId"])
        let code = try #require(server.app.outbox.lastCode(to: email))
        let verified = try await object(
            .post, "verify-login", devicePayload.merging(["code": code, "email": email] as [String: Any]) { $1 })
        accessToken = try #require(verified["accessToken"] as? String)
        refreshToken = try #require(verified["refreshToken"] as? String)
        device = try number(verified["deviceId"])
        user = try number(verified["userId"])
        let profile = try #require(try await object(.get, "user")["user"] as? [String: Any])
        for member in ["id", "deviceId"] { #expect(profile[member] is NSNumber) }
        for member in ["displayName", "email", "phoneNumber"] { #expect(profile[member] is String) }
        #expect(try number(profile["deviceId"]) == device)
        #expect(
            try await object(.post, "register_device", ["voipToken": "0a0b", "publicKey": publicKey])["status"]
                is String)
    }

    /// The requests each time the app becomes active.
    mutating func becomeActive() async throws {
        let refreshed = try await object(.post, "refresh-token", ["refreshToken": refreshToken], isPublic: true)
        accessToken = try #require(refreshed["accessToken"] as? String)
        refreshToken = try #require(refreshed["refreshToken"] as? String)
    }

    // MARK: - STOMP

    /// Section 3.1: connected and subscribed.
    func signaling() async throws -> TestSocket {
        let credentials = try await object(.get, "credentials")
        for member in ["noneTlsUrl", "turnUsername", "turnPassword"] {
            #expect((credentials[member] as? String)?.isEmpty == false)
        }
        #expect(credentials["rabbitmqTokenExpiresAt"] is NSNumber)
        let passcode = try #require(credentials["rabbitmqToken"] as? String)
        let socket = try await TestSocket.webSocket(server.port, "/ws/")
        try await socket.text(
            "CONNECT\nheart-beat:10000,10000\npasscode:\(passcode)\nlogin:device-\(device)\nhost:ecall\naccept-version:1.2\n\n\0"
        )
        #expect(try await socket.nextText().hasPrefix("CONNECTED\n"))
        try await socket.text(
            "SUBSCRIBE\nack:auto\ndestination:/exchange/ecall.signal.out/\(device)\nid:sub-\(device)\n\n\0")
        while await !server.calls.signals.isOnline(identity) { try await pause() }
        return socket
    }

    func send(_ signal: [String: Any], on socket: TestSocket) async throws {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: signal), as: UTF8.self)
        try await socket.text(
            "SEND\nauthorization:Bearer \(accessToken)\ncontent-type:application/json\ndestination:/exchange/ecall.signal.in\n\n\(body)\0"
        )
    }

    /// The next signal, read as strictly as by the app: a whole frame, no line feed before the command, a known type.
    func signal(_ type: String, on socket: TestSocket) async throws -> [String: Any] {
        while true {
            let text = try await socket.nextText()
            try #require(text.hasPrefix("MESSAGE\n"), "\(text.prefix(40))")
            let body = try #require(text.firstRange(of: "\n\n")).upperBound
            let parts = text[body...].split(separator: "\0", omittingEmptySubsequences: false)
            #expect(parts.count == 2 && parts[1].allSatisfy(\.isNewline))
            let signal = try #require(
                try JSONSerialization.jsonObject(with: Data(parts[0].utf8)) as? [String: Any])
            let name = try #require(signal["type"] as? String)
            #expect(Self.signals.contains(name), "the app drops \(name)")
            if name == type { return signal }
        }
    }

    private static let signals: Set<String> = [
        "call_invitation", "participant_joined", "participant_invited", "participant_rejected", "participant_left",
        "participant_updated", "participant_feedId_updated", "call_ended", "call_cancelled",
        "participant_request_rejoin", "handover_host", "participant_accept_rejoin", "key_rotation", "request_aes_key",
        "send_aes_key",
    ]

    // MARK: - Keys

    /// A value in the form of section 5.2; a server cannot distinguish it from a real one.
    func wrappedKey() -> String {
        publicKey + ":" + Data((0..<60).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }

    func number(_ value: Any?) throws -> UInt64 {
        let number = try #require(value as? NSNumber)
        #expect(number.doubleValue >= 0 && number.doubleValue < 9_007_199_254_740_992)
        return number.uint64Value
    }
}

/// Remembers which devices were rung, as by Apple's service.
actor RingRecorder: PushDelivery {
    private var rings: [(push: VoIPPush, device: DeviceIdentity)] = []

    func send(_ alert: PushAlert, to user: UserID, except device: DeviceID?) {}
    func ring(_ push: VoIPPush, device: DeviceIdentity) { rings.append((push, device)) }

    func push(to device: UInt64) -> VoIPPush? { rings.last { $0.device.device.rawValue == device }?.push }
}
