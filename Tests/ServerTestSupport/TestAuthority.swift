import Foundation
import Processes
import Synchronization

/// A certificate authority of its own, and a certificate for 127.0.0.1 from it, in a folder that is removed with it.
///
/// Making keys takes a while, so tests share two.
package final class TestAuthority: Sendable {
    package static func common() async throws -> TestAuthority { try await made.value }
    /// An authority that is not trusted.
    package static func stranger() async throws -> TestAuthority { try await madeStranger.value }

    private static let made = Task { try await make() }
    private static let madeStranger = Task { try await make() }

    private static let folders = Mutex<[String]>([])

    private static func make() async throws -> TestAuthority {
        let authority = try await TestAuthority()
        let isFirst = folders.withLock { folders in
            folders.append(authority.folder)
            return folders.count == 1
        }
        if isFirst {
            atexit {
                for folder in TestAuthority.folders.withLock({ $0 }) {
                    try? FileManager.default.removeItem(atPath: folder)
                }
            }
        }
        return authority
    }

    package struct Failure: Error { let status: Int32 }

    package let folder: String
    /// PEM files.
    package var authority: String { folder + "/authority.pem" }
    package var certificate: String { folder + "/server.pem" }
    package var key: String { folder + "/server.key" }
    /// A certificate for the same key and names.
    package var expiredCertificate: String { folder + "/expired.pem" }
    /// A signing key in the form issued by Apple (PKCS #8).
    package var signingKey: String { folder + "/AuthKey.p8" }

    private init() async throws {
        folder = FileManager.default.temporaryDirectory.path + "/ecall-authority-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = """
            set -e
            curve='-algorithm EC -pkeyopt ec_paramgen_curve:P-256'
            openssl genpkey $curve -out authority.key
            openssl genpkey $curve -out server.key
            openssl genpkey $curve -out AuthKey.p8
            openssl req -x509 -new -key authority.key -days 30 -subj '/CN=Test authority' -out authority.pem
            openssl req -new -key server.key -subj /CN=localhost \
                -addext 'subjectAltName=IP:127.0.0.1,DNS:localhost' -out server.csr
            openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 30 \
                -copy_extensions copy -out server.pem
            openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days -1 \
                -copy_extensions copy -out expired.pem
            """
        let status = try await PipedProcess("openssl", "/bin/sh", ["-c", "cd \(folder)\n" + script]).waitForExit()
        guard status == 0 else { throw Failure(status: status) }
    }
}
