import Foundation
import Hummingbird
public import Logging
import MediaServers
import NIOCore
import NIOPosix
import ServerFoundation
import ServiceLifecycle
import UnixSignals

/// Serves until SIGTERM or SIGINT, then shuts down and returns.
///
/// The first line on `console` is `listening on http://HOST:PORT`, or `https`. SIGHUP reloads the certificate.
/// - Parameter initializes: whether to create a server if there is none; development mode always does.
/// - Throws: `StartFailure` if the server cannot start.
public func serve(
    _ settings: ServerSettings, initializes: Bool = false, logger: Logger,
    console: @escaping @Sendable (String) -> Void
) async throws {
    // Before Janus and coturn are started, which inherit the limit and must not die of SIGHUP.
    DescriptorLimit.raise()
    let signals = await UnixSignalsSequence(trapping: .sighup)
    let (reloadRequests, requested) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listening = Task { for await _ in signals { requested.yield() } }
    defer { listening.cancel() }
    let first: FirstStart = initializes ? .required : settings.isDevelopment ? .allowed : .refused
    var environment = AppEnvironment.production(settings, firstStart: first, console: console)
    environment.reloadRequests = reloadRequests
    try await serve(
        settings, environment: environment, logger: logger, lastResort: .milliseconds(3500), console: console)
}

func serve(
    _ settings: ServerSettings, environment: AppEnvironment, logger: Logger, lastResort: Duration? = nil,
    console: @escaping @Sendable (String) -> Void
) async throws {
    // A refused start must not create anything.
    try DataDirectory(existing: settings.dataDirectory).require(environment.firstStart)
    try DataDirectory(existing: settings.dataDirectory).requireServingUser()
    let lock = try DataDirectory(preparing: settings.dataDirectory).lock()
    defer { withExtendedLifetime(lock) {} }
    var settings = settings
    if settings.isDevelopment, settings.media.addresses.isEmpty, HostNetwork.isAlone {
        // Everything but media can be tried without a network.
        settings.media.addresses = [HostNetwork.loopback]
        logger.warning("This host has no network address: calls ring and connect, but carry no sound or pictures.")
    }
    if let problem = settings.mediaProblem { logger.warning("\(problem)") }
    do {
        // Tried before anything else is started, so that a port in use is reported at once.
        try await tryPort(settings)
        if let metrics = settings.metrics.listen { try await tryPort(metrics, of: "metrics.listen") }
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let scheme = settings.tls == nil ? "http" : "https"
        let application = try await buildApplication(settings, environment: environment, logger: logger) { port in
            console("listening on \(scheme)://\(host):\(port)")
        }
        try await serviceGroup(for: application, logger: logger, lastResort: lastResort).run()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
        throw StartFailure.addressInUse(
            host: settings.host, port: settings.port, holder: .of(settings.port))
    } catch let error as IOError where [EADDRNOTAVAIL, EACCES].contains(error.errnoCode) {
        throw StartFailure.addressUnavailable(host: settings.host, port: settings.port)
    } catch let failure as StorageFailure {
        throw DiskSpace.failure(failure, at: settings.dataDirectory) ?? .databaseUnusable(settings.dataDirectory)
    } catch SupervisionFailure.configurationNotWritable(let path) where DiskSpace.isFull(at: path) {
        throw StartFailure.diskFull(path, disk: DiskSpace.mountPoint(of: path))
    }
}

/// Runs the application until SIGTERM or SIGINT and ends it within ten seconds, whatever clients do: connections have
/// `drainTime` to finish, Janus and coturn three seconds after that; services that still run then are cancelled.
///
/// - Parameter lastResort: the time from then until the process ends, even if services still run; the next start cleans up.
func serviceGroup(for application: any Service, logger: Logger, lastResort: Duration? = nil) -> ServiceGroup {
    var configuration = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(6)
    configuration.maximumCancellationDuration = lastResort
    return ServiceGroup(configuration: configuration)
}

private func tryPort(_ address: HostPort, of setting: String) async throws {
    do {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: address.host, port: address.port).get().close()
    } catch {
        throw StartFailure.settingPortInUse(
            setting: setting, host: address.host, port: address.port, holder: .of(address.port))
    }
}

private func tryPort(_ settings: ServerSettings) async throws {
    do {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: settings.host, port: settings.port).get().close()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
        throw error
    } catch {
        // Another host's address, an unknown name, or a privileged port.
        throw StartFailure.addressUnavailable(host: settings.host, port: settings.port)
    }
}
