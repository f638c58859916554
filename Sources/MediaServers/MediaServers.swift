import Crypto
package import ECallAPI
import Foundation
import Glibc
import Janus
package import Logging
package import NIOCore
package import ServerFoundation

/// Janus and coturn as children of the server: configured, started, watched and stopped together.
///
/// An operator finds the secrets and both ports for access to Janus in `DATA/run/janus.json` (mode 0600).
package struct MediaServers: Sendable, Confidential {
    package enum JanusEvent: Sendable, Equatable {
        /// Janus has ended and is being restarted; its state is lost.
        case ended
        /// Janus was restarted and answers.
        case restarted
    }

    /// The content of `DATA/run/janus.json`.
    package struct JanusAccess: Codable, Sendable, Equatable, Confidential {
        package let secrets: JanusSecrets
        package let webSocketPort: Int
        package let adminPort: Int
        package let mediaAddress: String

        package init(secrets: JanusSecrets, webSocketPort: Int, adminPort: Int, mediaAddress: String) {
            self.secrets = secrets
            self.webSocketPort = webSocketPort
            self.adminPort = adminPort
            self.mediaAddress = mediaAddress
        }
    }

    package var janus: JanusAccess { current.plan.access }
    /// The addresses of coturn that clients are given.
    package var turn: TURNAddresses { current.plan.turn }
    /// This machine's addresses that Janus and coturn use now.
    package var addresses: MediaAddresses { current.plan.addresses }
    package var relayConsole: CoturnConsole { CoturnConsole(planner.console, group: planner.group) }
    package var relayConsolePort: Int { planner.console.port }
    package let control: JanusControl
    package let admin: JanusAdmin
    /// Restarts of Janus, for the reconciliation of rooms and sessions.
    package let janusEvents: AsyncStream<JanusEvent>
    /// Checks that each answers, by its own protocol.
    package let readiness: [ReadinessCheck]
    private let supervisors: [ProcessSupervisor]
    private let planner: MediaPlanner
    private let current: CurrentMediaPlan
    let logger: Logger
    /// Whether the addresses are configured.
    let isNamed: Bool

    /// Prepares everything without starting it; processes left by an earlier server may still run, with its ports and secrets.
    ///
    /// - Parameters:
    ///   - tls: certificate and key for TURN over TLS, with the host of the server's URL.
    ///   - turnSecret: the secret of coturn, with which `TURNCredentials` signs.
    ///   - mayMovePorts: whether coturn uses any free port if its own is taken, as in development.
    package init(
        settings: MediaSettings, tls: (pem: PEMPair, host: String?)? = nil, dataDirectory: String,
        turnSecret: String, mayMovePorts: Bool = true, group: any EventLoopGroup,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws(SupervisionFailure) {
        let directories = try MediaDirectories(data: dataDirectory)
        guard let janusProgram = HostNetwork.executable("janus") else {
            throw .missing(program: "Janus", package: "janus")
        }
        guard let turnProgram = HostNetwork.executable("turnserver") else {
            throw .missing(program: "coturn", package: "coturn")
        }
        let addresses = try HostNetwork.mediaAddresses(named: settings.addresses)
        let access = try Self.access(in: directories, mediaAddress: addresses.first)
        let ports = TURNPorts(
            addresses: addresses, mayMove: mayMovePorts, program: turnProgram, directories: directories, logger: logger)
        let turnPort = try ports.plain(settings.turnPort)
        let tlsPort = tls == nil ? nil : try ports.tls(settings.turnTLSPort)

        let tokens = JanusTokens(secret: access.secrets.tokenSecret)
        let control = JanusControl(
            address: JanusAddress(host: "127.0.0.1", port: access.webSocketPort), group: group,
            credentials: { tokens.session(at: now()) })
        self.control = control
        admin = JanusAdmin(
            address: JanusAddress(host: "127.0.0.1", port: access.adminPort), group: group,
            secret: access.secrets.adminSecret, adminKey: access.secrets.adminKey)

        planner = MediaPlanner(
            settings: settings, access: access, directories: directories, executables: (janusProgram, turnProgram),
            turnSecret: turnSecret, turnPort: turnPort, turnTLS: tlsPort.map { ($0, tls?.host) },
            console: try ports.console(), control: control, group: group)
        isNamed = !settings.addresses.isEmpty
        let current = CurrentMediaPlan(try planner.plan(for: addresses, tls?.pem), tls?.pem)
        self.current = current
        let programs = current.plan.programs
        readiness = [
            ReadinessCheck(name: programs.janus.name, check: programs.janus.check),
            ReadinessCheck(name: programs.coturn.name) { try await current.plan.programs.coturn.check() },
        ]
        self.logger = logger
        let (janusEvents, queue) = AsyncStream.makeStream(of: JanusEvent.self)
        self.janusEvents = janusEvents
        supervisors = [
            ProcessSupervisor(
                programs.janus, directories: directories,
                events: .init(
                    logger: logger, ended: { queue.yield(.ended) }, restarted: { queue.yield(.restarted) })),
            ProcessSupervisor(programs.coturn, directories: directories, events: .init(logger: logger)),
        ]
    }

    /// Starts both; returns once both answer. If one does not, both are stopped.
    package func start() async throws(SupervisionFailure) {
        for supervisor in supervisors {
            do throws(SupervisionFailure) {
                try await supervisor.start()
            } catch {
                await stop()
                throw error
            }
        }
    }

    /// Stops both concurrently.
    package func stop() async {
        await withTaskGroup(of: Void.self) { group in
            for supervisor in supervisors { group.addTask { await supervisor.stop() } }
        }
    }

    /// Passes a new certificate to coturn, which reloads it and keeps its connections.
    package func renewCertificate(_ pem: PEMPair) async {
        var renewed = current.plan.coturn
        guard renewed.tls != nil, let supervisor = supervisors.last else { return }
        renewed.tls?.pem = pem
        current.set(pem)
        do throws(SupervisionFailure) {
            try await supervisor.renew(MediaPlanner.files(of: renewed), signal: SIGUSR2)
        } catch {
            logger.error("\(error.description)")
        }
    }

    /// Restarts both at other addresses of this machine, with the same ports and secrets.
    func replace(_ addresses: MediaAddresses) async throws(SupervisionFailure) {
        let plan = try planner.plan(for: addresses, current.pem)
        current.set(plan)
        for (supervisor, program) in zip(supervisors, [plan.programs.janus, plan.programs.coturn]) {
            try await supervisor.replace(with: program)
        }
    }

    /// Whether Janus was running before this server started, with its state.
    package var hasAdoptedJanus: Bool { get async { await supervisors.first?.isAdopted ?? false } }

    package var restarts: [(program: String, count: Int)] {
        get async {
            var counts: [(String, Int)] = []
            for (check, supervisor) in zip(readiness, supervisors) {
                counts.append((check.name, await supervisor.restarts))
            }
            return counts
        }
    }

    /// The process ids: Janus, coturn.
    package var processIDs: [Int32] {
        get async {
            var ids: [Int32] = []
            for supervisor in supervisors {
                if let pid = await supervisor.pid { ids.append(pid) }
            }
            return ids
        }
    }

    static let accessFile = "janus.json"

    /// Returns secrets and ports of an earlier start, so that a new server can talk to the processes it finds; makes new
    /// ones at the first start. Replaces ports that another program has taken meanwhile.
    private static func access(
        in directories: MediaDirectories, mediaAddress: String
    ) throws(SupervisionFailure) -> JanusAccess {
        let earlier = directories.read(accessFile).flatMap { text in
            try? JSONDecoder().decode(JanusAccess.self, from: Data(text.utf8))
        }
        let isRunning = PIDFile(path: directories.run + "/janus.pid").running != nil
        func port(_ earlier: Int?) throws(SupervisionFailure) -> Int {
            if isRunning, let earlier { return earlier }
            return try HostNetwork.freePort(at: "127.0.0.1", preferred: earlier ?? 0)
        }
        return JanusAccess(
            secrets: earlier?.secrets ?? .random(), webSocketPort: try port(earlier?.webSocketPort),
            adminPort: try port(earlier?.adminPort), mediaAddress: mediaAddress)
    }
}
