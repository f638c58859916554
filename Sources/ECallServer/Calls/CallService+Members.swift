import CallEngine
import ECallAPI
import ServerFoundation
import SignalRouting

/// Requests of participants.
extension CallService {
    func join(_ id: CallID, by identity: DeviceIdentity) async throws -> CallRecord {
        let outcome = activeCalls.handle(.join(id, by: identity), now: now())
        if outcome.refusal == .notFound, try await tellIfForgotten(id, identity) {
            throw CallRefusal.over.failure(.joinCallFailed)
        }
        try await finish(outcome, or: .joinCallFailed)
        return try record(of: id, for: identity, or: .joinCallFailed)
    }

    /// Asks the participants for a key for this device.
    func requestRejoin(_ id: CallID, by identity: DeviceIdentity) async throws -> CallRecord {
        if let wait = rates.wait(toRejoin: identity.user, at: now()) {
            throw APIFailure(.tooManyRequests, "Too many requests. Wait a while, then try again", retryAfter: wait)
        }
        let outcome = activeCalls.handle(.requestRejoin(id, by: identity), now: now())
        if !outcome.effects.isEmpty { rates.askedToRejoin(identity.user, at: now()) }
        try await refuseIfForgotten(outcome, id, identity)
        try await finish(outcome, or: .rejoinCallFailed)
        return try record(of: id, for: identity, or: .rejoinCallFailed)
    }

    func rejoin(_ id: CallID, by identity: DeviceIdentity) async throws -> CallRecord {
        let outcome = activeCalls.handle(.rejoin(id, by: identity), now: now())
        try await refuseIfForgotten(outcome, id, identity)
        try await finish(outcome, or: .rejoinCallFailed)
        return try record(of: id, for: identity, or: .rejoinCallFailed)
    }

    func end(_ id: CallID?, by identity: DeviceIdentity, saying reason: EndReason? = nil) async throws {
        let named = id.flatMap { $0.isNone ? nil : $0 }
        try await finish(
            activeCalls.handle(.end(named, by: identity, saying: reason), now: now()), or: .startCallFailed)
    }

    func update(
        _ id: CallID, _ request: UpdateParticipantRequest, by identity: DeviceIdentity
    ) async throws -> Participant {
        if let named = request.callId, !named.isNone, named != id {
            throw APIFailure(.updateParticipantFailed, "The path and the body name different calls")
        }
        let now = now()
        if let wait = rates.wait(toUpdate: identity, at: now) {
            throw APIFailure(.tooManyRequests, "Too many changes. Wait a while, then try again", retryAfter: wait)
        }
        let outcome = activeCalls.handle(.update(id, request, by: identity), now: now)
        if !outcome.effects.isEmpty { rates.updated(identity, at: now) }
        try await finish(outcome, or: .updateParticipantFailed)
        guard let call = activeCalls.calls[id], let member = call[request.userId ?? identity.user] else {
            throw CallRefusal.over.failure(.updateParticipantFailed)
        }
        return call.participant(member)
    }

    func askToMute(_ user: UserID, in id: CallID, by identity: DeviceIdentity) async throws {
        let now = now()
        if let wait = rates.wait(toAsk: user, by: identity, at: now) { throw Self.tooOften(wait) }
        let outcome = activeCalls.handle(.askToMute(id, user, by: identity), now: now)
        if !outcome.effects.isEmpty { rates.asked(user, by: identity, at: now) }
        try await refuseIfForgotten(outcome, id, identity)
        try await finish(outcome, or: .updateParticipantFailed)
    }

    func remove(_ user: UserID, from id: CallID, by identity: DeviceIdentity) async throws {
        let now = now()
        if let wait = rates.wait(toUpdate: identity, at: now) { throw Self.tooOften(wait) }
        let outcome = activeCalls.handle(.remove(id, user, by: identity), now: now)
        if !outcome.effects.isEmpty { rates.updated(identity, at: now) }
        try await refuseIfForgotten(outcome, id, identity)
        try await finish(outcome, or: .updateParticipantFailed)
    }

    private static func tooOften(_ wait: Int) -> APIFailure {
        APIFailure(.tooManyRequests, "Too many requests. Wait a while, then try again", retryAfter: wait)
    }

    func participants(of id: CallID, for identity: DeviceIdentity) throws -> [Participant] {
        // The stock client asks before it knows the id (wire-protocol 1.10, 38).
        if id.isNone { return [] }
        if let call = activeCalls.call(id, with: identity.user) { return call.participants(for: identity.user) }
        throw (activeCalls.hasEnded(id, with: identity.user) ? CallRefusal.over : .notFound)
            .failure(.callNotFound)
    }

    /// The user's call, and the calls that the device has on hold or that ring on it. Returns once the history is up to date with it: a client whose
    /// ringing stopped looks there next, to learn whether the call was missed.
    func active(for identity: DeviceIdentity) async -> ActiveCallResponse {
        let calls = activeCalls.calls(of: identity.user)
        let call = calls.first
        let held = calls.dropFirst().first { $0.hasJoined(identity) && $0[identity.user]?.isOnHold == true }
        let answer = ActiveCallResponse(
            active: call != nil, callId: call?.id,
            state: call.map { ($0.answeredAt == nil ? CallStatus.calling : .active).rawValue },
            participants: call?.participants(for: identity.user), heldCallId: held?.id,
            ringing: activeCalls.invitations(ringing: identity),
            ended: activeCalls.ends(sentTo: identity, now: now()).map(SentEnd.init))
        await settled()
        return answer
    }

    /// Ends the client's screen for a call that ended before this server started. Returns whether it is such a call.
    @discardableResult func tellIfForgotten(_ id: CallID, _ identity: DeviceIdentity) async throws -> Bool {
        guard try await records.exists(id, with: identity.user) else { return false }
        await signals.deliver(.callEnded(CallEnd(call: id, reason: nil)), to: identity)
        return true
    }

    /// Throws for a call that ended before this server started.
    func refuseIfForgotten(_ outcome: CallOutcome, _ id: CallID, _ identity: DeviceIdentity) async throws {
        guard outcome.refusal == .notFound, try await records.exists(id, with: identity.user) else { return }
        throw CallRefusal.over.failure(.callNotAvailable)
    }

    private func record(of id: CallID, for identity: DeviceIdentity, or code: ErrorCode) throws -> CallRecord {
        guard let call = activeCalls.call(id, with: identity.user) else { throw CallRefusal.over.failure(code) }
        return call.record(for: identity.user)
    }
}
