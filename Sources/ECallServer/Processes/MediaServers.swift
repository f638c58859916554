import Crypto
import ECallAPI
import Foundation
import Janus
import NIOCore

/// What the operator decides about Janus and coturn.
public struct MediaSettings: Sendable {
    /// The host's own address for media; nil takes the first one that is not loopback.
    public var address: String?
    /// coturn listens here when it is free, else on any free port.
    public var turnPort = 3478
    public var janusPorts = 20_000...24_999
    public var relayPorts = 25_000...29_999

    public init(address: String? = nil) { self.address = address }
}

/// Janus and coturn as children of the server: configured, started, watched and stopped together.
///
/// What an operator needs to look into Janus is in `DATA/run/janus.json` (mode 0600): the secrets and both ports.
struct MediaServers: Sendable {
    /// The content of `DATA/run/janus.json`.
    struct JanusAccess: Codable, Sendable, Equatable {
        let secrets: JanusSecrets
        let webSocketPort: Int
        let adminPort: Int
        let mediaAddress: String
    }

    let janus: JanusAccess
    /// `turn:` URI for clients.
    let turnURI: String
    let control: JanusControl
    /// Whether each answers, by its own protocol.
    let readiness: [ReadinessCheck]
    private let supervisors: [ProcessSupervisor]

    /// Prepares everything; nothing runs yet.
    ///
    /// - Parameters:
    ///   - turnSecret: the secret of coturn, with which `TURNCredentials` signs.
    ///   - restarted: makes rooms again after Janus was started anew.
    init(
        settings: MediaSettings, dataDirectory: String, turnSecret: String, group: any EventLoopGroup,
        now: @escaping @Sendable () -> Timestamp, announce: @escaping @Sendable (String) -> Void,
        restarted: @escaping @Sendable (JanusControl) async -> Void
    ) throws(SupervisionFailure) {
        let directories = try MediaDirectories(data: dataDirectory)
        guard let janusProgram = HostNetwork.executable("janus") else {
            throw .missing(program: "Janus", package: "janus")
        }
        guard let turnProgram = HostNetwork.executable("turnserver") else {
            throw .missing(program: "coturn", package: "coturn")
        }
        let address = try HostNetwork.mediaAddress(named: settings.address)
        let secrets = try Self.secrets(in: directories)
        let access = JanusAccess(
            secrets: secrets, webSocketPort: try HostNetwork.freePort(at: "127.0.0.1"),
            adminPort: try HostNetwork.freePort(at: "127.0.0.1"), mediaAddress: address)
        let turnPort = try HostNetwork.freePort(at: address, preferred: settings.turnPort)

        let tokens = JanusTokens(secret: secrets.tokenSecret)
        let control = JanusControl(
            address: JanusAddress(host: "127.0.0.1", port: access.webSocketPort), group: group,
            credentials: { tokens.session(at: now()) })
        janus = access
        turnURI = "turn:\(address):\(turnPort)?transport=udp"
        self.control = control

        let janusChild = try Self.janus(
            janusProgram, access, ports: settings.janusPorts, directories: directories, control: control)
        let coturn = CoturnConfiguration(
            secret: turnSecret, mediaAddress: address, port: turnPort, relayPorts: settings.relayPorts,
            folder: directories.run)
        let turnFile = try directories.write(coturn.text, to: "coturn.conf")
        let probe = STUNProbe(host: address, port: turnPort, group: group)
        let coturnChild = SupervisedProgram(
            name: "coturn", executable: turnProgram, arguments: ["-c", turnFile], marker: turnFile,
            check: { try await probe.check() })
        readiness = [janusChild, coturnChild].map { ReadinessCheck(name: $0.name, check: $0.check) }
        supervisors = [
            ProcessSupervisor(
                janusChild, directories: directories, announce: announce, restarted: { await restarted(control) }),
            ProcessSupervisor(coturnChild, directories: directories, announce: announce),
        ]
    }

    /// Starts both; returns once both answer. When one does not, none is left running.
    func start() async throws(SupervisionFailure) {
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
    func stop() async {
        await withTaskGroup(of: Void.self) { group in
            for supervisor in supervisors { group.addTask { await supervisor.stop() } }
        }
    }

    /// How often each was started again.
    var restarts: [(program: String, count: Int)] {
        get async {
            var counts: [(String, Int)] = []
            for (check, supervisor) in zip(readiness, supervisors) {
                counts.append((check.name, await supervisor.restarts))
            }
            return counts
        }
    }

    /// The process ids: Janus, coturn.
    var processIDs: [Int32] {
        get async {
            var ids: [Int32] = []
            for supervisor in supervisors {
                if let pid = await supervisor.pid { ids.append(pid) }
            }
            return ids
        }
    }

    private static func janus(
        _ executable: String, _ access: JanusAccess, ports: ClosedRange<Int>, directories: MediaDirectories,
        control: JanusControl
    ) throws(SupervisionFailure) -> SupervisedProgram {
        guard
            let libraries = JanusConfiguration.libraryFolders.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/plugins")
            })
        else { throw .missing(program: "The VideoRoom plugin of Janus", package: "janus") }
        let configuration = JanusConfiguration(
            secrets: access.secrets, mediaAddress: access.mediaAddress, webSocketPort: access.webSocketPort,
            adminPort: access.adminPort, mediaPorts: ports, libraries: libraries, folder: directories.run)
        for file in configuration.files { try directories.write(file.text, to: file.name) }
        let main = directories.run + "/janus.jcfg"
        if let json = try? JSONEncoder().encode(access) {
            try directories.write(String(decoding: json, as: UTF8.self), to: "janus.json")
        }
        return SupervisedProgram(
            name: "janus", executable: executable, arguments: ["-F", directories.run, "-C", main], marker: main,
            check: { try await control.check() })
    }

    /// The secrets of an earlier start, so that a new server can speak with what it finds; new ones at the first start.
    private static func secrets(in directories: MediaDirectories) throws(SupervisionFailure) -> JanusSecrets {
        if let data = FileManager.default.contents(atPath: directories.run + "/janus.json"),
            let access = try? JSONDecoder().decode(JanusAccess.self, from: data)
        {
            return access.secrets
        }
        return .random()
    }
}
