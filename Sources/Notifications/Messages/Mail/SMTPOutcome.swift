package import CCurl

/// Interprets libcurl's result and the mail server's last reply (RFC 5321 section 4.2). Pure.
package enum SMTPOutcome {
    /// The last SMTP command.
    package enum Stage: Int32, Sendable {
        case none, greeting, auth, mail, rcpt, data
    }

    /// Returns nil if the message was accepted.
    package static func failure(_ result: CURLcode, answer: Int, stage: Stage) -> DeliveryFailure? {
        switch result {
        case CURLE_OK:
            return nil
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_URL_MALFORMAT,
            CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_AUTH_ERROR:
            return .misconfigured
        case CURLE_LOGIN_DENIED:
            return (400...499).contains(answer) ? .unavailable() : .misconfigured
        default: break
        }
        switch answer {
        // Authentication required, refused or too weak (RFC 4954 section 6).
        case 530, 534, 535, 538: return .misconfigured
        // Among permanent refusals, only a refused recipient is the requesting person's to change.
        case 500...599: return stage == .rcpt ? .refused : .misconfigured
        default: return .unavailable()
        }
    }

    /// The code for the log: the SMTP reply if there is one, else libcurl's own number (libcurl-errors(3)).
    package static func code(_ result: CURLcode, answer: Int, stage: Stage) -> ProviderCode {
        (400...599).contains(answer)
            ? ProviderCode("SMTP \(answer) (\(stage))") : ProviderCode("curl \(result.rawValue)")
    }
}
