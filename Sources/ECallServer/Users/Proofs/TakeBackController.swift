import ECallAPI
import ServerFoundation

/// `POST /user/login-methods/take-back` (wire-protocol 9.8).
struct TakeBackController {
    let removals: LoginMethodRemovals

    func addRoutes(to api: APIRouter) { api.on(.takeBackLoginMethod, use: takeBack) }

    @Sendable func takeBack(body: TakeBackRequest, context: AppRequestContext) async throws -> StatusResponse {
        try await removals.takeBack(body.token, from: context.clientAddress)
        return StatusResponse()
    }
}
