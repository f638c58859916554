import ECallAPI
import ECallCalls
import ECallCore
import ECallSecurity
import KeyDistribution
import Synchronization

@testable import ECallKit

/// Calls of a device that asks the server which goes on, and remembers what it was to do with it.
final class CallsDouble: CallControlling {
    let events: AsyncStream<CallEvent>
    private let session: DeviceSession
    private let said = Mutex<[String]>([])

    init(_ session: DeviceSession) {
        self.session = session
        events = AsyncStream { $0.finish() }
        Task {
            for await signal in session.signaling.signals { if let news = AccountNews(signal) { session.news(news) } }
        }
    }

    /// Such as `return 7 video`.
    var steps: [String] { said.withLock { $0 } }

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

    func check(_ options: CallOptions) async throws(CallFailure) {}
    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure) { throw .noCall }
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) { throw .noCall }
    func running() async -> RunningCall? { nil }
    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool { throw .noCall }
    func hangUp() async throws(CallFailure) { throw .noCall }
    var participants: AsyncStream<[CallParticipant]> { AsyncStream { $0.finish() } }
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] { throw .noCall }
    func askToMute(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func remove(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func carryOut(_ wish: CallWish) async throws(CallFailure) { throw .noCall }
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool { throw .noCall }
    func statistics() async -> CallStatistics? { nil }
    func status() async -> CallOverview? { nil }
}
