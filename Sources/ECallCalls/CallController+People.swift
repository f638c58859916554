public import ECallAPI
import ECallCore

extension CallController {
    public nonisolated var participants: AsyncStream<[CallParticipant]> { people.follow() }

    public func people(of call: CallID) async -> [CallParticipant] {
        let answer: ParticipantsResponse? = try? await environment.api.send(.participants, id: call.rawValue)
        let kept = Dictionary(environment.people.read().names.map { ($0.user, $0.name) }) { first, _ in first }
        var members = CallMembers(own: environment.ownAddress, kept: kept)
        _ = members.listed(answer?.participants ?? [], isFirst: true)
        return members.shown(CallMembers.Own())
    }

    public func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] {
        guard let session else { throw .noCall }
        let present = people.value.count { $0.status.isIn || $0.status == .ringing }
        try checkCapacity(people: max(present, 1) + users.count, session.options)
        let byLink = admission.comingByLink(users, into: lifecycle.currentCall)
        let others = users.filter { !byLink.contains($0) }
        var ringing: [UserID] = []
        if !others.isEmpty { ringing += try await session.invite(others, isByLink: false) }
        if !byLink.isEmpty { ringing += try await session.invite(byLink, isByLink: true) }
        return ringing
    }

    public func askToMute(_ user: UserID) async throws(CallFailure) { try await ask(.askToMute, about: user) }

    public func remove(_ user: UserID) async throws(CallFailure) { try await ask(.removeParticipant, about: user) }

    private func ask(_ endpoint: Endpoint, about user: UserID) async throws(CallFailure) {
        guard session != nil, let call = lifecycle.currentCall else { throw .noCall }
        let body = ParticipantRequest(userId: user)
        _ = try await environment.api.ask(
            endpoint, id: call.rawValue, body: body, as: EndCallResponse.self,
            but: [.updateParticipantFailed: .notInCall])
    }

    public func carryOut(_ wish: CallWish) async throws(CallFailure) {
        guard let session else { throw .noCall }
        try await session.carryOut(wish)
    }

    func checkCapacity(people count: Int, _ options: CallOptions) throws(CallFailure) {
        guard let capacity = environment.capacity() else { return }
        if let failure = CallNeed(people: count, slots: options.slots).failure(on: capacity) { throw failure }
    }

    /// Checks the capacity for a call that is already running. The participants are fetched only if the largest call would not fit.
    func checkCapacity(for call: CallID, _ options: CallOptions) async throws(CallFailure) {
        guard let capacity = environment.capacity(),
            CallNeed(people: CallNeed.mostPeople, slots: options.slots).failure(on: capacity) != nil
        else { return }
        let answer: ParticipantsResponse? = try? await environment.api.send(.participants, id: call.rawValue)
        let present = answer?.participants.count {
            [.inviting, .accepted, .connected, .reconnecting].contains($0.status)
        }
        try checkCapacity(people: max(present ?? 0, 2), options)
    }
}
