import ECallAPI
import HTTPTypes
import Hummingbird
import ServerFoundation

/// Reads `Authorization: Bearer <token>` (RFC 6750).
///
/// Public endpoints tolerate an empty or foreign token: the stock app sends `Bearer` without a token there.
struct BearerAuthenticator: Authenticator {
    let tokens: TokenService

    func identity(for request: Request, at endpoint: Endpoint) async throws -> DeviceIdentity? {
        let token = BearerToken.token(in: request.headers[.authorization])
        switch endpoint.authorization {
        case .none: return nil
        case .optional: return try await tokens.authenticateIfOurs(token)
        case .required: return try await tokens.authenticate(token, evenSuspended: endpoint.isOpenToSuspended)
        }
    }
}
