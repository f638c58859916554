package import ECallAPI

/// The message to an address or number that was removed from an account's login methods (wire-protocol 9.8).
package enum RemovedMethodMessage {
    /// - Parameters:
    ///   - label: the removed method as its owner knows it.
    ///   - wayBack: a link or a command that restores it; nil if there is none.
    ///   - code: the secret in it; "" without one. Only the recipient sees it.
    package static func make(
        for identifier: LoginIdentifier, label: String, days: Int, wayBack: String?, code: String,
        in locale: MessageLocale, expiresAt: Timestamp
    ) -> OutgoingMessage {
        let texts = locale.language.texts
        switch identifier {
        case .email(let address):
            let removed = texts.removed.replacing("{address}", with: locale.language.isolated(label))
            // The link has a line of its own, without isolates, because it is copied and pasted.
            let advice = wayBack.map { "\n\n\(locale.text(texts.restore, "days", days))\n\n\($0)" } ?? ""
            return OutgoingMessage(
                channel: .email, to: address, code: code, subject: texts.removedSubject, body: removed + advice,
                language: locale.language, expiresAt: expiresAt)
        case .phone(let number):
            let advice = wayBack.map {
                " " + locale.text(texts.restoreNumber, "days", days).replacing("{link}", with: $0)
            }
            return OutgoingMessage(
                channel: .sms, to: number, code: code, body: texts.removedNumber + (advice ?? ""),
                language: locale.language, expiresAt: expiresAt)
        }
    }
}
