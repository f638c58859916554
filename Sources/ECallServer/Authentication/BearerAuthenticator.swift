import ECallAPI
import HTTPTypes
import Hummingbird

/// Reads `Authorization: Bearer <token>` (RFC 6750).
///
/// Public endpoints tolerate an empty token and what is none: the stock app sends `Bearer` with nothing behind it there.
struct BearerAuthenticator: Authenticator {
    let tokens: TokenService

    func identity(for request: Request, _ authorization: Endpoint.Authorization) async throws -> DeviceIdentity? {
        let token = Self.token(in: request.headers[.authorization])
        switch authorization {
        case .none: return nil
        case .optional: return try await tokens.authenticateIfOurs(token)
        case .required: return try await tokens.authenticate(token)
        }
    }

    /// The token of the header's value; nil where there is none.
    static func token(in header: String?) -> String? {
        guard let parts = header?.split(separator: " "), parts.count == 2, parts[0].lowercased() == "bearer" else {
            return nil
        }
        return String(parts[1])
    }
}
