import ECallAPI

/// The lines about links that several people may have.
enum LinkText {
    static func lines(for state: PersonalLinkState?) -> [String] {
        guard let state else {
            return ["Your personal link is off. To turn it on: ecall personal-link on"]
        }
        let asked = "\(state.usedCount) of \(state.maxUses) people have used it."
        guard !state.hasEnded else {
            return [
                state.link, "It no longer works: \(asked) It was valid until \(minute(state.expiresAt)).",
                "To extend it: ecall personal-link on",
            ]
        }
        return [
            state.link, "Anyone with this link can ask to be your contact, and you decide.",
            "\(asked) It expires at \(minute(state.expiresAt)).",
        ]
    }

    static func lines(forCall link: String?) -> [String] {
        guard let link else { return ["The call link is deleted. No one can join with it any more."] }
        return [link, "Only your contacts can join with this link, and only while you are in the call."]
    }

    /// To the minute, so that it reads the same wherever it is read.
    private static func minute(_ moment: Timestamp) -> String {
        moment.description.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
