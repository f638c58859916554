import ECallAPI
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

    var identity: DeviceIdentity { .init(user: userId, device: deviceId) }

    /// The signature is all that is checked here; the time is checked where it is known.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
