import ECallAPI
import ECallCore
import ECallSecurity
import KeyDistribution
import Synchronization

@testable import ECallCalls
@testable import ECallKit

/// Calls of a device: asks the server which call is running, records what was done with it, and emits events that a test
/// specifies.
final class CallsDouble: CallControlling {
    let participants: AsyncStream<[CallParticipant]>
    private let listed: AsyncStream<[CallParticipant]>.Continuation
    private let hub = EventHub<CallEvent>()
    private let session: DeviceSession
    private let said = Mutex<[String]>([])
    private let overview = Mutex<CallOverview?>(nil)

    var events: AsyncStream<CallEvent> { hub.follow() }

    init(_ session: DeviceSession) {
        self.session = session
        (participants, listed) = AsyncStream.makeStream()
        Task {
            for await signal in session.signaling.signals { if let news = AccountNews(signal) { session.news(news) } }
        }
    }

    /// Such as `return 7 video`.
    var steps: [String] { said.withLock { $0 } }

    func tell(_ event: CallEvent) { hub.send(event) }

    func list(_ people: [CallParticipant]) { listed.yield(people) }

    func ongoing() async throws(CallFailure) -> OngoingCall? {
        guard let answer: ActiveCallResponse = try? await session.api.send(.activeCall) else { throw .offline }
        return OngoingCall(answer, of: session.account)
    }

    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) {
        said.withLock { $0.append("return \(call)" + (options.video ? " video" : "")) }
        guard call == 7 else { throw .over }
    }

    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        let people = contacts.map(\.description).joined(separator: " ")
        said.withLock { $0.append("call \(people)" + (options.video ? " video" : "")) }
        throw .busy
    }

    func leave(_ call: CallID) async throws(CallFailure) { said.withLock { $0.append("leave \(call)") } }

    func requestInvitation(_ link: CallLink) async throws(CallFailure) {
        said.withLock { $0.append("ask \(link.call) of \(link.maker)") }
        throw .linkOver
    }

    func check(_ options: CallOptions) async throws(CallFailure) {}
    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure) {
        said.withLock { $0.append("answer \(call ?? 0)" + (options.video ? " video" : "")) }
    }
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) { throw .noCall }
    func running() async -> RunningCall? { nil }
    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool { throw .noCall }
    func hangUp() async throws(CallFailure) { throw .noCall }
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] { throw .noCall }
    func askToMute(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func remove(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func carryOut(_ wish: CallWish) async throws(CallFailure) { throw .noCall }
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool { throw .noCall }
    func statistics() async -> CallStatistics? { nil }
    func status() async -> CallOverview? { overview.withLock { $0 } }

    func networkChanged(_ change: NetworkChange) async {
        said.withLock { $0.append("network \(change)") }
        await session.signaling.networkChanged(change)
    }

    // MARK: - What a test says

    func ring(_ id: CallID) { overview.withLock { $0 = CallOverview(id: id, state: .incoming) } }

    func end(_ id: CallID) {
        overview.withLock { $0 = nil }
        tell(.ended(CallSummary(id: id, reason: .cancelled, problem: nil, statistics: CallStatistics())))
    }
}
