import ECallAPI
import Foundation
import Hummingbird
import Logging
import Notifications
import ServerFoundation
import ServiceLifecycle

/// The server's operational parts: readiness, metrics, retention, and maintenance from outside.
struct Operations: Sendable {
    let readiness: ReadinessProbe
    let warnings: @Sendable () -> [String]
    let metrics: MetricsRegistry
    /// In starting order; they stop in reverse.
    let services: [any Service]
    private let metricsReaders: [AddressRange]

    init(
        settings: ServerSettings, data: DataDirectory, database: any Database, devices: DeviceService,
        callParts: CallParts, providers: ProviderParts, metrics: MetricsRegistry, clock: WallClock, logger: Logger
    ) {
        self.metrics = metrics
        let page = settings.wantsPage ? [ReadinessCheck.page(in: settings.webDirectory)] : []
        readiness = ReadinessProbe(checks: [.database(database, clock: clock)] + page + callParts.readiness)
        // Anyone may ask, so no address is named.
        let isReached = settings.mediaProblem == nil
        let media = isReached ? [] : ["media are offered at a private address alone: see media.publicAddress"]
        warnings = {
            media + (clock.isDoubted() ? ["the clock is in doubt, and nothing is deleted by age: see the log"] : [])
        }
        metricsReaders = settings.metrics.allow.compactMap { AddressRange($0) }
        var services: [any Service] = [
            RetentionService(
                database: database, tasks: RetentionTask.all(settings.limits), clock: clock, logger: logger),
            RemovedDevicesService(database: database, devices: devices, clock: clock, logger: logger),
        ]
        if let address = settings.metrics.listen {
            services.append(Application.metrics(metrics, at: address, logger: logger))
        }
        self.services = services
        callParts.collect(metrics)
        providers.collect(metrics)
        let startedAt = Double(clock.now().milliseconds) / 1000
        metrics.collect(.startTime) { [(.none, startedAt)] }
        metrics.collect(.clockDoubted) { [(.none, clock.isDoubted() ? 1 : 0)] }
        metrics.collect(.databaseSize) {
            let sizes = ["", "-wal"].map { suffix in
                (try? FileManager.default.attributesOfItem(atPath: data.database + suffix)[.size] as? Int) ?? 0
            }
            return [(.none, Double(sizes.reduce(0, +)))]
        }
    }

    func addRoutes(to router: Router<AppRequestContext>) {
        OperationRoutes(
            readiness: readiness, warnings: warnings, metrics: metrics, metricsReaders: metricsReaders
        ).add(to: router)
    }
}

extension ProviderParts {
    fileprivate func collect(_ metrics: MetricsRegistry) {
        let counters = counters
        metrics.collect(.deliveries) {
            var samples: [MetricsRegistry.Sample] = []
            for (provider, count) in counters().providers {
                for (outcome, number) in [
                    ("sent", count.sent), ("retried", count.retried), ("failed", count.failed),
                    ("dropped", count.dropped),
                ] {
                    samples.append((["provider": provider.rawValue, "outcome": outcome], Double(number)))
                }
            }
            return samples
        }
        metrics.collect(.deliveryDepth) {
            counters().providers.map { (["provider": $0.key.rawValue], Double($0.value.depth)) }
        }
    }
}
