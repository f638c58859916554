import Foundation
import MediaServers
import NIOSSL
import Notifications
import ServerFoundation

extension ConfigurationCheck {
    /// Files that are not certificates, or do not belong together.
    var certificateProblems: [String] {
        var problems: [String] = []
        if let tls = loaded.settings.tls {
            problems += failure { _ = try tls.load() }
            problems += failure { _ = try tls.loadAuthority() }
        }
        if let turn = loaded.settings.media.turnTLS { problems += failure { _ = try turn.load() } }
        for entry in loaded.entries where entry.key.hasSuffix(".authorityFile") {
            guard let path = entry.value else { continue }
            if (try? NIOSSLCertificate.fromPEMFile(path))?.isEmpty != false {
                problems.append("\(entry.key): \(path) holds no certificate in PEM")
            }
        }
        return problems
    }

    /// Certificates that clients will reject. They do not prevent a start, because this machine's clock may be wrong.
    var certificateWarnings: [String] {
        let settings = loaded.settings
        var warnings: [String] = []
        if let tls = settings.tls { warnings += self.warnings(of: tls, "tls.certificate", for: hostInLinks) }
        if let turn = settings.media.turnTLS {
            let host = settings.media.turnTLSAddress?.host ?? hostInLinks
            warnings += self.warnings(of: turn, "media.turnCertificate", for: host)
        } else if let tls = settings.tls, let certificates = try? tls.load().certificates,
            let address = settings.media.turnTLSAddress, !CertificateFacts(certificates).names(address.host)
        {
            warnings.append(
                "media.turnTLSAddress: tls.certificate is not made out to \(address.host); name it there, or give "
                    + "media.turnCertificate")
        }
        return warnings
    }

    private func warnings(of files: TLSFiles, _ setting: String, for host: String?) -> [String] {
        guard let certificates = try? files.load().certificates else { return [] }
        let facts = CertificateFacts(certificates)
        let (path, now) = (files.certificate, clock.date)
        var warnings: [String] = []
        if now > facts.validity.upperBound {
            warnings.append("\(setting): \(path) has expired, at \(facts.validity.upperBound)")
        } else if now < facts.validity.lowerBound {
            warnings.append("\(setting): \(path) is not valid before \(facts.validity.lowerBound)")
        } else if let days = facts.daysLeft(at: now) {
            warnings.append(
                "\(setting): \(path) expires in \(days == 0 ? "less than a day" : days == 1 ? "a day" : "\(days) days"), at "
                    + "\(facts.validity.upperBound); is its renewal working?")
        }
        if let host, !facts.names(host) {
            warnings.append("\(setting): \(path) is not made out to \(host), by which people reach this server")
        }
        let authority = files.authority.flatMap { try? NIOSSLCertificate.fromPEMFile($0) } ?? []
        switch facts.gap(authority: authority) {
        case .order:
            warnings.append("\(setting): the certificates in \(path) do not lead from each to the next")
        case .noIntermediates:
            warnings.append(
                "\(setting): \(path) holds the server's certificate alone; without those that lead to its authority many "
                    + "clients refuse it")
        case nil: break
        }
        return warnings
    }

    /// The host name that clients verify in the certificate; nil if it is unknown.
    private var hostInLinks: String? {
        let settings = loaded.settings
        if let host = settings.publicURL.flatMap({ URL(string: $0)?.host(percentEncoded: false) }) { return host }
        let isOwn = ["0.0.0.0", "::"].contains(settings.host) || LoopbackHost.contains(settings.host)
        return isOwn ? nil : settings.host
    }
}
