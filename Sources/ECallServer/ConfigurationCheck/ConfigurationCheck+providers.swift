import Crypto
import Foundation
import Notifications

extension ConfigurationCheck {
    /// Settings that the senders of mail, text messages and pushes refuse at the start.
    var providerProblems: [String] {
        let providers = loaded.settings.providers
        var problems: [String] = []
        if let smtp = providers.smtp { problems += failure { _ = try SMTPSender(settings: smtp, clock: clock) } }
        if let twilio = providers.twilio { problems += failure { try TwilioSender.check(twilio) } }
        if let apns = providers.apns, keyProblems.isEmpty {
            problems += failure { _ = try APNsClient(settings: apns, http: OutgoingHTTP(), clock: clock) }
        }
        let key = VAPIDKey(P256.Signing.PrivateKey())
        problems += failure { _ = try WebPushClient(settings: providers.webPush, key: key, clock: clock) }
        return problems
    }

    /// Settings that the senders accept but the providers probably refuse.
    var providerWarnings: [String] {
        let providers = loaded.settings.providers
        var warnings: [String] = []
        if let smtp = providers.smtp {
            if smtp.port == 465, smtp.security == .startTLS {
                warnings.append("smtp: port 465 speaks TLS from the first byte as a rule; smtp.security is starttls")
            }
            if [25, 587].contains(smtp.port), smtp.security == .implicit {
                warnings.append("smtp: port \(smtp.port) begins in clear as a rule; smtp.security is tls")
            }
            if let domain = smtp.sender.split(separator: "@").last, !domain.contains(".") {
                warnings.append("smtp.sender: \(domain) is no domain that others know; most mail servers refuse it")
            }
        }
        if let twilio = providers.twilio {
            if twilio.accountSID.wholeMatch(of: /AC[0-9a-f]{32}/) == nil {
                warnings.append("twilio.accountSID is not AC and 32 hexadecimal digits, as Twilio's are")
            }
            if twilio.sender.wholeMatch(of: /\+[1-9][0-9]{6,14}|MG[0-9a-f]{32}/) == nil {
                warnings.append("twilio.sender is neither a number in E.164 nor MG and 32 hexadecimal digits")
            }
        }
        return warnings
    }
}
