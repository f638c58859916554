package import ECallAPI

/// The message to an address or number that was removed from an account's login methods (wire-protocol 9.8).
package enum RemovedMethodMessage {
    /// - Parameters:
    ///   - label: the removed method as its owner knows it.
    ///   - wayBack: a link or a command that restores it; nil if there is none.
    ///   - code: the secret in it; "" without one. Only the recipient sees it.
    package static func make(
        for identifier: LoginIdentifier, label: String, days: Int, wayBack: String?, code: String,
        language: MessageLanguage, expiresAt: Timestamp
    ) -> OutgoingMessage {
        switch identifier {
        case .email(let address):
            return OutgoingMessage(
                channel: .email, to: address, code: code, subject: RemovedMethodTexts.subject(language),
                body: RemovedMethodTexts.body(address: label, days: days, wayBack: wayBack, language),
                language: language, expiresAt: expiresAt)
        case .phone(let number):
            // Short, and in characters of which most fit into a text message.
            let advice = wayBack.map { " Not you? Take it back within \(days) days: \($0)" } ?? ""
            return OutgoingMessage(
                channel: .sms, to: number, code: code,
                body: "This number no longer signs in to your ECALL account.\(advice)", expiresAt: expiresAt)
        }
    }
}
