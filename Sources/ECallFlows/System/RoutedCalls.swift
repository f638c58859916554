import ECallAPI
import ECallCalls
import ECallCore
import ECallSecurity
import KeyDistribution
import Synchronization

/// The calls of a device whose calls the system shows. Requests to start, answer, mute or end a call go to the system first, and are
/// performed in its action; all others go to the library directly.
final class RoutedCalls: CallControlling {
    private let calls: any CallControlling
    private let routes: SystemCallRoutes
    /// The events since these calls were made, for the first consumer.
    private let firstEvents: Mutex<AsyncStream<CallEvent>?>

    init(_ calls: any CallControlling, events: AsyncStream<CallEvent>, to routes: SystemCallRoutes) {
        (self.calls, self.routes) = (calls, routes)
        firstEvents = Mutex(events)
    }

    var events: AsyncStream<CallEvent> {
        firstEvents.withLock { first in
            defer { first = nil }
            return first ?? calls.events
        }
    }

    // MARK: - By way of the system

    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        try await routes.call(contacts, options)
    }

    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure) {
        try await routes.answer(call, options)
    }

    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) {
        try await routes.comeBack(to: call, options, calls)
    }

    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) {
        try await routes.comeBack(to: call.id, options, calls)
    }

    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool {
        switch await routes.end(saying: reply) {
        case .declined(let isSaid): isSaid
        case .done: false
        case .failed(let failure): throw failure
        case nil: try await calls.decline(saying: reply)
        }
    }

    func hangUp() async throws(CallFailure) {
        guard let outcome = await routes.end() else { return try await calls.hangUp() }
        if let failure = outcome.failure { throw failure }
    }

    func carryOut(_ wish: CallWish) async throws(CallFailure) {
        switch wish {
        case .muted(let isMuted):
            guard let outcome = await routes.mute(isMuted) else { return try await calls.carryOut(wish) }
            if let failure = outcome.failure { throw failure }
        case .video(let isOn):
            try await calls.carryOut(wish)
            await routes.turnedCamera(isOn: isOn)
        default: try await calls.carryOut(wish)
        }
    }

    /// A call that waits for the system can be hung up as well.
    func status() async -> CallOverview? {
        if let overview = await calls.status() { return overview }
        return await routes.isPlacing ? CallOverview(id: nil, state: .calling) : nil
    }

    // MARK: - Directly

    var participants: AsyncStream<[CallParticipant]> { calls.participants }
    func people(of call: CallID) async -> [CallParticipant] { await calls.people(of: call) }
    func check(_ options: CallOptions) async throws(CallFailure) { try await calls.check(options) }
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] { try await calls.invite(users) }
    func makeLink() async throws(CallFailure) -> CallLink { try await calls.makeLink() }
    func withdrawLink() async throws(CallFailure) { try await calls.withdrawLink() }
    func requestInvitation(_ link: CallLink) async throws(CallFailure) { try await calls.requestInvitation(link) }
    func ongoing() async throws(CallFailure) -> OngoingCall? { try await calls.ongoing() }
    func leave(_ call: CallID) async throws(CallFailure) { try await calls.leave(call) }
    func running() async -> RunningCall? { await calls.running() }
    func askToMute(_ user: UserID) async throws(CallFailure) { try await calls.askToMute(user) }
    func remove(_ user: UserID) async throws(CallFailure) { try await calls.remove(user) }
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool { try await calls.note(note) }
    func statistics() async -> CallStatistics? { await calls.statistics() }
    func networkChanged(_ change: NetworkChange) async { await calls.networkChanged(change) }
}
