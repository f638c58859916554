import CCurl
import Foundation
package import ServerFoundation

/// Sends mail by SMTP with libcurl, which blocks, so each message has its own thread while it is sent: as many as the
/// queue's limit. Dispatch's threads are few: a hanging mail server would keep the database waiting for them.
package struct SMTPSender: ProviderSender, Confidential {
    /// The timeouts of connecting and of the whole transfer, in milliseconds.
    package struct Timeouts: Sendable {
        package var connect = 10_000
        package var whole = 30_000

        package init(connect: Int = 10_000, whole: Int = 30_000) {
            self.connect = connect
            self.whole = whole
        }
    }

    private let settings: SMTPSettings
    private let from: MailAddress
    private let timeouts: Timeouts
    private let clock: WallClock

    package var channels: Set<MessageChannel> { [.email] }

    /// - Throws: `StartFailure` for settings that cannot work, or that would send codes unencrypted over a network.
    package init(settings: SMTPSettings, timeouts: Timeouts = Timeouts(), clock: WallClock) throws(StartFailure) {
        let host = settings.host
        let isName = host.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || (byte < 0x80 && Character(UnicodeScalar(byte)).isLetter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard !host.isEmpty, isName || host.contains(":"), !host.contains("/"), (1...65_535).contains(settings.port)
        else {
            throw .providerUnusable("Mail: \(host):\(settings.port) is no host and port.")
        }
        guard settings.security != .none || LoopbackHost.contains(host) else {
            throw .providerUnusable(
                "Mail: without TLS only a mail server on this machine is used; choose starttls or tls for \(host).")
        }
        guard let from = MailAddress(settings.sender) else {
            throw .providerUnusable("Mail: the sender must be a plain address such as noreply@example.org.")
        }
        guard (settings.username == nil) == (settings.password == nil) else {
            throw .providerUnusable("Mail: username and password are given together.")
        }
        if let file = settings.authorityFile, !FileManager.default.isReadableFile(atPath: file) {
            throw .providerUnusable("Mail: \(file) cannot be read.")
        }
        self.settings = settings
        self.from = from
        self.timeouts = timeouts
        self.clock = clock
    }

    package func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt {
        guard let to = MailAddress(message.to) else { return .failed(.refused) }
        let mail = MailMessage(
            from: from, to: to, subject: message.subject ?? "", body: message.body, language: message.language,
            sentAt: clock.now(), id: message.id)
        let text = mail.text
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: transfer(text, to: to)) }
        }
    }

    /// Blocks until the mail server has answered or the timeout expires.
    private func transfer(_ text: String, to: MailAddress) -> DeliveryAttempt {
        guard isCurlReady, let curl = curl_easy_init() else { return .failed(.unavailable()) }
        // Written to until cleanup, which includes QUIT.
        let command = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        command.initialize(to: 0)
        defer {
            curl_easy_cleanup(curl)
            command.deallocate()
        }
        guard let recipients = curl_slist_append(nil, "<\(to.text)>") else { return .failed(.unavailable()) }
        defer { curl_slist_free_all(recipients) }
        var bytes = Array(text.utf8CString.dropLast())
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var body = ccurl_body(bytes: UnsafePointer(buffer.baseAddress), count: buffer.count)
            return withUnsafeMutablePointer(to: &body) { body in
                let prepared =
                    configure(curl)
                    + [ccurl_set_list(curl, CURLOPT_MAIL_RCPT, recipients), ccurl_set_body(curl, body)]
                    + [ccurl_watch_commands(curl, command)]
                guard prepared.allSatisfy({ $0 == CURLE_OK }) else { return .failed(.misconfigured) }
                let result = ccurl_perform(curl)
                var answer = 0
                _ = ccurl_get_number(curl, CURLINFO_RESPONSE_CODE, &answer)
                let stage = SMTPOutcome.Stage(rawValue: command.pointee) ?? .none
                guard let failure = SMTPOutcome.failure(result, answer: answer, stage: stage) else { return .delivered }
                return .failed(failure, SMTPOutcome.code(result, answer: answer, stage: stage))
            }
        }
    }

    private func configure(_ curl: UnsafeMutableRawPointer) -> [CURLcode] {
        let isImplicit = settings.security == .implicit
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        var codes = [
            ccurl_set_text(curl, CURLOPT_URL, "\(isImplicit ? "smtps" : "smtp")://\(host):\(settings.port)"),
            ccurl_set_text(curl, CURLOPT_PROTOCOLS_STR, isImplicit ? "smtps" : "smtp"),
            // Ignores proxies of the environment, which are for the web.
            ccurl_set_text(curl, CURLOPT_PROXY, ""),
            ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1),
            ccurl_set_number(curl, CURLOPT_UPLOAD, 1),
            ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect),
            ccurl_set_number(curl, CURLOPT_TIMEOUT_MS, timeouts.whole),
            ccurl_set_text(curl, CURLOPT_MAIL_FROM, "<\(from.text)>"),
            ccurl_set_number(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
        ]
        if settings.security != .none {
            // Mandatory: a server that does not offer TLS gets neither message nor password (RFC 8314).
            codes.append(ccurl_set_number(curl, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)))
        }
        if let file = settings.authorityFile {
            // Replaces the system's authorities, which are a folder.
            codes.append(ccurl_set_text(curl, CURLOPT_CAINFO, file))
            codes.append(ccurl_set_text(curl, CURLOPT_CAPATH, nil))
        }
        if let username = settings.username, let password = settings.password {
            codes.append(ccurl_set_text(curl, CURLOPT_USERNAME, username))
            codes.append(ccurl_set_text(curl, CURLOPT_PASSWORD, password))
        }
        return codes
    }
}

/// libcurl must be initialized once, before anything else.
private let isCurlReady = curl_global_init(3) == CURLE_OK
