import HTTPTypes
package import Hummingbird
import Logging

/// Who asks, and the number under which logs speak of the request: `X-Request-Id` in every answer.
package struct RequestIdentityMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    package let proxies: TrustedProxies

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let peer = context.clientAddress
        let header: HTTPField.Name = proxies.header == .forwarded ? .forwarded : .xForwardedFor
        context.clientAddress = proxies.client(peer: peer, values: request.headers[values: header])
        // A proxy's own number makes its logs and ours meet; a client's would let it write into our logs.
        let given = proxies.isTrusted(peer) ? request.headers[.requestID] : nil
        let id = given.flatMap { RequestID.isSane($0) ? $0 : nil } ?? RequestID.random()
        context.logger[metadataKey: LineLogHandler.requestKey] = "\(id)"
        var response = try await next(request, context)
        response.headers[.requestID] = id
        return response
    }

    package init(proxies: TrustedProxies) {
        self.proxies = proxies
    }
}

/// The number of a request.
package enum RequestID {
    package static func random() -> String { HexDigest.hex((0..<16).map { _ in UInt8.random(in: .min ... .max) }) }

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
