import ServiceLifecycle

extension MediaServers: Service {
    /// Janus and coturn run already. They follow this machine's addresses, and end with the server, whatever ends it.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await follow(HostNetwork.changes())
            // Reports may have ended before the server does.
            try? await gracefulShutdown()
        }
        await stop()
    }
}
