import Foundation
import NIOSSL
import Notifications
import ServerFoundation

extension ConfigurationCheck {
    /// Files that are no certificates, or do not belong together.
    var certificateProblems: [String] {
        var problems: [String] = []
        if let tls = loaded.settings.tls {
            problems += failure { _ = try tls.load() }
            problems += failure { _ = try tls.loadAuthority() }
        }
        for entry in loaded.entries where entry.key.hasSuffix(".authorityFile") {
            guard let path = entry.value else { continue }
            if (try? NIOSSLCertificate.fromPEMFile(path))?.isEmpty != false {
                problems.append("\(entry.key): \(path) holds no certificate in PEM")
            }
        }
        return problems
    }

    /// What clients will not take. It starts: the clock of this machine may be wrong, and clients may know better.
    var certificateWarnings: [String] {
        let settings = loaded.settings
        guard let tls = settings.tls, let certificates = try? tls.load().certificates else { return [] }
        let facts = CertificateFacts(certificates)
        let (path, now) = (tls.certificate, clock.date)
        var warnings: [String] = []
        if now > facts.validity.upperBound {
            warnings.append("tls.certificate: \(path) has expired, at \(facts.validity.upperBound)")
        } else if now < facts.validity.lowerBound {
            warnings.append("tls.certificate: \(path) is not valid before \(facts.validity.lowerBound)")
        } else if now.addingTimeInterval(7 * 86_400) > facts.validity.upperBound {
            warnings.append("tls.certificate: \(path) expires within a week, at \(facts.validity.upperBound)")
        }
        if let host = hostInLinks, !facts.names(host) {
            warnings.append("tls.certificate: \(path) is not made out to \(host), by which people reach this server")
        }
        let authority = tls.authority.flatMap { try? NIOSSLCertificate.fromPEMFile($0) } ?? []
        switch facts.gap(authority: authority) {
        case .order:
            warnings.append("tls.certificate: the certificates in \(path) do not lead from each to the next")
        case .noIntermediates:
            warnings.append(
                "tls.certificate: \(path) holds the server's certificate alone; without those that lead to its authority many "
                    + "clients refuse it")
        case nil: break
        }
        return warnings
    }

    /// The name that clients look for in the certificate; nil where nothing says it.
    private var hostInLinks: String? {
        let settings = loaded.settings
        if let host = settings.publicURL.flatMap({ URL(string: $0)?.host(percentEncoded: false) }) { return host }
        let isOwn = ["0.0.0.0", "::"].contains(settings.host) || LoopbackHost.contains(settings.host)
        return isOwn ? nil : settings.host
    }
}
