import ECallAPI
import Hummingbird
import Logging
import OpenIDConnect
import ServerFoundation

/// `/user/login-methods` (wire-protocol 9.3, requirement 000). Each response is the current list.
struct LoginMethodController {
    let database: any Database
    let proofs: AddressProofService
    let external: ExternalMethods
    let origin: PublicOrigin
    let announcements: AccountAnnouncements
    let fresh: FreshProofs
    let removals: LoginMethodRemovals
    let clock: WallClock
    let limits: Limits

    func addRoutes(to api: APIRouter) {
        api.on(.loginMethods, use: list)
        api.on(.addLoginMethod, use: add)
        api.on(.leaveForLoginMethod, respond: leave)
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

    /// Adding a login method that the account already has changes nothing, because the app retries.
    @Sendable func add(body: AddLoginMethodRequest, context: AppRequestContext) async throws -> LoginMethodsResponse {
        let (shown, now) = (try fresh.shown(context), clock.now())
        let caller = shown.caller
        if let proof = try body.proof() {
            // Checked before Google's or Apple's proof is used up.
            try await database.write { [fresh] sql in
                _ = try fresh.require(.addLoginMethod, shown, in: sql, at: now)
            }
            let isNew = try await refusing(proof.type, context) {
                try await external.add(proof, to: caller, address: context.clientAddress)
            }
            if isNew { await announcements.announceProfile(of: caller.user, by: caller.device) }
            return try await list(context: context)
        }
        let identifier = try LoginIdentifier.read(email: body.email, phoneNumber: body.phoneNumber, or: .loginFailed)
        let isKnown = try await database.read { sql in
            try LoginMethodRepository(sql).find(LoginMethodKey(identifier))?.user == caller.user
        }
        guard !isKnown else { return try await list(context: context) }
        if let code = body.code, !code.isEmpty {
            try await proofs.verify(code, for: identifier, caller: caller, address: context.clientAddress)
        }
        try await database.write { [proofs, limits, fresh] sql in
            guard try LoginMethodRepository(sql).methods(of: caller.user).count < limits.loginMethods else {
                throw APIFailure(.updateUserFailed, "An account has at most \(limits.loginMethods) login methods")
            }
            try AddressProofService.requireFree(identifier, for: caller.user, in: sql, at: now)
            try proofs.consume(identifier, caller, in: sql)
            _ = try fresh.require(.addLoginMethod, shown, in: sql, at: now)
            try AccountChanges(sql).add(identifier, to: caller.user, at: now)
        }
        await announcements.announceProfile(of: caller.user, by: caller.device)
        return try await list(context: context)
    }

    /// Only the requesting browser gets the cookie: a redirect begun elsewhere leads nowhere in it.
    @Sendable func leave(request: Request, context: AppRequestContext) async throws -> Response {
        let caller = try context.requireIdentity()
        let body = try await request.jsonBody(LoginMethodDepartureRequest.self, limit: context.maxUploadSize)
        let origin = PageOrigin(origin.origin(for: request))
        let departure = try await refusing(body.issuer, context) {
            try await external.leave(body, as: caller, origin: origin, address: context.clientAddress)
        }
        var response = try Response.json(LoginMethodDepartureResponse(url: departure.url))
        if let origin { response.headers[.setCookie] = FlowCookie.set(departure.browser, origin) }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Maps failures of Google and Apple to answers; the reason is logged in one word.
    private func refusing<Value>(
        _ type: LoginMethodType, _ context: AppRequestContext, _ body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch let failure as ExternalFailure {
            context.logger.notice(
                "login method refused", metadata: ["issuer": "\(type.rawValue)", "reason": "\(failure.reason)"])
            throw failure.failure(of: type)
        }
    }

    @Sendable func makePrimary(
        body: PrimaryLoginMethodRequest, context: AppRequestContext
    ) async throws -> LoginMethodsResponse {
        let (shown, now) = (try fresh.shown(context), clock.now())
        let caller = shown.caller
        let isChanged = try await database.write { [fresh] sql in
            let methods = LoginMethodRepository(sql)
            guard let method = try methods.methods(of: caller.user).first(where: { $0.id == body.id }) else {
                throw APIFailure(.updateUserFailed, "Your account has no such login method")
            }
            guard !method.isPrimary else { return false }
            _ = try fresh.require(.makePrimary(body.id), shown, in: sql, at: now)
            try methods.makePrimary(body.id, of: caller.user)
            return true
        }
        if isChanged { await announcements.announceProfile(of: caller.user, by: caller.device) }
        return try await list(context: context)
    }

    /// Removes any but the last one. Idempotent.
    @Sendable func remove(context: AppRequestContext) async throws -> LoginMethodsResponse {
        let (shown, id, now) = (try fresh.shown(context), try context.pathID(LoginMethodKind.self), clock.now())
        let caller = shown.caller
        let (isRemoved, notice) = try await database.write { [fresh, removals] sql in
            let methods = LoginMethodRepository(sql)
            let all = try methods.methods(of: caller.user)
            guard let method = all.first(where: { $0.id == id }) else {
                return (false, LoginMethodRemovals.Notice?.none)
            }
            guard all.count > 1 else {
                throw APIFailure(
                    .updateUserFailed, "This is the only way to sign in to your account. Add another one first")
            }
            let proof = try fresh.require(.removeLoginMethod(id), shown, in: sql, at: now)
            try removals.requireShare(of: caller.user, at: now)
            try methods.remove(id, of: caller.user)
            return (true, try removals.removed(method, by: proof, on: caller, in: sql, at: now))
        }
        await removals.send(notice, accepting: context.language)
        if isRemoved { await announcements.announceProfile(of: caller.user, by: caller.device) }
        return try await list(context: context)
    }
}
