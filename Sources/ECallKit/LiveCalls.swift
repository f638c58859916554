import ECallAPI
import ECallCalls

/// The one place where calls are wired to the media engine of the system.
public enum LiveCalls {
    /// Makes the calls of a device from what it has.
    public static let make: CallFactory = { _ in WiredCalls(calls: CallsUnavailable()) }
}

/// Calls in a build without a media engine: every one is refused with a sentence, none is half made.
private struct CallsUnavailable: CallControlling {
    let events: AsyncStream<CallEvent>
    private static let reason = "this build has no media engine"

    init() {
        events = AsyncStream { $0.finish() }
    }

    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID {
        throw .media(Self.reason)
    }
    func answer(options: CallOptions) async throws(CallFailure) { throw .media(Self.reason) }
    func decline() async throws(CallFailure) { throw .noCall }
    func hangUp() async throws(CallFailure) { throw .noCall }
    func setMuted(_ muted: Bool) async throws(CallFailure) { throw .noCall }
    func setVideoEnabled(_ enabled: Bool) async throws(CallFailure) { throw .noCall }
    func statistics() async -> CallStatistics? { nil }
}
