import ECallAPI
import ECallCalls
import ECallCore

#if os(Linux)
    import ECallGStreamer
    import ECallMedia
#endif

/// The one place where calls are wired to the media engine of the system.
public enum LiveCalls {
    /// Makes the calls of a device from what it has.
    ///
    /// - Parameter isDiagnosing: lets tests search the process's memory for the keys of a call.
    public static func factory(isDiagnosing: Bool) -> CallFactory {
        #if os(Linux)
            { parts in
                do throws(MediaError) {
                    return await wire(parts, try GStreamerEngine(), isDiagnosing: isDiagnosing)
                } catch {
                    return WiredCalls(calls: UnavailableCalls(reason: error.sentence))
                }
            }
        #else
            { _ in WiredCalls(calls: UnavailableCalls(reason: "there is no media engine for this system yet")) }
        #endif
    }

    #if os(Linux)
        private static func wire(
            _ parts: DeviceSession, _ engine: GStreamerEngine, isDiagnosing: Bool
        ) async -> WiredCalls {
            let probe = isDiagnosing ? KeyProbe() : nil
            let (api, time) = (parts.api, parts.time)
            let calls = CallController(
                CallEnvironment(
                    account: parts.account, api: api, signaling: parts.signaling, credentials: parts.credentials,
                    storage: parts.storage, keyPair: parts.deviceKeys, engine: engine,
                    time: time,
                    makeJanus: {
                        JanusClient(
                            server: api.server,
                            accessToken: { () async throws(APIClientError) in try await api.accessToken() }, time: time)
                    },
                    keyInstalled: { probe?.watch($0) }))
            await calls.start()
            guard let probe else { return WiredCalls(calls: calls) }
            return WiredCalls(calls: calls) { probe.search(isLive: await calls.statistics() != nil) }
        }
    #endif
}

/// Calls where media cannot be had: every one is refused with a sentence, none is half made.
private struct UnavailableCalls: CallControlling {
    let events: AsyncStream<CallEvent>
    private let reason: String

    init(reason: String) {
        self.reason = reason
        events = AsyncStream { $0.finish() }
    }

    func check(_ options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID { throw .media(reason) }
    func answer(options: CallOptions) async throws(CallFailure) { throw .media(reason) }
    func decline() async throws(CallFailure) { throw .noCall }
    func hangUp() async throws(CallFailure) { throw .noCall }
    func setMuted(_ muted: Bool) async throws(CallFailure) { throw .noCall }
    func setVideoEnabled(_ enabled: Bool) async throws(CallFailure) { throw .noCall }
    func statistics() async -> CallStatistics? { nil }
}
