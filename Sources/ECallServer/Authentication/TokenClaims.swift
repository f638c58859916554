import ECallAPI
import Foundation
import JWTKit

/// The claims of the server's tokens (requirement 001): account, device, kind and expiry.
struct TokenClaims: JWTPayload, Equatable {
    enum Kind: String, Codable { case access, refresh }

    let userId: UserID
    let deviceId: DeviceID
    let type: Kind
    /// Unix seconds.
    let exp: Int64
    /// Makes each token different.
    let jti: String
    /// The sign-in from which the token descends.
    let family: String
    /// Unix seconds; in refresh tokens only, and not in those of earlier versions.
    var iat: Int64?
    /// The number of refreshes that led to the token; in refresh tokens only, as `iat`. After a backup was restored only
    /// this shows that a token is newer than the database.
    var generation: Int64?

    var identity: DeviceIdentity { .init(user: userId, device: deviceId) }

    /// The device that the token claims to belong to (RFC 7519 section 3); neither its signature nor its expiry is checked.
    static func owner(statedIn token: String) -> DeviceIdentity? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: payload).identity
    }

    var stamp: ShownToken.Stamp? {
        guard let iat, let generation else { return nil }
        return .init(generation: generation, issuedAt: Timestamp(milliseconds: iat * 1000))
    }

    /// Only the signature is checked here; the caller checks the expiry.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
