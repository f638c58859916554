import CallEngine
import ECallAPI
import ServerFoundation

/// Starting calls, and ringing more people into them.
extension CallService {
    func start(_ request: StartCallRequest, by caller: DeviceIdentity) async throws -> StartCallResponse {
        let begun = now()
        try StartCallCheck.check(request, by: caller, limit: activeCalls.limits.participants)
        let callees = try await callees(of: request, caller: caller)
        let name = try await directory.displayName(of: caller.user) ?? ""
        // No suspension point from here until the call state machine has decided.
        let isRepeated = activeCalls.call(in: request.roomId)?.host == caller
        if !isRepeated { try allowRinging(callees, by: caller.user) }
        guard isRepeated || rooms.claim(request.roomId, by: caller) else {
            throw APIFailure(.startCallFailed, "There is no such room")
        }
        let start = CallStart(
            id: makeID(), caller: caller, callerName: name, room: request.roomId, isVideo: request.isVideo,
            videoCodec: request.agreedCodec, e2ee: request.e2ee, callees: callees)
        let outcome = activeCalls.handle(.start(start), now: now())
        if !isRepeated {
            if outcome.refusal == nil {
                countRings(in: outcome.call, by: caller.user)
            } else {
                rooms.unclaim(request.roomId)
            }
        }
        do {
            try await finish(outcome, or: .startCallFailed)
        } catch {
            // Not stored: no one was rung, and no one must appear to be.
            if outcome.refusal == nil { try? await end(outcome.call, by: caller) }
            throw error
        }
        if !isRepeated { measureRing(since: begun) }
        guard let call = outcome.call.flatMap({ activeCalls.calls[$0] }) else {
            throw APIFailure(.startCallFailed, "The call has already ended")
        }
        let names = Dictionary(callees.map { ($0.user, $0.name) }) { first, _ in first }
        return StartCallResponse(
            callRecord: call.record(for: caller.user),
            offlineCallees: call.offline.map { OfflineCallee(id: $0, displayName: names[$0]) })
    }

    /// Rings more people; returns those who ring now.
    func invite(
        _ request: StartCallRequest, to id: CallID, by inviter: DeviceIdentity
    ) async throws -> InviteResponse {
        try StartCallCheck.check(request, by: inviter, limit: activeCalls.limits.participants, or: .inviteUserFailed)
        let callees = try await callees(of: request, caller: inviter)
        let name = try await directory.displayName(of: inviter.user) ?? ""
        let invite = CallInvite(
            inviter: inviter, inviterName: name, videoCodec: request.agreedCodec, e2ee: request.e2ee,
            callees: callees)
        let others = callees.filter { activeCalls.calls[id]?[$0.user]?.hasSeat != true }
        try allowRinging(others, by: inviter.user)
        let before = ringing(in: id)
        let outcome = activeCalls.handle(.invite(id, invite), now: now())
        countRings(in: id, by: inviter.user, but: before)
        try await refuseIfForgotten(outcome, id, inviter)
        try await finish(outcome, or: .inviteUserFailed)
        return InviteResponse(invitedUsers: outcome.invited)
    }

    /// Asks the maker of a link to the call for an invitation. A user who is not the maker's contact learns nothing:
    /// neither whether the call exists nor who is in it.
    func requestInvitation(
        into id: CallID, _ request: RequestInvitationRequest, by identity: DeviceIdentity
    ) async throws {
        guard ShareLink.isToken(request.token) else { throw APIFailure(.badRequest, "The member token is malformed") }
        let (maker, user) = (request.userId, identity.user)
        if let wait = rates.wait(toRequestInvitationOf: maker, by: user, at: now()) {
            throw APIFailure(.tooManyRequests, "Too many requests. Wait a while, then try again", retryAfter: wait)
        }
        rates.requestedInvitation(of: maker, by: user, at: now())
        let isContact = try await directory.friendNames(of: user, among: [maker])[maker] != nil
        let isBlocker = try await directory.blockers(of: user, among: [maker]).contains(maker)
        let isBlocked = try await directory.blocked(by: user, among: [maker]).contains(maker)
        guard isContact, !isBlocker, !isBlocked else { throw CallRefusal.notFound.failure(.callNotFound) }
        let asked = CallEngineEvent.requestInvitation(id, of: maker, by: user, token: request.token)
        let outcome = activeCalls.handle(asked, now: now())
        if outcome.refusal == .alreadyInCall {
            throw APIFailure(.userAlreadyInCall, "You are already in this call")
        }
        try await finish(outcome, or: .callNotFound)
    }

    /// Throws before anything happens if this would ring too often.
    private func allowRinging(_ callees: [CallStart.Callee], by caller: UserID) throws {
        let ringable = callees.filter { $0.isAvailable && !$0.keys.isEmpty }.map(\.user)
        guard let wait = rates.wait(toRing: ringable, by: caller, at: now()) else { return }
        throw APIFailure(
            .tooManyRequests, "You have made too many calls. Wait a while, then try again", retryAfter: wait)
    }

    private func countRings(in call: CallID?, by caller: UserID, but before: Set<UserID> = []) {
        guard let call else { return }
        let shielded = activeCalls.calls[call]?.ringing.filter(\.isShielded).map(\.user) ?? []
        rates.rang(Array(ringing(in: call).subtracting(before)), shielded: Set(shielded), by: caller, at: now())
    }

    private func ringing(in call: CallID) -> Set<UserID> {
        Set(activeCalls.calls[call]?.ringing.map(\.user) ?? [])
    }

    /// The directory's data about the callees, each once.
    private func callees(of request: StartCallRequest, caller: DeviceIdentity) async throws -> [CallStart.Callee] {
        var seen: Set<UserID> = []
        let wanted = request.calleeIds.filter { seen.insert($0).inserted }
        let devices = Dictionary(grouping: try await directory.devices(of: wanted), by: \.user)
        let blockers = try await directory.blockers(of: caller.user, among: wanted)
        let blocked = try await directory.blocked(by: caller.user, among: wanted)
        let names = try await directory.friendNames(of: caller.user, among: wanted)
        return wanted.map { user in
            // A callee whom the caller has blocked is not rung either: calling someone means wanting to be heard by them.
            let areFriends = names[user] != nil && !blocked.contains(user)
            let usable = (devices[user] ?? []).filter { !$0.publicKey.isEmpty }
            var keys: [DeviceID: String] = [:]
            for device in usable {
                let key = request.encryptedAESKeys[DeviceKey(user: user, device: device.device).description]
                if let key, !key.isEmpty { keys[device.device] = key }
            }
            // A stranger looks like an unreachable user, so that the answer does not reveal who exists.
            return CallStart.Callee(
                user: user, name: areFriends ? names[user] ?? "" : "", isAvailable: areFriends && !usable.isEmpty,
                keys: areFriends ? keys : [:], isShielded: blockers.contains(user))
        }
    }
}

extension StartCallRequest {
    /// The negotiable codec; any other value counts as absent.
    fileprivate var agreedCodec: String? {
        videoCodec.flatMap { StartCallCheck.videoCodecs.contains($0) ? $0 : nil }
    }
}
