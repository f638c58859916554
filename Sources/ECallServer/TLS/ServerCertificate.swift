import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate that new connections get, which can be changed while the server runs; connections that are there stay.
final class ServerCertificate: Sendable {
    /// What the files held when they were read.
    struct Loaded: Sendable {
        let certificates: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey

        var chain: [NIOSSLCertificateSource] { certificates.map { .certificate($0) } }
    }

    let files: TLSFiles
    private let loaded: Mutex<Loaded>

    /// - Throws: `StartFailure.certificateUnusable`.
    init(_ files: TLSFiles) throws {
        self.files = files
        loaded = Mutex(try files.load())
    }

    /// When the certificate ends.
    var end: Date { loaded.withLock { CertificateFacts($0.certificates).validity.upperBound } }

    /// Reads the files again. What cannot be used changes nothing.
    ///
    /// - Throws: `StartFailure.certificateUnusable`, and `StartFailure.certificateExpired` for one that would be worse than
    ///   the one from before.
    func reload(at now: Date) throws {
        let fresh = try files.load()
        guard CertificateFacts(fresh.certificates).validity.contains(now) else {
            throw StartFailure.certificateExpired(files.certificate)
        }
        loaded.withLock { $0 = fresh }
    }

    /// The server's side of TLS; each handshake takes the certificate of its moment.
    var configuration: TLSConfiguration {
        let first = loaded.withLock { $0 }
        var configuration = TLSFiles.configuration(first)
        configuration.sslContextCallback = { [self] _, promise in
            let loaded = loaded.withLock { $0 }
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = loaded.chain
            change.privateKey = .privateKey(loaded.key)
            promise.succeed(change)
        }
        return configuration
    }
}
