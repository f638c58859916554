import Crypto
package import ECallAPI
import Foundation
package import NIOCore
import NIOHTTP1
import NIOSSL
package import ServerFoundation

/// Hands messages to the push services of browsers (RFC 8030). Where one is, its subscriber says: it is asked by https, at public
/// addresses of the internet alone, unless the operator names its origin.
///
/// The name is looked up once, and the connection goes to an address that was checked: a name that leads elsewhere a moment
/// later leads nowhere else. The certificate must be the name's.
package struct WebPushClient: Sendable {
    /// What became of one message.
    package enum Outcome: Sendable, Equatable {
        case sent
        /// There is no such subscription any more.
        case gone(ProviderCode)
        case failed(DeliveryFailure, ProviderCode? = nil)
    }

    /// Asks for the addresses of a name; none when there are none.
    package typealias Resolver = @Sendable (_ host: String) async -> [IPAddress]

    /// How long connecting and the whole exchange take at most.
    package struct Timeouts: Sendable {
        package var connect = TimeAmount.seconds(3)
        package var exchange = TimeAmount.seconds(10)

        package init(connect: TimeAmount = .seconds(3), exchange: TimeAmount = .seconds(10)) {
            (self.connect, self.exchange) = (connect, exchange)
        }
    }

    /// Addresses of one name that are tried.
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

    /// Whether the endpoint may be one, as far as its text tells.
    package func mayAsk(_ endpoint: WebPushEndpoint) -> Bool {
        allowedOrigins.contains(endpoint.origin) || IPAddress(endpoint.host)?.isPublic ?? true
    }

    /// - Parameter expiresAt: until when the push service shall keep it.
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
                    // Not before the name is known: that may have taken its time.
                    let left = expiresAt.milliseconds - clock.now().milliseconds
                    guard left > 0 else { return .failed(.expired) }
                    return Self.outcome(
                        try await post(message, to: subscription, at: address, secondsLeft: (left + 999) / 1000))
                } catch let error as ProviderFailure {
                    failure = error
                    // A certificate that is another's is the push service's fault.
                    guard case .unavailable = error.failure else { return .failed(.refused, error.code) }
                } catch {
                    return .failed(.refused)
                }
            }
            return .failed(failure.failure, failure.code)
        }
    }

    /// Where to connect: addresses of which each was checked.
    private func checkedAddresses(of endpoint: WebPushEndpoint) async -> Result<[IPAddress], ProviderFailure> {
        let literal = IPAddress(endpoint.host)
        let found: [IPAddress] = if let literal { [literal] } else { await resolve(endpoint.host) }
        guard !found.isEmpty else {
            return .failure(ProviderFailure(failure: .unavailable(), code: ProviderCode("no address")))
        }
        // One that is not public among public ones makes all of them suspicious.
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
        // Our token, our size, our form: nothing that this subscription could help.
        case 400, 401, 403, 413: .failed(.misconfigured, code)
        // Redirections too: where one leads nobody has checked.
        default: .failed(.refused, code)
        }
    }
}
