import Logging
import ServerFoundation
import ServiceLifecycle

/// Acts on SIGHUP, which ends nothing here: reads the certificates again, of the server and of coturn.
struct HangUpService: Service, Unprinted {
    /// One for each signal.
    let hangUps: AsyncStream<Void>
    /// The server's; nil without TLS.
    let certificate: ServerCertificate?
    /// coturn's own; nil where it has the server's, or none.
    let turnCertificate: ServerCertificate?
    /// Brings a new certificate to coturn.
    let renew: @Sendable (PEMPair) async -> Void
    let clock: WallClock
    let logger: Logger

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() { await reload() }
        // The end of the signals does not end the server.
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

    /// Whether it can be used; else the one from before stays.
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
