import AsyncHTTPClient
import Dispatch
package import Foundation
package import NIOCore
package import NIOHTTP1
package import NIOSSL
package import ServerFoundation

package struct ProviderAnswer: Sendable {
    package let status: Int
    package let retryAfter: Duration?
    package let body: Data
}

/// The HTTP client for providers: 1.1 or 2, as they offer. Follows no redirects, because requests carry passwords.
package final class OutgoingHTTP: Sendable {
    /// The longest response that is read, in bytes.
    package static let longestAnswer = 64 * 1024

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// - Parameter addresses: at most one name, in lower case, and its address. The certificate must be valid for the name
    ///   all the same.
    package init(
        connectTimeout: TimeAmount = .seconds(10), timeout: TimeAmount = .seconds(30), addresses: [String: String] = [:]
    ) {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = connectTimeout
        configuration.dnsOverride = addresses
        let names = addresses.keys.filter { IPAddress($0) == nil }.map { CertificateName(name: $0) }
        if let name = names.first {
            precondition(names.count == 1, "a connection does not say for which of several names it is")
            configuration.http1_1ConnectionDebugInitializer = { name.require(on: $0) }
            configuration.http2ConnectionDebugInitializer = { name.require(on: $0) }
        }
        // The queue retries, and its callers want to know the reason.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.timeout = timeout
    }

    deinit {
        // Harmless if done before; without it the client complains on deinit.
        client.shutdown(queue: .global()) { _ in }
    }

    package func shutdown() async { try? await client.shutdown() }

    package func post(
        _ path: String, to service: OutgoingService, headers: HTTPHeaders, body: [UInt8]
    ) async throws(ProviderFailure) -> ProviderAnswer {
        do {
            let request = try HTTPClient.Request(
                url: service.base + path, method: .POST, headers: headers, body: .bytes(body),
                tlsConfiguration: service.tls)
            // The deadline covers head and body: a provider that stalls midway blocks no one.
            let exchange = client.execute(
                request: request, delegate: ResponseAccumulator(request: request, maxBodySize: Self.longestAnswer),
                deadline: .now() + timeout)
            let answer = try await withTaskCancellationHandler {
                try await exchange.get()
            } onCancel: {
                exchange.cancel()
            }
            return ProviderAnswer(
                status: Int(answer.status.code),
                retryAfter: answer.headers.first(name: "retry-after").flatMap {
                    RetryAfter.duration($0, answered: answer.headers.first(name: "date"))
                },
                body: Data((answer.body ?? ByteBuffer()).readableBytesView))
        } catch {
            throw ProviderFailure(failure: Self.meaning(of: error), code: ProviderCode("\(type(of: error))"))
        }
    }

    /// An untrusted certificate is not a temporary fault; all other errors may be.
    private static func meaning(of error: any Error) -> DeliveryFailure {
        switch error {
        case is NIOSSLExtraError, is CertificateName.Mismatch: .misconfigured
        case NIOSSLError.handshakeFailed(let inner) where "\(inner)".contains("CERTIFICATE_VERIFY_FAILED"):
            .misconfigured
        case let error as HTTPClientError where [.invalidURL, .emptyHost, .emptyScheme].contains(error): .misconfigured
        default: .unavailable()
        }
    }
}

/// Another service's validated address and trusted authorities.
package struct OutgoingService: Sendable {
    /// The URL without a trailing `/`.
    package let base: String
    /// nil trusts the system's authorities.
    package let tls: TLSConfiguration?

    /// Requires HTTPS, or HTTP to this machine.
    /// - Throws: `StartFailure`.
    package init(_ address: ServiceAddress, name: String) throws(StartFailure) {
        guard let url = URL(string: address.base), let host = url.host(percentEncoded: false), !host.isEmpty,
            url.scheme == "https" || (url.scheme == "http" && LoopbackHost.contains(host)), url.query() == nil
        else {
            throw .providerUnusable("\(name): \(address.base) is no https:// address.")
        }
        base = address.base.hasSuffix("/") ? String(address.base.dropLast()) : address.base
        tls = try address.authorityFile.map { file throws(StartFailure) in try Self.trust(in: file, name: name) }
    }

    /// - Parameter origin: `https://host[:port]`.
    package init(origin: String, tls: TLSConfiguration?) { (base, self.tls) = (origin, tls) }

    /// The TLS configuration that trusts the authorities in the file instead of the system's.
    /// - Throws: `StartFailure`.
    package static func trust(in file: String, name: String) throws(StartFailure) -> TLSConfiguration {
        do {
            let authorities = try NIOSSLCertificate.fromPEMFile(file)
            guard !authorities.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(authorities)
            return configuration
        } catch {
            throw .providerUnusable("\(name): \(file) holds no certificates in PEM.")
        }
    }
}

/// Loopback addresses: data sent there crosses no network.
package enum LoopbackHost {
    package static func contains(_ host: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        if inet_pton(AF_INET6, host, &six) == 1 {
            return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        return host.lowercased() == "localhost"
    }
}
