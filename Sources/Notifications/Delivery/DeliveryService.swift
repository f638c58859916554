import ServiceLifecycle

/// Stops the queues with the server, then closes the connections they use.
package struct DeliveryService: Service {
    package let stops: [@Sendable () async -> Void]
    package let http: OutgoingHTTP?

    package func run() async throws {
        try? await gracefulShutdown()
        await withTaskGroup(of: Void.self) { group in
            for stop in stops { group.addTask { await stop() } }
        }
        await http?.shutdown()
    }

    package init(stops: [@Sendable () async -> Void], http: OutgoingHTTP? = nil) {
        self.stops = stops
        self.http = http
    }
}
