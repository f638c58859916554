import Foundation
import Glibc
import Testing

@testable import ECallServer
@testable import ServerFoundation

/// A port that another program has: a start waits for the attempt to bind, the check names it.
@Suite("Ports in use", .timeLimit(.minutes(1)))
struct TakenPortTests {
    /// A listener on loopback.
    private final class Listener {
        let descriptor: Int32
        let port: Int

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                    bind(descriptor, name, length) == 0 && listen(descriptor, 1) == 0
                        ? getsockname(descriptor, name, &length) : -1
                }
            }
            self.descriptor = descriptor
            try #require(status == 0)
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        deinit { close(descriptor) }
    }

    private static func check(_ yaml: String, data: String = "/nowhere") throws -> ConfigurationCheck {
        let media = yaml.contains("media:") ? "" : "\nmedia: {address: 127.0.0.1}"
        return ConfigurationCheck(loaded: try SettingsTests.load(yaml: yaml + media + "\ndata: \(data)"))
    }

    @Test("the server's own port is a problem of the check alone, and none while the server itself has it")
    func own() throws {
        let (listener, folder) = (
            try Listener(), FileManager.default.temporaryDirectory.path + "/ecall-ports-" + UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try DataDirectory(preparing: folder)
        let check = try Self.check("port: \(listener.port)", data: folder)
        #expect(check.networkProblems == [])
        let problems = check.portProblems
        #expect(problems.count == 1 && problems.first?.contains("\(listener.port)") == true, "\(problems)")
        #expect(check.report.problems.suffix(1) == problems[...])
        #expect(try Self.check("port: 0", data: folder).portProblems == [])
        let lock = try data.lock()
        #expect(check.portProblems == [])
        try lock.close()
    }

    @Test("coturn's ports are looked at, its port for TLS only with a certificate, and neither in development")
    func turn() throws {
        let listener = try Listener()
        let media = "port: 0\nmedia: {address: 127.0.0.1, "
        let plain = try Self.check(media + "turnPort: \(listener.port)}").portProblems
        #expect(plain.count == 1 && plain.first?.contains("media.turnPort") == true, "\(plain)")
        #expect(try Self.check("development: true\n" + media + "turnPort: \(listener.port)}").portProblems == [])
        let secure = media + "turnPort: 0, turnTLSPort: \(listener.port)"
        #expect(try Self.check(secure + "}").portProblems == [])
        let certificate = ", turnCertificate: /none, turnKey: /none}"
        let found = try Self.check(secure + certificate).portProblems
        #expect(found.count == 1 && found.first?.contains("media.turnTLSPort") == true, "\(found)")
    }
}
