import ECallAPI
import ServerFoundation

/// `/user/login-methods` (wire-protocol 9.3, requirement 000). Each answer is the list as it is then.
struct LoginMethodController {
    let database: any Database
    let proofs: AddressProofService
    let announcements: AccountAnnouncements
    let clock: WallClock
    let limits: Limits

    func addRoutes(to api: APIRouter) {
        api.on(.loginMethods, use: list)
        api.on(.addLoginMethod, use: add)
        api.on(.primaryLoginMethod, use: makePrimary)
        api.on(.removeLoginMethod, use: remove)
    }

    @Sendable func list(context: AppRequestContext) async throws -> LoginMethodsResponse {
        let caller = try context.requireIdentity()
        return LoginMethodsResponse(
            loginMethods: try await database.read { try LoginMethodRepository($0).methods(of: caller.user) }
                .map { method in
                    LoginMethodInfo(
                        id: method.id, type: method.key.type, value: method.label, isPrimary: method.isPrimary,
                        verifiedAt: method.verifiedAt)
                })
    }

    /// Adding what the account has already changes nothing: the app repeats requests.
    @Sendable func add(body: AddLoginMethodRequest, context: AppRequestContext) async throws -> LoginMethodsResponse {
        let (caller, now) = (try context.requireIdentity(), clock.now())
        let identifier = try LoginIdentifier.read(email: body.email, phoneNumber: body.phoneNumber, or: .loginFailed)
        let isKnown = try await database.read { sql in
            try LoginMethodRepository(sql).find(LoginMethodKey(identifier))?.user == caller.user
        }
        guard !isKnown else { return try await list(context: context) }
        if let code = body.code, !code.isEmpty {
            try await proofs.verify(code, for: identifier, caller: caller, address: context.clientAddress)
        }
        try await database.write { [proofs, limits] sql in
            guard try LoginMethodRepository(sql).methods(of: caller.user).count < limits.loginMethods else {
                throw APIFailure(.updateUserFailed, "An account has at most \(limits.loginMethods) login methods")
            }
            try AddressProofService.requireFree(identifier, for: caller.user, in: sql)
            try proofs.consume(identifier, caller, in: sql)
            try AccountChanges(sql).add(identifier, to: caller.user, at: now)
        }
        await announcements.announceProfile(of: caller.user, by: caller.device)
        return try await list(context: context)
    }

    @Sendable func makePrimary(
        body: PrimaryLoginMethodRequest, context: AppRequestContext
    ) async throws -> LoginMethodsResponse {
        let caller = try context.requireIdentity()
        try await database.write { sql in
            let methods = LoginMethodRepository(sql)
            guard try methods.methods(of: caller.user).contains(where: { $0.id == body.id }) else {
                throw APIFailure(.updateUserFailed, "Your account has no such login method")
            }
            try methods.makePrimary(body.id, of: caller.user)
        }
        await announcements.announceProfile(of: caller.user, by: caller.device)
        return try await list(context: context)
    }

    /// Never the last one. Removing what is not there succeeds.
    @Sendable func remove(context: AppRequestContext) async throws -> LoginMethodsResponse {
        let (caller, id) = (try context.requireIdentity(), try context.pathID(LoginMethodKind.self))
        let isRemoved = try await database.write { sql in
            let methods = LoginMethodRepository(sql)
            let all = try methods.methods(of: caller.user)
            guard all.contains(where: { $0.id == id }) else { return false }
            guard all.count > 1 else {
                throw APIFailure(.updateUserFailed, "This is the only way into your account; add another one first")
            }
            try methods.remove(id, of: caller.user)
            return true
        }
        if isRemoved { await announcements.announceProfile(of: caller.user, by: caller.device) }
        return try await list(context: context)
    }
}
