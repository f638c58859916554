import ECallCalls
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution

/// The one place where calls are connected to a media engine.
enum LiveCalls {
    /// Creates the calls of a device from its parts. If there is no engine, or it cannot be created, each call is refused with
    /// the reason before anyone is rung.
    ///
    /// - Parameters:
    ///   - trust: for connections to relays by TLS that the engine does not make itself.
    ///   - engine: the system's; nil where there is none.
    /// - secretTaken: lent the secrets of a call, to search memory for them; nil if nothing searches.
    static func factory(
        trust: TLSTrust = .system, engine: MediaSystem.EngineFactory?,
        secretTaken: (@Sendable (CallSecret) -> Void)? = nil
    ) -> CallFactory {
        { parts in
            let reason: Text
            if let engine {
                do throws(MediaError) { return await wire(parts, try engine(), trust, secretTaken) } catch {
                    reason = error.text
                }
            } else {
                reason = .callFailureNoMediaEngine
            }
            return UnavailableCalls(reason: reason, pins: DevicePinStore(parts.storage, people: parts.people))
        }
    }

    private static func wire(
        _ parts: DeviceSession, _ engine: any MediaEngine, _ trust: TLSTrust,
        _ secretTaken: (@Sendable (CallSecret) -> Void)?
    ) async -> any CallControlling {
        let (api, dialer, time) = (parts.api, parts.dialer, parts.time)
        let tunnels = engine.reachesRelaysByTLS ? nil : RelayTunnels(trust: trust)
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
        if let tunnels { environment.relay = { await tunnels.tunnelled($0) } }
        environment.news = parts.news
        environment.capacity = { .current }
        environment.secretTaken = secretTaken
        let calls = CallController(environment)
        await calls.start()
        if let endings = tunnels?.endings { follow(endings, calls) }
        return calls
    }

    private static func follow(_ endings: AsyncStream<RelayTunnels.Ending>, _ calls: CallController) {
        Task { [weak calls] in
            for await ending in endings {
                switch ending {
                case .ofMedia: await calls?.relayEnded()
                // The cause of its end may have ended more.
                case .ofSpare: await calls?.networkChanged(.routeChanged)
                }
            }
        }
    }
}
