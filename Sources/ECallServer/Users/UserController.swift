import ECallAPI
import ServerFoundation

/// `GET`, `PATCH` and `DELETE /user`, `POST /user/cancel-delete` (wire-protocol 1.9).
struct UserController {
    let database: any Database
    let proofs: AddressProofService
    let announcements: AccountAnnouncements
    let fresh: FreshProofs
    let removals: LoginMethodRemovals
    let clock: WallClock
    let limits: Limits
    private let names: NameChanges

    init(
        database: any Database, proofs: AddressProofService, announcements: AccountAnnouncements, fresh: FreshProofs,
        removals: LoginMethodRemovals, clock: WallClock, limits: Limits
    ) {
        (self.database, self.proofs, self.announcements) = (database, proofs, announcements)
        (self.fresh, self.removals) = (fresh, removals)
        (self.clock, self.limits) = (clock, limits)
        names = NameChanges(limits)
    }

    func addRoutes(to api: APIRouter) {
        api.on(.user, use: user)
        api.on(.updateUser, use: update)
        api.on(.deleteUser, use: delete)
        api.on(.cancelDelete, use: cancelDelete)
    }

    @Sendable func user(context: AppRequestContext) async throws -> UserResponse {
        let caller = try context.requireIdentity()
        return try await answer(for: caller)
    }

    /// Applies the whole update or nothing. Absent or empty members stay.
    @Sendable func update(body: UpdateUserRequest, context: AppRequestContext) async throws -> UserResponse {
        let (shown, now) = (try fresh.shown(context), clock.now())
        let caller = shown.caller
        let name = try displayName(body.displayName)
        let email = try identifier(email: body.email)
        let phone = try identifier(phoneNumber: body.phoneNumber)
        let tokens = try DeviceDetails(DevicePayload(voipToken: body.voipToken, apnsToken: body.apnsToken))
        let address = context.clientAddress
        let (isChanged, isRenamed, notices) = try await database.write { [proofs, names, fresh, removals] sql in
            let users = UserRepository(sql)
            guard let user = try users.find(caller.user) else { throw Self.gone }
            if !tokens.voipToken.isEmpty || !tokens.apnsToken.isEmpty {
                try DeviceRepository(sql).update(caller, tokens, ip: address, at: now)
            }
            let isRenamed = name.map { $0.text != user.displayName } ?? false
            if let name, isRenamed {
                try names.require(user.id, at: now)
                try users.rename(user.id, to: name)
            }
            var isChanged = isRenamed
            var notices: [LoginMethodRemovals.Notice] = []
            let new = [email, phone].compactMap(\.self).filter { !user.shows($0) }
            // Missing proofs of the address are reported first.
            for identifier in new {
                try AddressProofService.requireFree(identifier, for: user.id, in: sql, at: now)
                try proofs.consume(identifier, caller, in: sql)
            }
            let proof = new.isEmpty ? nil : try fresh.require(.replaceAddress, shown, in: sql, at: now)
            for identifier in new {
                try removals.requireShare(of: user.id, at: now)
                let old = try AccountChanges(sql).replace(with: identifier, of: user.id, at: now)
                if let old, let proof, let notice = try removals.removed(old, by: proof, on: caller, in: sql, at: now) {
                    notices.append(notice)
                }
                isChanged = true
            }
            // Counted here, where no other request of the same person runs between check and count.
            if isRenamed { names.count(user.id, at: now) }
            return (isChanged, isRenamed, notices)
        }
        for notice in notices { await removals.send(notice, accepting: context.language) }
        if isChanged {
            await announcements.announceProfile(of: caller.user, by: caller.device, isNewName: isRenamed)
        }
        return try await answer(for: caller)
    }

    /// Schedules the deletion; the returned time is in the future. Idempotent.
    @Sendable func delete(context: AppRequestContext) async throws -> DeleteUserResponse {
        let (shown, now) = (try fresh.shown(context), clock.now())
        let caller = shown.caller
        let end = now.advanced(bySeconds: limits.deletionGrace)
        let moment = try await database.write { [fresh] sql in
            if let moment = try UserRepository(sql).find(caller.user)?.deletedAt { return Timestamp?.some(moment) }
            _ = try fresh.require(.deleteAccount, shown, in: sql, at: now)
            return try AccountChanges(sql).scheduleDeletion(of: caller.user, at: end)
        }
        guard let moment else { throw Self.gone }
        await announcements.announceProfile(of: caller.user, by: caller.device)
        return DeleteUserResponse(deletedAt: moment)
    }

    @Sendable func cancelDelete(context: AppRequestContext) async throws -> EmptyResponse {
        let caller = try context.requireIdentity()
        guard try await database.write({ try AccountChanges($0).cancelDeletion(of: caller.user) }) else {
            throw Self.gone
        }
        await announcements.announceProfile(of: caller.user, by: caller.device)
        return EmptyResponse()
    }

    private static let gone = APIFailure(.userNotFound, "This account no longer exists")

    private func answer(for caller: DeviceIdentity) async throws -> UserResponse {
        let user = try await database.lookUp { try UserRepository($0).find(caller.user) }
        guard let user else { throw Self.gone }
        return UserResponse(user: user.info(for: caller.device))
    }

    private func displayName(_ text: String?) throws -> DisplayName? {
        guard let text, !text.isEmpty else { return nil }
        do throws(DisplayName.Unfit) {
            return try DisplayName.read(text)
        } catch {
            throw APIFailure(.updateUserFailed, error.advice)
        }
    }

    private func identifier(email: String? = nil, phoneNumber: String? = nil) throws -> LoginIdentifier? {
        guard let text = email ?? phoneNumber, !text.isEmpty else { return nil }
        return try LoginIdentifier.read(email: email, phoneNumber: phoneNumber, or: .updateUserFailed)
    }
}

extension User {
    /// The account as its owner sees it on `device`. No member is ever null (wire-protocol 1.9).
    func info(for device: DeviceID) -> UserInfo {
        UserInfo(
            id: id, deviceId: device, displayName: displayName, email: email ?? "", phoneNumber: phoneNumber ?? "",
            deletedAt: deletedAt)
    }

    /// Whether the profile shows this address or number.
    func shows(_ identifier: LoginIdentifier) -> Bool {
        switch identifier {
        case .email(let address): email == address
        case .phone(let number): phoneNumber == number
        }
    }
}
