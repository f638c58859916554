import Crypto
import ECallAPI
import Foundation
import NIOHTTP1
package import ServerFoundation

/// The client of Apple's push service: HTTP/2, with a provider token instead of a certificate.
package struct APNsClient: Sendable {
    /// The result of one push.
    package enum Outcome: Sendable, Equatable {
        case sent
        /// The device no longer has this app, or the token belongs to another app.
        case deadToken(ProviderCode? = nil)
        case failed(DeliveryFailure, ProviderCode? = nil)
    }

    /// The longest accepted device token, in bytes.
    package static let longestToken = 512

    package let bundleID: String
    private let service: OutgoingService
    private let http: OutgoingHTTP
    private let token: ProviderToken
    private let clock: WallClock

    /// - Throws: `StartFailure` for settings that cannot work.
    package init(settings: APNsSettings, http: OutgoingHTTP, clock: WallClock) throws(StartFailure) {
        guard let text = try? String(contentsOfFile: settings.keyFile, encoding: .utf8),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: text)
        else {
            throw .providerUnusable("Push: \(settings.keyFile) is no signing key from Apple (.p8).")
        }
        let names = [settings.keyID, settings.teamID, settings.bundleID]
        let isName = { (text: String) in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
        }
        guard names.allSatisfy({ !$0.isEmpty && isName($0) }) else {
            throw .providerUnusable("Push: the key's id, the team's id and the app's bundle id are needed.")
        }
        service = try OutgoingService(settings.service, name: "Push")
        bundleID = settings.bundleID
        token = ProviderToken(key: key, keyID: settings.keyID, teamID: settings.teamID)
        self.http = http
        self.clock = clock
    }

    package func send(_ push: Push) async -> Outcome {
        // It comes from the device and becomes part of a path.
        guard Self.isToken(push.target.token) else { return .deadToken() }
        do {
            let bearer = try token.text(at: clock.now())
            let answer = try await post(push, bearer: bearer)
            guard answer.status == 403, Self.reason(answer) == .expiredProviderToken else {
                return Self.outcome(answer)
            }
            let fresh = try token.text(at: clock.now(), insteadOf: bearer)
            return Self.outcome(fresh == bearer ? answer : try await post(push, bearer: fresh))
        } catch let failure as ProviderFailure {
            return .failed(failure.failure, failure.code)
        } catch {
            return .failed(.refused)
        }
    }

    private func post(_ push: Push, bearer: String) async throws -> ProviderAnswer {
        try await http.post(
            "/3/device/\(push.target.token)", to: service,
            headers: [
                "authorization": "bearer \(bearer)", "apns-id": push.id,
                "apns-topic": push.kind.topic(bundleID: bundleID), "apns-push-type": push.kind.rawValue,
                "apns-priority": "10", "apns-expiration": "\(push.expiresAt.milliseconds / 1000)",
                "content-type": "application/json",
            ],
            body: push.payload.json())
    }

    /// Whether the text is hexadecimal digits; Apple guarantees no length.
    package static func isToken(_ text: String) -> Bool {
        (2...longestToken).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 < 0x80 && Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func reason(_ answer: ProviderAnswer) -> APNsReason? {
        struct Body: Decodable { let reason: String }
        return (try? JSONDecoder().decode(Body.self, from: answer.body)).flatMap { APNsReason(rawValue: $0.reason) }
    }

    package static func outcome(_ answer: ProviderAnswer) -> Outcome {
        let reason = reason(answer)
        let code = ProviderCode("APNs \(answer.status)" + (reason.map { " (\($0.rawValue))" } ?? ""))
        return switch (answer.status, reason) {
        case (200, _): .sent
        case (410, _), (400, .badDeviceToken), (400, .deviceTokenNotForTopic): .deadToken(code)
        case (408, _), (429, _), (500...599, _): .failed(.unavailable(retryAfter: answer.retryAfter), code)
        // The key, the team or the topic is wrong, which is not the fault of this push.
        case (300...399, _), (401, _), (403, _), (404, _), (400, .topicDisallowed), (400, .badTopic),
            (400, .missingTopic):
            .failed(.misconfigured, code)
        default: .failed(.refused, code)
        }
    }
}
