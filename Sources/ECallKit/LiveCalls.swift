import ECallAPI
import ECallCalls
package import ECallCore
import ECallLanguage
package import ECallMedia
package import ECallSecurity
import KeyDistribution

#if os(Linux)
    import ECallGStreamer
#endif

/// The one place where calls are wired to the media engine of the system.
public enum LiveCalls {
    /// Makes the calls of a device from what it has.
    ///
    /// - Parameters:
    ///   - trust: for connections to relays by TLS.
    ///   - testContent: what the media source `test` shows and sounds like.
    ///   - fitsLine: whether what is sent fits itself to the line.
    ///   - secretTaken: lent the secrets of a call, to search memory for them; nil where nobody does.
    package static func factory(
        trust: TLSTrust = .system, testContent: (any TestContent)?, fitsLine: Bool = true,
        secretTaken: (@Sendable (CallSecret) -> Void)?
    ) -> CallFactory {
        #if os(Linux)
            { parts in
                do throws(MediaError) {
                    return await wire(
                        parts, try GStreamerEngine(testContent: testContent, fitsLine: fitsLine), trust, secretTaken)
                } catch {
                    let pins = DevicePinStore(parts.storage, people: parts.people)
                    return UnavailableCalls(reason: .verbatim(error.sentence), pins: pins)
                }
            }
        #else
            {
                UnavailableCalls(
                    reason: .callFailureNoMediaEngine, pins: DevicePinStore($0.storage, people: $0.people))
            }
        #endif
    }

    /// What for picture and sound is connected to this machine.
    @Sendable static func devices() async throws(MediaError) -> ConnectedDevices {
        #if os(Linux)
            try await GStreamerEngine().devices()
        #else
            ConnectedDevices([], hasSoundServer: false)
        #endif
    }

    /// The windows of a display that can be shared by themselves.
    @Sendable static func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] {
        #if os(Linux)
            try await GStreamerEngine().windows(on: display)
        #else
            []
        #endif
    }

    /// Plays what a person hears while a call rings.
    @Sendable static func play(_ tone: Tone, _ wishes: DeviceWishes) async throws(MediaError) -> any PlayingTone {
        #if os(Linux)
            try await GStreamerEngine().play(tone, wishes)
        #else
            throw .inputUnavailable("sound")
        #endif
    }

    #if os(Linux)
        private static func wire(
            _ parts: DeviceSession, _ engine: GStreamerEngine, _ trust: TLSTrust,
            _ secretTaken: (@Sendable (CallSecret) -> Void)?
        ) async -> any CallControlling {
            let (api, dialer, time) = (parts.api, parts.dialer, parts.time)
            // libnice speaks no TLS, and may crash when a TCP connection to a relay ends.
            let tunnels = RelayTunnels(trust: trust)
            var environment = CallEnvironment(
                account: parts.account, api: api, signaling: parts.signaling, credentials: parts.credentials,
                storage: parts.storage, people: parts.people, device: parts.device, engine: engine,
                makeJanus: {
                    JanusClient(
                        server: api.server,
                        accessToken: { () async throws(APIClientError) in try await api.accessToken() },
                        dialer: dialer, time: time)
                })
            environment.time = time
            environment.relay = { await tunnels.tunnelled($0) }
            environment.news = parts.news
            environment.capacity = { .current }
            environment.secretTaken = secretTaken
            let calls = CallController(environment)
            await calls.start()
            let endings = tunnels.endings
            Task { [weak calls] in
                for await ending in endings {
                    switch ending {
                    case .ofMedia: await calls?.relayEnded()
                    // What ended it may have ended more.
                    case .ofSpare: await calls?.networkChanged(.routeChanged)
                    }
                }
            }
            return calls
        }
    #endif
}

/// Calls where media cannot be had: every one is refused with a sentence, none is half made.
private struct UnavailableCalls: CallControlling {
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
