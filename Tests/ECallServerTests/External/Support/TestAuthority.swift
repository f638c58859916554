import Foundation
import NIOSSL

/// A certificate authority for this run, and a certificate of it for `localhost`.
struct TestAuthority: Sendable {
    let directory: String

    var authorityFile: String { directory + "/ca.pem" }

    /// One for all tests: making it takes two processes.
    static let common = Result { try TestAuthority() }

    /// Its own key, the same names: whoever trusts the other does not trust this.
    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/ecall-authority-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        try openssl(
            ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test authority"] + key)
        try openssl(
            [
                "req", "-x509", "-keyout", "leaf.key", "-out", "leaf.pem", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE", "-CA", "ca.pem",
                "-CAkey", "ca.key",
            ] + key)
    }

    func serverConfiguration() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(directory + "/leaf.pem").map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: directory + "/leaf.key", format: .pem)
        return .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
    }

    private func openssl(_ arguments: [String]) throws {
        struct Failed: Error {}
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
    }
}
