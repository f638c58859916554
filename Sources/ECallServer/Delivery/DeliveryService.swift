import ServiceLifecycle

/// Ends the queues with the server, then the connections they use.
struct DeliveryService: Service {
    let stops: [@Sendable () async -> Void]
    let http: OutgoingHTTP?

    func run() async throws {
        try? await gracefulShutdown()
        await withTaskGroup(of: Void.self) { group in
            for stop in stops { group.addTask { await stop() } }
        }
        await http?.shutdown()
    }
}
