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
/// What an operator needs to look into Janus is in `DATA/run/janus.json` (mode 0600): the secrets and both ports.
package struct MediaServers: Sendable, Confidential {
    package enum JanusEvent: Sendable, Equatable {
        /// It has ended, and is started again; what it held is gone.
        case ended
        /// It was started again and answers.
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

    package let janus: JanusAccess
    /// What clients are told of coturn.
    package let turn: TURNAddresses
    package let control: JanusControl
    package let admin: JanusAdmin
    /// What becomes of Janus' process, for the one who keeps rooms and sessions in step with it.
    package let janusEvents: AsyncStream<JanusEvent>
    /// Whether each answers, by its own protocol.
    package let readiness: [ReadinessCheck]
    private let supervisors: [ProcessSupervisor]
    private let coturn: CoturnConfiguration
    private let logger: Logger

    /// Prepares everything; nothing runs yet, or what an earlier server left runs still, with its ports and secrets.
    ///
    /// - Parameters:
    ///   - tls: certificate and key for TURN in TLS, with the host by which people reach the server.
    ///   - turnSecret: the secret of coturn, with which `TURNCredentials` signs.
    ///   - mayMovePorts: whether coturn takes any free port where its own is taken, as in development.
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
        let turnTLS = try tls.map { tls throws(SupervisionFailure) in
            CoturnConfiguration.TLS(pem: tls.pem, port: try ports.tls(settings.turnTLSPort))
        }

        let tokens = JanusTokens(secret: access.secrets.tokenSecret)
        let control = JanusControl(
            address: JanusAddress(host: "127.0.0.1", port: access.webSocketPort), group: group,
            credentials: { tokens.session(at: now()) })
        janus = access
        let reached = [addresses.version4.map { settings.publicAddress ?? $0 }, addresses.version6].compactMap(\.self)
        turn = TURNAddresses(
            hosts: reached, port: turnPort,
            tls: turnTLS.map { settings.turnTLSAddress ?? HostPort(host: tls?.host ?? reached[0], port: $0.port) })
        self.control = control
        admin = JanusAdmin(
            address: JanusAddress(host: "127.0.0.1", port: access.adminPort), group: group,
            secret: access.secrets.adminSecret, adminKey: access.secrets.adminKey)

        let janusChild = try Self.janus(
            janusProgram, access, addresses, publicAddress: settings.publicAddress, ports: settings.janusPorts,
            directories: directories, control: control)
        coturn = CoturnConfiguration(
            secret: turnSecret, addresses: addresses, publicAddress: settings.publicAddress, port: turnPort,
            relayPorts: settings.relayPorts,
            folder: directories.run, tls: turnTLS)
        let turnFile = TURNPorts.file(in: directories)
        let probe = STUNProbe(host: addresses.first, port: turnPort, group: group)
        let coturnChild = SupervisedProgram(
            name: "coturn", executable: turnProgram, arguments: ["-c", turnFile], marker: turnFile,
            files: Self.files(of: coturn), check: { try await probe.check() })
        readiness = [janusChild, coturnChild].map { ReadinessCheck(name: $0.name, check: $0.check) }
        self.logger = logger
        let (janusEvents, queue) = AsyncStream.makeStream(of: JanusEvent.self)
        self.janusEvents = janusEvents
        supervisors = [
            ProcessSupervisor(
                janusChild, directories: directories,
                events: .init(
                    logger: logger, ended: { queue.yield(.ended) }, restarted: { queue.yield(.restarted) })),
            ProcessSupervisor(coturnChild, directories: directories, events: .init(logger: logger)),
        ]
    }

    /// Starts both; returns once both answer. When one does not, none is left running.
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

    /// Ends both, at the same time.
    package func stop() async {
        await withTaskGroup(of: Void.self) { group in
            for supervisor in supervisors { group.addTask { await supervisor.stop() } }
        }
    }

    /// The server has taken another certificate: coturn reads it and keeps its connections.
    package func renewCertificate(_ pem: PEMPair) async {
        guard coturn.tls != nil, let supervisor = supervisors.last else { return }
        var renewed = coturn
        renewed.tls?.pem = pem
        do throws(SupervisionFailure) {
            try await supervisor.renew(Self.files(of: renewed), signal: SIGUSR2)
        } catch {
            logger.error("\(error.description)")
        }
    }

    private static func files(of coturn: CoturnConfiguration) -> [(name: String, text: String)] {
        [(TURNPorts.fileName, coturn.text)] + coturn.certificateFiles
    }

    /// Whether Janus ran before this server did, with whatever it holds.
    package var hasAdoptedJanus: Bool { get async { await supervisors.first?.isAdopted ?? false } }

    /// How often each was started again.
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

    private static func janus(
        _ executable: String, _ access: JanusAccess, _ addresses: MediaAddresses, publicAddress: String?,
        ports: ClosedRange<Int>, directories: MediaDirectories, control: JanusControl
    ) throws(SupervisionFailure) -> SupervisedProgram {
        guard
            let libraries = JanusConfiguration.libraryFolders.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/plugins")
            })
        else { throw .missing(program: "The VideoRoom plugin of Janus", package: "janus") }
        let configuration = JanusConfiguration(
            secrets: access.secrets, addresses: addresses, publicAddress: publicAddress,
            webSocketPort: access.webSocketPort, adminPort: access.adminPort, mediaPorts: ports, libraries: libraries,
            folder: directories.run)
        let main = directories.run + "/janus.jcfg"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = (try? encoder.encode(access)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return SupervisedProgram(
            name: "janus", executable: executable, arguments: ["-F", directories.run, "-C", main], marker: main,
            files: configuration.files + [(accessFile, json)], check: { try await control.check() })
    }

    private static let accessFile = "janus.json"

    /// Secrets and ports of an earlier start, so that a new server can speak with what it finds; new ones at the first
    /// start. Ports that somebody else has taken meanwhile are changed.
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
