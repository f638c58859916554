import Foundation
import NIOCore
import Processes
import ServerFoundation
import Synchronization

/// The settings that depend on this machine's media addresses. Made anew when those change.
struct MediaPlan: Sendable, Confidential {
    let addresses: MediaAddresses
    let access: MediaServers.JanusAccess
    let turn: TURNAddresses
    let coturn: CoturnConfiguration
    let programs: (janus: SupervisedProgram, coturn: SupervisedProgram)
}

/// Makes plans: everything but the addresses stays as it was at the start.
struct MediaPlanner: Sendable, Confidential {
    let settings: MediaSettings
    let access: MediaServers.JanusAccess
    let directories: MediaDirectories
    let executables: (janus: String, coturn: String)
    let turnSecret: String
    let turnPort: Int
    /// The port for TLS, and the host of the server's URL; nil without a certificate.
    let turnTLS: (port: Int, host: String?)?
    let console: CoturnConsole.Access
    let control: JanusControl
    let group: any EventLoopGroup

    func plan(for addresses: MediaAddresses, _ pem: PEMPair?) throws(SupervisionFailure) -> MediaPlan {
        let access = MediaServers.JanusAccess(
            secrets: access.secrets, webSocketPort: access.webSocketPort, adminPort: access.adminPort,
            mediaAddress: addresses.first)
        let reached = [addresses.version4.map { settings.publicAddress ?? $0 }, addresses.version6].compactMap(\.self)
        let coturn = CoturnConfiguration(
            secret: turnSecret, addresses: addresses, port: turnPort, relayPorts: settings.relayPorts,
            folder: directories.run,
            tls: turnTLS.flatMap { tls in pem.map { CoturnConfiguration.TLS(pem: $0, port: tls.port) } },
            console: console)
        return MediaPlan(
            addresses: addresses, access: access,
            turn: TURNAddresses(
                hosts: reached, port: turnPort,
                tls: turnTLS.map { settings.turnTLSAddress ?? HostPort(host: $0.host ?? reached[0], port: $0.port) }),
            coturn: coturn, programs: (try janus(access, addresses), program(of: coturn)))
    }

    private func program(of coturn: CoturnConfiguration) -> SupervisedProgram {
        let file = TURNPorts.file(in: directories)
        let (addresses, probe) = (
            coturn.addresses, STUNProbe(host: coturn.addresses.first, port: turnPort, group: group)
        )
        var program = SupervisedProgram(
            name: "coturn", executable: executables.coturn, arguments: ["-c", file], marker: file,
            files: Self.files(of: coturn), check: { try await probe.check() })
        program.canRun = { HostNetwork.has(addresses) }
        program.confinement = confinement(executables.coturn)
        return program
    }

    static func files(of coturn: CoturnConfiguration) -> [(name: String, text: String)] {
        [(TURNPorts.fileName, coturn.text)] + coturn.certificateFiles
    }

    private func janus(
        _ access: MediaServers.JanusAccess, _ addresses: MediaAddresses
    ) throws(SupervisionFailure) -> SupervisedProgram {
        guard
            let libraries = JanusConfiguration.libraryFolders.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/plugins")
            })
        else { throw .missing(program: "The VideoRoom plugin of Janus", package: "janus") }
        let configuration = JanusConfiguration(
            secrets: access.secrets, addresses: addresses, publicAddress: settings.publicAddress,
            webSocketPort: access.webSocketPort, adminPort: access.adminPort, mediaPorts: settings.janusPorts,
            libraries: libraries, folder: directories.run)
        let main = directories.run + "/janus.jcfg"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = (try? encoder.encode(access)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let control = control
        var program = SupervisedProgram(
            name: "janus", executable: executables.janus, arguments: ["-F", directories.run, "-C", main], marker: main,
            files: configuration.files + [(MediaServers.accessFile, json)], check: { try await control.check() })
        program.confinement = confinement(executables.janus, libraries)
        return program
    }

    /// Both parse untrusted network data, in C: they can read their own folder and the system's files, but neither the
    /// server's secret nor its database.
    private func confinement(_ executable: String, _ libraries: String...) -> Confinement {
        // A self-built program has its files below its own prefix.
        let prefix = URL(filePath: executable).deletingLastPathComponent().deletingLastPathComponent().path
        return Confinement(
            readable: Confinement.system + [executable] + libraries + (prefix == "/" ? [] : [prefix]),
            writable: [directories.run, "/dev/null"])
    }
}

/// The plan that Janus and coturn run with.
final class CurrentMediaPlan: Sendable {
    private let state: Mutex<(plan: MediaPlan, pem: PEMPair?)>

    init(_ plan: MediaPlan, _ pem: PEMPair?) { state = Mutex((plan, pem)) }

    var plan: MediaPlan { state.withLock { $0.plan } }
    /// The certificate that the server loaded last.
    var pem: PEMPair? { state.withLock { $0.pem } }

    func set(_ plan: MediaPlan) { state.withLock { $0.plan = plan } }
    func set(_ pem: PEMPair) { state.withLock { $0.pem = pem } }
}

extension HostNetwork {
    package static func has(_ wanted: MediaAddresses) -> Bool {
        wanted.all.allSatisfy { $0.hasPrefix("127.") || addresses().contains($0) || isOwn6($0) }
    }

    /// Includes deprecated addresses, which can still be bound.
    private static func isOwn6(_ address: String) -> Bool {
        address.contains(":") && (isFree(0, at: address))
    }
}
