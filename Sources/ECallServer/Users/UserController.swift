import ECallAPI

/// `GET /user`.
struct UserController {
    let database: any Database

    func addRoutes(to api: APIRouter) {
        api.on(.user, use: user)
    }

    @Sendable func user(context: AppRequestContext) async throws -> UserResponse {
        let caller = try context.requireIdentity()
        guard let user = try await database.read({ try UserRepository($0).find(caller.user) }) else {
            throw APIFailure(.userNotFound, "This account no longer exists")
        }
        return UserResponse(user: user.info(for: caller.device))
    }
}

extension User {
    /// The account as its owner sees it on `device`. No text is ever null (wire-protocol 1.9).
    func info(for device: DeviceID) -> UserInfo {
        UserInfo(
            id: id, deviceId: device, displayName: displayName, email: email ?? "", phoneNumber: phoneNumber ?? "",
            deletedAt: deletedAt)
    }
}
