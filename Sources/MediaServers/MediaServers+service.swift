import ServiceLifecycle

extension MediaServers: Service {
    /// Janus and coturn run already; they end with the server, whatever ends it.
    package func run() async throws {
        try? await gracefulShutdown()
        await stop()
    }
}
