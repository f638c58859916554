package import Logging
package import ServerFoundation
import ServiceLifecycle
import Synchronization

/// Samples the media connections at intervals, through the admin interface of Janus and the console of coturn, and reports
/// metrics of their paths, losses and round trips.
package final class MediaSampler: Service {
    package static let interval = Duration.seconds(10)

    private let admin: JanusAdmin
    private let console: @Sendable () -> CoturnConsole
    private let logger: Logger
    private let interval: Duration
    private let samples = Mutex(MediaSamples())
    private let registry = Mutex<MetricsRegistry?>(nil)

    package init(
        admin: JanusAdmin, console: @escaping @Sendable () -> CoturnConsole, logger: Logger,
        interval: Duration = MediaSampler.interval
    ) {
        (self.admin, self.console, self.logger, self.interval) = (admin, console, logger, interval)
    }

    package func attach(_ metrics: MetricsRegistry) { registry.withLock { $0 = metrics } }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: self.interval)) != nil {
                do {
                    try await self.look()
                } catch {
                    // Either may be restarting; the next look sees the new state.
                    if !Task.isCancelled { self.logger.debug("The media connections could not be looked at.") }
                }
            }
        }
    }

    package func look() async throws {
        let connections = try await admin.connections()
        // Most servers are idle most of the time.
        let relays = connections.isEmpty ? [] : try await console().allocations()
        let clients = Dictionary(
            relays.compactMap { one in one.relay.flatMap { relay in one.client.map { (relay, $0) } } }
        ) { $1 }
        let found = samples.withLock { $0.take(connections, relays: clients) }
        guard let metrics = registry.withLock({ $0 }) else { return }
        for observation in found { metrics.note(observation) }
    }
}

extension MetricsRegistry {
    fileprivate func note(_ observation: MediaSamples.Observation) {
        switch observation {
        case .way(let way): count(.mediaWays, ["way": way.rawValue])
        case .loss(let ratio, let isUp): observe(.mediaLoss, ["direction": isUp ? "up" : "down"], value: ratio)
        case .roundTrip(let seconds, let way): observe(.mediaRoundTrip, ["way": way.rawValue], value: seconds)
        }
    }
}
