import ServiceLifecycle

extension MediaServers: Service {
    /// Janus and coturn run already. Follows this machine's addresses, and stops both when the server ends, for whatever reason.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await follow(HostNetwork.changes())
            // Reports may end before the server does.
            try? await gracefulShutdown()
        }
        await stop()
    }
}
