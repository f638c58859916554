import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport

@testable import ECallCalls

/// Calls that do as a test specifies: a double for the agent's tests.
final class ScriptedCalls: CallControlling {
    enum Step: Sendable, Equatable {
        case call([UserID], CallOptions)
        case answer(CallOptions)
        case resume(RunningCall, CallOptions)
        case decline(CallReply?), hangUp
        case invite([UserID])
        case carryOut(CallWish), askToMute(UserID), remove(UserID)
    }

    var events: AsyncStream<CallEvent> { hub.follow() }
    private let hub = EventHub<CallEvent>(keepsForFirst: true)
    let people = CurrentValue<[CallParticipant]>([])
    var participants: AsyncStream<[CallParticipant]> { people.follow() }
    private let state = Mutex(
        (steps: [Step](), running: CallID?.none, incoming: IncomingCall?.none, isOver: false))

    /// Shut, it keeps returns waiting.
    let resuming = Gate()
    /// The failure that a check finds.
    let refusal = Mutex<CallFailure?>(nil)

    var steps: [Step] { state.withLock { $0.steps } }

    /// The server knows of no call to come back to.
    func endsBefore() { state.withLock { $0.isOver = true } }

    /// Reports an event that happens by itself.
    func report(_ event: CallEvent) {
        switch event {
        case .incoming(let call): state.withLock { $0.incoming = call }
        case .ended: state.withLock { $0.running = nil }
        default: break
        }
        hub.send(event)
    }

    func check(_ options: CallOptions) async throws(CallFailure) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
    }

    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        let isFree = state.withLock { state in
            state.steps.append(.call(contacts, options))
            defer { state.running = 17 }
            return state.running == nil
        }
        guard isFree else { throw .alreadyInCall }
        hub.send(.ringing(17))
        return 17
    }

    func answer(_ id: CallID?, options: CallOptions) async throws(CallFailure) {
        let call = state.withLock { state -> IncomingCall? in
            state.steps.append(.answer(options))
            guard id == nil || id == state.incoming?.id else { return nil }
            defer { state.incoming = nil }
            if let call = state.incoming { state.running = call.id }
            return state.incoming
        }
        guard let call else { throw .noCall }
        hub.send(.encryption(call.id, .waitingForKey))
    }

    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) {
        await resuming.pass()
        let isThere = state.withLock { state in
            state.steps.append(.resume(call, options))
            if state.isOver { return false }
            state.running = call.id
            return true
        }
        guard isThere else { throw .over }
        hub.send(.encryption(call.id, .waitingForKey))
    }

    func ongoing() async throws(CallFailure) -> OngoingCall? { nil }
    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) { throw .noCall }
    func leave(_ call: CallID) async throws(CallFailure) { throw .noCall }

    func running() async -> RunningCall? {
        state.withLock { $0.running }.map { RunningCall(id: $0, videoCodec: .vp8) }
    }

    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool {
        let call = state.withLock { state in
            state.steps.append(.decline(reply))
            defer { state.incoming = nil }
            return state.incoming
        }
        guard let call else { throw .noCall }
        hub.send(
            .ended(CallSummary(id: call.id, reason: .declined, problem: nil, statistics: CallStatistics())))
        return reply != nil
    }

    func hangUp() async throws(CallFailure) {
        let call = state.withLock { state in
            state.steps.append(.hangUp)
            defer { state.running = nil }
            return state.running
        }
        guard let call else { throw .noCall }
        hub.send(
            .ended(CallSummary(id: call, reason: .hungUp, problem: nil, statistics: CallStatistics())))
    }

    /// Where notes are kept.
    let storage = Mutex<(any KeyStorage)?>(nil)
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool {
        guard let storage = storage.withLock({ $0 }) else { throw .noCall }
        return try DevicePinStore(storage).note(note)
    }

    private func does(_ step: Step) throws(CallFailure) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        state.withLock { $0.steps.append(step) }
    }

    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] {
        try does(.invite(users))
        return users
    }
    func carryOut(_ wish: CallWish) async throws(CallFailure) { try does(.carryOut(wish)) }
    func askToMute(_ user: UserID) async throws(CallFailure) { try does(.askToMute(user)) }
    func remove(_ user: UserID) async throws(CallFailure) { try does(.remove(user)) }
    func statistics() async -> CallStatistics? { nil }
    /// The status of the call.
    let standing = Mutex<CallOverview?>(nil)
    func status() async -> CallOverview? { standing.withLock { $0 } }
}
