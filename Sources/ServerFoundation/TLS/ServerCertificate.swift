package import Foundation
import NIOCore
package import NIOSSL
import Synchronization

/// The certificate for new connections, and the local authority's, both reloadable while the server runs; existing
/// connections are kept.
package final class ServerCertificate: Sendable {
    /// The parsed content of the files.
    package struct Loaded: Sendable, Confidential {
        package let certificates: [NIOSSLCertificate]
        package let key: NIOSSLPrivateKey
        /// The same as text, for coturn.
        package let pem: PEMPair

        package var chain: [NIOSSLCertificateSource] { certificates.map { .certificate($0) } }
    }

    package let files: TLSFiles
    private let state: Mutex<(loaded: Loaded, authority: String?)>

    /// - Throws: `StartFailure.certificateUnusable`.
    package init(_ files: TLSFiles) throws {
        self.files = files
        state = Mutex((try files.load(), try files.loadAuthority()))
    }

    private var loaded: Loaded { state.withLock { $0.loaded } }

    /// The local authority's certificate in PEM; nil if there is none.
    package var authority: String? { state.withLock { $0.authority } }

    /// The certificate and its key as they were read.
    package var pem: PEMPair { loaded.pem }

    package var end: Date { CertificateFacts(loaded.certificates).validity.upperBound }

    /// Whether the certificate is valid for a host (RFC 9525).
    package func names(_ host: String) -> Bool { CertificateFacts(loaded.certificates).names(host) }

    /// Reloads the files. If one of them cannot be used, nothing changes.
    ///
    /// - Throws: `StartFailure.certificateUnusable`, and `StartFailure.certificateExpired` for one that would be worse than
    ///   the previous one.
    package func reload(at now: Date) throws {
        let (fresh, authority) = (try files.load(), try files.loadAuthority())
        guard CertificateFacts(fresh.certificates).validity.contains(now) else {
            throw StartFailure.certificateExpired(files.certificate)
        }
        state.withLock { $0 = (fresh, authority) }
    }

    /// The server's TLS configuration; each handshake uses the current certificate.
    package var configuration: TLSConfiguration {
        var configuration = TLSFiles.configuration(loaded)
        configuration.sslContextCallback = { [self] _, promise in
            let loaded = loaded
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = loaded.chain
            change.privateKey = .privateKey(loaded.key)
            promise.succeed(change)
        }
        return configuration
    }
}
