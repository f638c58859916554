import Crypto
import HTTPTypes
package import Hummingbird
import Logging
import Synchronization

/// Determines the client's address and the number of the request in logs: `X-Request-Id` in every response.
package struct RequestIdentityMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    package let proxies: TrustedProxies
    private let numbers = RequestNumbers()

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let peer = context.clientAddress
        let header: HTTPField.Name = proxies.header == .forwarded ? .forwarded : .xForwardedFor
        context.clientAddress = proxies.client(peer: peer, values: request.headers[values: header])
        // A proxy's own number links its logs and ours; a client's would let it write into our logs.
        let given = proxies.isTrusted(peer) ? request.headers[.requestID] : nil
        let id = given.flatMap { RequestID.isSane($0) ? $0 : nil } ?? numbers.next()
        context.logger[metadataKey: LineLogHandler.requestKey] = "\(id)"
        var response = try await next(request, context)
        response.headers[.requestID] = id
        return response
    }

    package init(proxies: TrustedProxies) {
        self.proxies = proxies
    }
}

/// Generates request numbers from a secret of this process and a counter (HMAC-SHA-256, RFC 2104): requests need no random
/// bytes of the system, and a number reveals neither the count nor the next one.
final class RequestNumbers: Sendable {
    /// Already initialized with the key, which is half of the work.
    private let keyed = HMAC<SHA256>(key: SymmetricKey(size: .bits256))
    private let count = Atomic<UInt64>(0)

    /// Returns 32 hexadecimal digits.
    func next() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        var code = keyed
        withUnsafeBytes(of: number) { code.update(data: $0) }
        return HexDigest.hex(code.finalize().prefix(16))
    }
}

package enum RequestID {
    package static func isSane(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}

extension HTTPField.Name {
    fileprivate static let requestID = known("X-Request-Id")
    fileprivate static let xForwardedFor = known("X-Forwarded-For")
    fileprivate static let forwarded = known("Forwarded")

    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .via }
}
