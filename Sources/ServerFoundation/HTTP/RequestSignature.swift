import Crypto
package import ECallAPI
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// The signature by which an app identifies itself (wire-protocol 1.2). Its secret ships in the app, so it proves little (W2).
package enum RequestSignature {
    /// The tolerance of a request's time, in seconds.
    package static let largestSkew: Int64 = 300

    /// The text to sign: `path` without query, percent-decoded, without a trailing slash; `body` is "" if it is not text.
    package static func message(id: String, method: String, path: String, body: String, time: String) -> String {
        id + method + path + body + time
    }

    /// Signs the message, in lower-case hex.
    package static func sign(_ message: String, secret: String) -> String {
        HexDigest.hmac(message, key: SymmetricKey(data: Data(secret.utf8)))
    }

    /// The path as the app signs it.
    package static func signedPath(_ path: String) -> String {
        var decoded = path.removingPercentEncoding ?? path
        while decoded.count > 1, decoded.hasSuffix("/") { decoded.removeLast() }
        return decoded.isEmpty ? "/" : decoded
    }

    /// Whether the time is in decimal seconds and within the tolerance. Replays within it are harmless: requests are idempotent.
    package static func isTimely(_ time: String, at now: Timestamp) -> Bool {
        guard time.utf8.count <= 12, time.allSatisfy(\.isNumber), let seconds = Int64(time) else { return false }
        return abs(seconds - now.milliseconds / 1000) <= largestSkew
    }
}

/// Refuses requests to the API without a valid signature: 403 `ErrInvalidSignature`, never 401.
package struct RequestSignatureMiddleware: RouterMiddleware, Confidential {
    package typealias Context = AppRequestContext

    /// Secrets by id.
    package let secrets: [String: String]
    /// Whether requests without a signature are refused too.
    package let isRequired: Bool
    package let clock: WallClock

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard !Endpoint.methods(at: request.uri.path).isEmpty else { return try await next(request, context) }
        guard let id = request.headers.value("x-api-id"), !id.isEmpty else {
            guard isRequired else { return try await next(request, context) }
            throw Self.refused
        }
        guard let secret = secrets[id], let time = request.headers.value("x-nonce"),
            let signature = request.headers.value("x-signature"),
            RequestSignature.isTimely(time, at: clock.now())
        else { throw Self.refused }
        var request = request
        let body = try await request.collectBody(upTo: context.maxUploadSize)
        let message = RequestSignature.message(
            id: id, method: request.method.rawValue, path: RequestSignature.signedPath(request.uri.path),
            body: String(validating: body.readableBytesView, as: UTF8.self) ?? "", time: time)
        guard HexDigest.areEqual(RequestSignature.sign(message, secret: secret), signature) else { throw Self.refused }
        return try await next(request, context)
    }

    private static let refused = APIFailure(
        .invalidSignature, "This app is not known here, or its clock is off by more than five minutes")

    package init(secrets: [String: String], isRequired: Bool, clock: WallClock) {
        self.secrets = secrets
        self.isRequired = isRequired
        self.clock = clock
    }
}

extension HTTPFields {
    /// The first value of a field; `name` in lower case.
    fileprivate func value(_ name: String) -> String? { first { $0.name.canonicalName == name }?.value }
}
