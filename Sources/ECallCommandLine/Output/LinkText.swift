import ECallAPI

/// The lines about links that several people may have.
enum LinkText {
    static func lines(for state: PersonalLinkState?) -> [String] {
        guard let state else {
            return ["Your personal link is off. To turn it on: ecall personal-link on"]
        }
        let asked = "\(state.usedCount) of \(state.maxUses) people have asked by it."
        guard !state.hasEnded else {
            return [
                state.link, "It has ended: \(asked) It was good until \(minute(state.expiresAt)).",
                "To extend it: ecall personal-link on",
            ]
        }
        return [
            state.link, "Whoever has this link may ask to become your contact; you accept each.",
            "\(asked) It ends at \(minute(state.expiresAt)).",
        ]
    }

    static func lines(forCall link: String?) -> [String] {
        guard let link else { return ["Nobody comes in by the link any more."] }
        return [link, "Your contacts can come in with this link while you are in the call. Others cannot."]
    }

    /// To the minute, so that it reads the same wherever it is read.
    private static func minute(_ moment: Timestamp) -> String {
        moment.description.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
