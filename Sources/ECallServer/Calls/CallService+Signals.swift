import CallEngine
import ECallAPI
import ServerFoundation
import SignalRouting

extension CallService {
    nonisolated func relayAtOnce(_ request: RelayRequest) -> RelayDecision? {
        guard let decided = routes.decideAtOnce(about: request.signal, from: request.sender) else { return nil }
        if let event = decided.event { Task { await note(event) } }
        return decided.decision
    }

    func relay(_ requests: [RelayRequest]) -> [RelayDecision] { requests.map { relay($0.signal, from: $0.sender) } }

    /// Notifies the call's other participants that the device leaves. Succeeds without effect for unknown and foreign calls too.
    func leave(_ id: CallID, _ request: LeaveCallRequest, by identity: DeviceIdentity) throws {
        guard request.isPermitted else {
            throw APIFailure(.updateParticipantFailed, "join or leave is empty, too long or not text")
        }
        let now = now()
        if let wait = rates.wait(toUpdate: identity, at: now) {
            throw APIFailure(.tooManyRequests, "Too many statements. Wait a while, then try again", retryAfter: wait)
        }
        let decision = activeCalls.leave(id, join: request.join, leave: request.leave, by: identity, now: now)
        guard case .spread(let deliveries) = decision else { return }
        rates.updated(identity, at: now)
        submitChanges()
        signals.give(
            deliveries.map { AddressedSignal(signal: .e2ee($0.message), devices: $0.devices) })
    }

    /// Holds the call while the device is in another one: the others are told that it leaves and that it will return. A call
    /// that the device has on hold and resumes changes in the same step.
    func hold(_ id: CallID, _ request: HoldCallRequest, by identity: DeviceIdentity) async throws {
        let (texts, other) = (request.texts, request.resumedCallId)
        guard texts.isPermitted else {
            throw APIFailure(.updateParticipantFailed, "join or leave is empty, too long or not text")
        }
        // A refused request notifies no one.
        if let refusal = activeCalls.refusalOfHold(id, identity, resuming: other) {
            for unknown in [id, other].compactMap(\.self) where activeCalls.calls[unknown] == nil {
                try await refuseIfForgotten(.refused(refusal), unknown, identity)
            }
            throw refusal.failure(.updateParticipantFailed)
        }
        try leave(id, texts, by: identity)
        let outcome = activeCalls.handle(.hold(id, by: identity, resuming: other), now: now())
        try await finish(outcome, or: .updateParticipantFailed)
    }

    /// Reports refusals by signals only, as `join` and `end` do anyway.
    func perform(_ command: CallCommand, _ call: CallID?, by identity: DeviceIdentity) {
        switch command {
        case .accept:
            guard let call = call ?? activeCalls.call(of: identity.user)?.id else { return }
            guard note(.join(call, by: identity)).refusal == .notFound else { return }
            Task { try? await tellIfForgotten(call, identity) }
        case .reject, .end: note(.end(call.flatMap { $0.isNone ? nil : $0 }, by: identity))
        }
    }
}
