package import ECallAPI

/// The messages with a one-time code (requirement 001, step 3).
package enum OneTimeCodeMessage {
    /// The subject and the text message are the same in every language, word for word as required; the mail's explanation
    /// is in the person's language.
    package static func make(
        code: String, for identifier: LoginIdentifier, minutes: Int, language: MessageLanguage = .english,
        expiresAt: Timestamp? = nil
    ) -> OutgoingMessage {
        switch identifier {
        case .email(let address):
            OutgoingMessage(
                channel: .email, to: address, code: code, subject: "Your ECALL verification code",
                body: OneTimeCodeTexts.body(code: code, minutes: minutes, language), language: language,
                expiresAt: expiresAt)
        case .phone(let number):
            OutgoingMessage(
                channel: .sms, to: number, code: code, subject: nil, body: "Your ECALL code: \(code)",
                expiresAt: expiresAt)
        }
    }
}
