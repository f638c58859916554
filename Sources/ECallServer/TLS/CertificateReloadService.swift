import Logging
import ServerFoundation
import ServiceLifecycle

/// Handles SIGHUP, which does not stop this server: reloads the certificates of the server and of coturn.
struct CertificateReloadService: Service, Unprinted {
    /// An element for each signal.
    let reloadRequests: AsyncStream<Void>
    /// The server's certificate; nil without TLS.
    let certificate: ServerCertificate?
    /// coturn's own certificate; nil if it has the server's, or none.
    let turnCertificate: ServerCertificate?
    /// Passes a new certificate to coturn.
    let renew: @Sendable (PEMPair) async -> Void
    let clock: WallClock
    let logger: Logger

    func run() async throws {
        for await _ in reloadRequests.cancelOnGracefulShutdown() { await reload() }
        // The end of the stream does not end the server.
        try? await gracefulShutdown()
    }

    private func reload() async {
        guard certificate != nil || turnCertificate != nil else {
            logger.notice("SIGHUP: there is nothing to read again without TLS.")
            return
        }
        if let certificate, read(certificate, "the certificate"), turnCertificate == nil {
            await renew(certificate.pem)
        }
        if let turnCertificate, read(turnCertificate, "coturn's certificate") { await renew(turnCertificate.pem) }
    }

    /// Reloads a certificate. Returns whether it is usable; else the previous one stays.
    private func read(_ certificate: ServerCertificate, _ name: String) -> Bool {
        do {
            try certificate.reload(at: clock.date)
            logger.notice("SIGHUP: \(name) was read again.", metadata: ["ends": "\(certificate.end)"])
            return true
        } catch {
            let reason = (error as? StartFailure)?.description ?? "The files cannot be read."
            logger.error("SIGHUP: \(name) from before stays. \(reason)")
            return false
        }
    }
}
