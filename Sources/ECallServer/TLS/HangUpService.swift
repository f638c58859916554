import Logging
import ServerFoundation
import ServiceLifecycle

/// Acts on SIGHUP, which ends nothing here: reads the certificate again, for the server and for coturn.
struct HangUpService: Service, Unprinted {
    /// One for each signal.
    let hangUps: AsyncStream<Void>
    /// nil without TLS.
    let certificate: ServerCertificate?
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
        guard let certificate else {
            logger.notice("SIGHUP: there is nothing to read again without TLS.")
            return
        }
        do {
            try certificate.reload(at: clock.date)
            await renew(certificate.pem)
            logger.notice("SIGHUP: the certificate was read again.", metadata: ["ends": "\(certificate.end)"])
        } catch {
            let reason = (error as? StartFailure)?.description ?? "The files cannot be read."
            logger.error("SIGHUP: the certificate from before stays. \(reason)")
        }
    }
}
