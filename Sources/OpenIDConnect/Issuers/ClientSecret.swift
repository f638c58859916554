package import ECallAPI
import Foundation
package import JWTKit
package import ServerFoundation

/// The client authentication at a token endpoint.
package enum ClientSecret: Sendable {
    case fixed(String)
    case apple(AppleClientKey)

    package func text(for clientID: String, at now: Timestamp) async throws -> String {
        switch self {
        case .fixed(let text): text
        case .apple(let key): try await key.secret(for: clientID, at: now)
        }
    }
}

/// Apple's client secret: a JWT that the server signs itself, with ES256 and a lifetime of a few minutes, made for each use.
package struct AppleClientKey: Sendable {
    /// In seconds.
    package static let lifetime = 300

    private let keys: JWTKeyCollection
    private let keyID: String
    private let teamID: String
    private let audience: String

    package struct Claims: JWTPayload {
        package let iss: String
        package let iat: Int64
        package let exp: Int64
        package let aud: String
        package let sub: String

        package func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    /// - Throws: `StartFailure.appleKeyUnusable` if the file contains no P-256 key in PEM.
    package init(file: String, keyID: String, teamID: String, audience: String) async throws(StartFailure) {
        guard let data = FileManager.default.contents(atPath: file), data.count < 16_384,
            let key = try? ES256PrivateKey(pem: String(decoding: data, as: UTF8.self))
        else { throw .appleKeyUnusable(file) }
        keys = await JWTKeyCollection().add(ecdsa: key, kid: JWKIdentifier(string: keyID))
        (self.keyID, self.teamID, self.audience) = (keyID, teamID, audience)
    }

    package func secret(for clientID: String, at now: Timestamp) async throws -> String {
        let seconds = now.milliseconds / 1000
        return try await keys.sign(
            Claims(iss: teamID, iat: seconds, exp: seconds + Int64(Self.lifetime), aud: audience, sub: clientID),
            kid: JWKIdentifier(string: keyID))
    }
}
