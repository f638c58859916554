package import ECallAPI

/// The messages with a one-time code (requirement 001, step 3).
package enum OneTimeCodeMessage {
    /// The subject and the text message are the same in every language, word for word as required; the mail's body is in the
    /// person's language.
    package static func make(
        code: String, for identifier: LoginIdentifier, minutes: Int, in locale: MessageLocale = MessageLocale(.english),
        expiresAt: Timestamp? = nil
    ) -> OutgoingMessage {
        switch identifier {
        case .email(let address):
            OutgoingMessage(
                channel: .email, to: address, code: code, subject: "Your ECALL verification code",
                body: body(code: code, minutes: minutes, in: locale), language: locale.language, expiresAt: expiresAt)
        case .phone(let number):
            OutgoingMessage(
                channel: .sms, to: number, code: code, subject: nil, body: "Your ECALL code: \(code)",
                expiresAt: expiresAt)
        }
    }

    /// The code is in ASCII digits and without isolates in every language, because it is copied and pasted.
    private static func body(code: String, minutes: Int, in locale: MessageLocale) -> String {
        let texts = locale.language.texts
        return """
            \(texts.code.replacing("{code}", with: code))

            \(locale.text(texts.codeLife, "minutes", minutes))

            \(texts.notRequested)
            """
    }
}
