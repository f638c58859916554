import ECallAPI
import ECallServer
import Foundation
import MediaServers
import Processes

/// The server of the demonstration with Janus and coturn, all in one data directory.
struct DemoServer: Sendable {
    let child: PipedProcess
    let url: String
    let data: String

    /// Starts it and waits until it reports its port.
    ///
    /// - Parameter port: 0 for any that is free.
    static func start(binaries: String, data: String, mediaAddress: String, port: Int = 0) async throws -> DemoServer {
        // Its log is as verbose as possible, and is searched for secrets afterwards.
        let child = try PipedProcess(
            "ecall-server", "\(binaries)/ecall-server",
            [
                "serve", "--dev", "--port", "\(port)", "--data", data, "--media-address", mediaAddress,
                "--log-level", "trace",
            ], log: data + "-server.log")
        let lines = child.lines
        let url = try await within(.seconds(60), "the start of the server") {
            for await line in lines {
                if let range = line.range(of: "listening on ") { return String(line[range.upperBound...]) }
            }
            throw DemoFailure("the server ended: \(child.diagnostics.joined(separator: " · "))")
        }
        // The console continues and must be read.
        Task { for await _ in lines {} }
        return DemoServer(child: child, url: url, data: data)
    }

    /// The newest code that was sent to an address, from the outbox of the development mode.
    func code(for address: String) throws -> String {
        struct Message: Decodable {
            // Pushes have neither.
            let to: String?
            let code: String?
        }
        let outbox = URL(fileURLWithPath: data + "/outbox")
        let files = try FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)
        // The others are being written, and are renamed when they are whole.
        let written = files.filter { $0.pathExtension == "json" }
        for file in written.sorted(by: { $0.lastPathComponent > $1.lastPathComponent }) {
            let message = try JSONDecoder().decode(Message.self, from: Data(contentsOf: file))
            if message.to == address, let code = message.code { return code }
        }
        throw DemoFailure("no code for \(address) is in the outbox")
    }

    func operatorAccess() throws -> JanusOperatorAccess {
        guard let access = JanusOperatorAccess(dataDirectory: data) else {
            throw DemoFailure("the operator's secrets are not in \(data)/run/janus.json")
        }
        return access
    }

    /// Bytes that coturn reports to have relayed, by device.
    func relayedBytes() -> [String: Int] {
        TURNUsage.bytesByDevice(dataDirectory: data)
    }
}
