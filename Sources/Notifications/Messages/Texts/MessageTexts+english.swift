import ECallLanguage

extension MessageTexts {
    static let english = MessageTexts(
        code: "Your ECALL code: {code}",
        codeLife: [
            .one: "It works once and expires in {minutes} minute. Don’t share it with anyone.",
            .other: "It works once and expires in {minutes} minutes. Don’t share it with anyone.",
        ],
        notRequested: "If you didn’t request this code, you can ignore this email.",
        removedSubject: "A way to sign in to your ECALL account was removed",
        removed: "{address} can no longer be used to sign in to your ECALL account.",
        restore: [
            .one: """
            If you didn’t remove it, you can restore it within {days} day. This signs out all devices of the \
            account.
            """,
            .other: """
            If you didn’t remove it, you can restore it within {days} days. This signs out all devices of the \
            account.
            """,
        ],
        removedNumber: "This number can no longer be used to sign in to your ECALL account.",
        restoreNumber: [
            .one: "Not you? Restore it within {days} day: {link}",
            .other: "Not you? Restore it within {days} days: {link}",
        ])
}
