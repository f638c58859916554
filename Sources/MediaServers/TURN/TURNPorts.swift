package import Logging

/// The ports of coturn: as configured, and in development any free ones.
package struct TURNPorts: Sendable {
    package let addresses: MediaAddresses
    package let mayMove: Bool
    /// The path of coturn.
    package let program: String
    package let directories: MediaDirectories
    package let logger: Logger

    package static let fileName = "coturn.conf"
    package static func file(in directories: MediaDirectories) -> String { directories.run + "/" + fileName }

    package func plain(_ wanted: Int) throws(SupervisionFailure) -> Int {
        try port(wanted, name: "listening-port", setting: "media.turnPort")
    }

    package func tls(_ wanted: Int) throws(SupervisionFailure) -> Int {
        try port(wanted, name: "tls-listening-port", setting: "media.turnTLSPort")
    }

    /// The address of coturn's console: that of a running one is kept, so that it can be adopted.
    package func console() throws(SupervisionFailure) -> CoturnConsole.Access {
        let earlier = directories.read(Self.fileName).flatMap(CoturnConfiguration.console)
        if let earlier, isRunning { return earlier }
        let password = (0..<32).map { _ in String(UInt8.random(in: .min ... .max), radix: 16) }.joined()
        return CoturnConsole.Access(
            port: try HostNetwork.freePort(at: "127.0.0.1", preferred: earlier?.port ?? 0), password: password)
    }

    /// The port of a coturn left by an earlier server is its own: that process is adopted, or ended before another is started.
    private func port(_ wanted: Int, name: String, setting: String) throws(SupervisionFailure) -> Int {
        if let earlier = directories.read(Self.fileName).flatMap({ CoturnConfiguration.port(name, in: $0) }),
            earlier == wanted || wanted == 0 || mayMove, isRunning
        {
            return earlier
        }
        return try HostNetwork.port(wanted, at: addresses.all, setting: setting, mayMove: mayMove) { port in
            logger.warning(
                "Port \(wanted) on \(addresses.all.joined(separator: ", ")) is taken: coturn listens on \(port) instead."
            )
        }
    }

    private var isRunning: Bool {
        PIDFile(path: directories.run + "/coturn.pid").running != nil
            || !ProcessTable.processes(of: program, withArgument: Self.file(in: directories)).isEmpty
    }
}
