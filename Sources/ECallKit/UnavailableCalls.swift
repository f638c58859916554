import ECallAPI
import ECallCalls
import ECallCore
import ECallLanguage
import ECallSecurity
import KeyDistribution

/// Calls without media: every one is refused with a sentence, and none is half made.
struct UnavailableCalls: CallControlling {
    private let reason: Text
    private let pins: DevicePinStore

    init(reason: Text, pins: DevicePinStore) { (self.reason, self.pins) = (reason, pins) }

    var events: AsyncStream<CallEvent> { AsyncStream { $0.finish() } }
    var participants: AsyncStream<[CallParticipant]> { AsyncStream { $0.finish() } }

    func check(_ options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID { throw .media(reason) }
    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func ongoing() async throws(CallFailure) -> OngoingCall? { nil }
    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func leave(_ call: CallID) async throws(CallFailure) { throw .noCall }
    func running() async -> RunningCall? { nil }
    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool { throw .noCall }
    func hangUp() async throws(CallFailure) { throw .noCall }
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID] { throw .noCall }
    func askToMute(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func remove(_ user: UserID) async throws(CallFailure) { throw .noCall }
    func carryOut(_ wish: CallWish) async throws(CallFailure) { throw .noCall }
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool { try pins.note(note) }
    func statistics() async -> CallStatistics? { nil }
    func status() async -> CallOverview? { nil }
}
