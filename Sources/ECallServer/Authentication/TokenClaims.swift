import ECallAPI
import Foundation
import JWTKit

/// What our tokens say (requirement 001): whose, for which device, of which kind, until when.
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
    /// Unix seconds; in refresh tokens. Those of earlier versions do not have it.
    var iat: Int64?
    /// How many refreshes made it; in refresh tokens, as `iat`. After a backup was restored only this shows that a
    /// token is newer than what the database knows.
    var generation: Int64?

    var identity: DeviceIdentity { .init(user: userId, device: deviceId) }

    /// Whose token it says to be (RFC 7519 section 3); neither its signature nor its time is looked at.
    static func owner(statedIn token: String) -> DeviceIdentity? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: payload).identity
    }

    var stamp: ShownToken.Stamp? {
        guard let iat, let generation else { return nil }
        return .init(generation: generation, issuedAt: Timestamp(milliseconds: iat * 1000))
    }

    /// The signature is all that is checked here; the time is checked where it is known.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
