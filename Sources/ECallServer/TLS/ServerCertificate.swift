import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate that new connections get, and the local authority's, which can be changed while the server runs;
/// connections that are there stay.
final class ServerCertificate: Sendable {
    /// What the files held when they were read.
    struct Loaded: Sendable, Confidential {
        let certificates: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        /// The same as text, for coturn.
        let pem: PEMPair

        var chain: [NIOSSLCertificateSource] { certificates.map { .certificate($0) } }
    }

    let files: TLSFiles
    private let state: Mutex<(loaded: Loaded, authority: String?)>

    /// - Throws: `StartFailure.certificateUnusable`.
    init(_ files: TLSFiles) throws {
        self.files = files
        state = Mutex((try files.load(), try files.loadAuthority()))
    }

    private var loaded: Loaded { state.withLock { $0.loaded } }

    /// The local authority's certificate in PEM; nil where there is none.
    var authority: String? { state.withLock { $0.authority } }

    /// The certificate and its key as they were read.
    var pem: PEMPair { loaded.pem }

    /// When the certificate ends.
    var end: Date { CertificateFacts(loaded.certificates).validity.upperBound }

    /// Reads the files again. Where one of them cannot be used, nothing changes.
    ///
    /// - Throws: `StartFailure.certificateUnusable`, and `StartFailure.certificateExpired` for one that would be worse than
    ///   the one from before.
    func reload(at now: Date) throws {
        let (fresh, authority) = (try files.load(), try files.loadAuthority())
        guard CertificateFacts(fresh.certificates).validity.contains(now) else {
            throw StartFailure.certificateExpired(files.certificate)
        }
        state.withLock { $0 = (fresh, authority) }
    }

    /// The server's side of TLS; each handshake takes the certificate of its moment.
    var configuration: TLSConfiguration {
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
