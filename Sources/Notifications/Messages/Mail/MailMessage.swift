package import ECallAPI
import Foundation

/// A mail with a UTF-8 text (RFC 5322, RFC 2045). Pure.
package struct MailMessage: Sendable {
    package let from: MailAddress
    package let to: MailAddress
    package let subject: String
    package let body: String
    package let language: MessageLanguage
    package let sentAt: Timestamp
    package let id: String

    /// The whole message as it is sent, with CR LF line endings. No value can begin a new line: addresses are checked, and
    /// the subject's control characters become spaces.
    package var text: String {
        let headers = [
            "Date: \(MailDate.format(sentAt))",
            "From: ECALL <\(from.text)>",
            "To: <\(to.text)>",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(EncodedWord.header(subject))",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "Content-Language: \(language.rawValue)",
            // Machines must not reply (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        return headers.joined(separator: "\r\n") + "\r\n\r\n" + QuotedPrintable.encode(body)
    }

    package init(
        from: MailAddress, to: MailAddress, subject: String, body: String, language: MessageLanguage, sentAt: Timestamp,
        id: String
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.body = body
        self.language = language
        self.sentAt = sentAt
        self.id = id
    }
}

/// An address that is valid in a header and in an SMTP command: printable ASCII, one @, nothing that needs quotes.
package struct MailAddress: Sendable, Equatable {
    package let text: String
    package let domain: String

    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "<>()[]\\,;:\"".contains($0) })
        else { return nil }
        self.text = text
        domain = String(parts[1])
    }
}

/// Dates as in `Fri, 21 Nov 1997 09:55:06 +0000` (RFC 5322 section 3.3).
package enum MailDate {
    package static func format(_ moment: Timestamp) -> String {
        var (seconds, parts) = (time_t(moment.milliseconds / 1000), tm())
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { String(100 + $0).dropFirst() }
        return """
            \(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) \
            \(time.joined(separator: ":")) +0000
            """
    }
}
