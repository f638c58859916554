import Crypto
package import ECallAPI
import Foundation
package import NIOCore
import NIOHTTP1
import NIOSSL
package import ServerFoundation

/// The client of browsers' push services (RFC 8030). Subscribers choose the endpoint, so it is contacted by HTTPS only, at
/// public Internet addresses only, unless the operator allows its origin.
///
/// The name is resolved once, and the connection goes to a checked address: a later DNS answer has no effect. The
/// certificate must be valid for the name.
package struct WebPushClient: Sendable {
    /// The result of one message.
    package enum Outcome: Sendable, Equatable {
        case sent
        /// The subscription no longer exists.
        case gone(ProviderCode)
        case failed(DeliveryFailure, ProviderCode? = nil)
    }

    /// Resolves a name to its addresses; empty if there are none.
    package typealias Resolver = @Sendable (_ host: String) async -> [IPAddress]

    /// The longest time of connecting, and of the whole exchange.
    package struct Timeouts: Sendable {
        package var connect = TimeAmount.seconds(3)
        package var exchange = TimeAmount.seconds(10)

        package init(connect: TimeAmount = .seconds(3), exchange: TimeAmount = .seconds(10)) {
            (self.connect, self.exchange) = (connect, exchange)
        }
    }

    /// The most addresses of one name that are tried.
    private static let mostAddresses = 2

    private let key: VAPIDKey
    private let contact: String?
    private let allowedOrigins: Set<String>
    private let tls: TLSConfiguration?
    private let connections: WebPushConnections
    private let resolve: Resolver
    private let clock: WallClock

    /// - Throws: `StartFailure` for settings that cannot work.
    package init(
        settings: WebPushSettings, key: VAPIDKey, timeouts: Timeouts = Timeouts(),
        resolve: @escaping Resolver = NameResolution.addresses(of:), clock: WallClock
    ) throws(StartFailure) {
        var origins: Set<String> = []
        for text in settings.allowedOrigins {
            guard let endpoint = WebPushEndpoint(text), endpoint.path == "/" else {
                throw .providerUnusable("Web Push: \(text) is no https:// origin.")
            }
            origins.insert(endpoint.origin)
        }
        allowedOrigins = origins
        tls = try settings.authorityFile.map { file throws(StartFailure) in
            try OutgoingService.trust(in: file, name: "Web Push")
        }
        connections = WebPushConnections(connect: timeouts.connect, exchange: timeouts.exchange)
        (self.key, contact, self.resolve, self.clock) = (key, settings.contact, resolve, clock)
    }

    /// Whether the endpoint is allowed, judging by its URL alone.
    package func mayAsk(_ endpoint: WebPushEndpoint) -> Bool {
        allowedOrigins.contains(endpoint.origin) || IPAddress(endpoint.host)?.isPublic ?? true
    }

    /// - Parameter expiresAt: until when the push service keeps the message.
    package func send(_ message: WebPushMessage, to subscription: WebPushSubscription, expiresAt: Timestamp) async
        -> Outcome
    {
        let endpoint = subscription.endpoint
        let addresses = await checkedAddresses(of: endpoint)
        switch addresses {
        case .failure(let failure): return .failed(failure.failure, failure.code)
        case .success(let addresses):
            var failure = ProviderFailure(failure: .unavailable(), code: nil)
            for address in addresses.prefix(Self.mostAddresses) {
                do {
                    // Computed after the name resolution, which may take a while.
                    let left = expiresAt.milliseconds - clock.now().milliseconds
                    guard left > 0 else { return .failed(.expired) }
                    return Self.outcome(
                        try await post(message, to: subscription, at: address, secondsLeft: (left + 999) / 1000))
                } catch let error as ProviderFailure {
                    failure = error
                    // An invalid certificate is the push service's fault.
                    guard case .unavailable = error.failure else { return .failed(.refused, error.code) }
                } catch {
                    return .failed(.refused)
                }
            }
            return .failed(failure.failure, failure.code)
        }
    }

    /// The addresses to connect to, all of them checked.
    private func checkedAddresses(of endpoint: WebPushEndpoint) async -> Result<[IPAddress], ProviderFailure> {
        let literal = IPAddress(endpoint.host)
        let found: [IPAddress] = if let literal { [literal] } else { await resolve(endpoint.host) }
        guard !found.isEmpty else {
            return .failure(ProviderFailure(failure: .unavailable(), code: ProviderCode("no address")))
        }
        // A private address among public ones makes all of them suspicious.
        guard allowedOrigins.contains(endpoint.origin) || found.allSatisfy(\.isPublic) else {
            return .failure(ProviderFailure(failure: .refused, code: ProviderCode("not a public address")))
        }
        return .success(found)
    }

    private func post(
        _ message: WebPushMessage, to subscription: WebPushSubscription, at address: IPAddress, secondsLeft: Int64
    ) async throws -> ProviderAnswer {
        let endpoint = subscription.endpoint
        let body = try MessageEncryption.seal(
            try message.json(), to: subscription, key: P256.KeyAgreement.PrivateKey(),
            salt: SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) })
        var headers: HTTPHeaders = [
            "authorization": try await key.authorization(for: endpoint.origin, contact: contact, at: clock.now()),
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": "\(secondsLeft)",
            "urgency": message.urgency,
        ]
        if let topic = message.topic(for: subscription) { headers.add(name: "topic", value: topic) }
        return try await connections.http(to: endpoint.host, at: address).post(
            endpoint.path, to: OutgoingService(origin: endpoint.origin, tls: tls), headers: headers, body: Array(body))
    }

    package static func outcome(_ answer: ProviderAnswer) -> Outcome {
        let code = ProviderCode("Web Push \(answer.status)")
        return switch answer.status {
        case 200...299: .sent
        case 404, 410: .gone(code)
        case 408, 429, 500...599: .failed(.unavailable(retryAfter: answer.retryAfter), code)
        // This server's token, size or format is wrong, which is not the fault of this subscription.
        case 400, 401, 403, 413: .failed(.misconfigured, code)
        // Redirects too, because their target is unchecked.
        default: .failed(.refused, code)
        }
    }
}
