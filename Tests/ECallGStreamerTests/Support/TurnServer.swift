import Foundation
import Synchronization

/// A coturn of the test's own on 127.0.0.1.
final class TurnServer: Sendable {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/turnserver")
    static let username = "alice"
    static let password = "se/cret+="

    let port: Int
    private let process: Mutex<Process>

    /// Starts it and returns when it accepts connections.
    static func start() async throws -> TurnServer {
        let port = try freePort()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/turnserver")
        let base = NSTemporaryDirectory() + "ecall-turn-\(port)"
        process.arguments = [
            "-n", "--listening-ip=127.0.0.1", "--relay-ip=127.0.0.1", "--listening-port=\(port)", "--realm=test",
            "--fingerprint", "--lt-cred-mech", "--user=\(username):\(password)", "--allow-loopback-peers", "--no-tls",
            "--no-dtls", "--no-multicast-peers", "--no-cli", "--no-rfc5780", "--userdb=\(base).db",
            "--pidfile=\(base).pid", "--log-file=stdout",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let server = TurnServer(port: port, process: process)
        for _ in 0..<100 {
            if accepts(port) { return server }
            // Polls a port.
            try await Task.sleep(for: .milliseconds(50))
        }
        server.stop()
        throw CocoaError(.executableLoad)
    }

    private init(port: Int, process: sending Process) {
        self.port = port
        self.process = Mutex(process)
    }

    func stop() {
        process.withLock { process in
            guard process.isRunning else { return }
            // A child inherits the blocked signals of the thread that started it: it would not see a milder one.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        for ending in ["db", "pid"] {
            try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "ecall-turn-\(port).\(ending)")
        }
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withSocket<Result>(
        _ port: Int, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) rethrows -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port)
        return try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func freePort() throws -> Int {
        try withSocket(0) { descriptor, address, length in
            guard bind(descriptor, address, length) == 0 else { throw CocoaError(.executableLoad) }
            var bound = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &bound) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
            }
            return Int(in_port_t(bigEndian: bound.sin_port))
        }
    }

    private static func accepts(_ port: Int) -> Bool {
        withSocket(port) { descriptor, address, length in connect(descriptor, address, length) == 0 }
    }
}
