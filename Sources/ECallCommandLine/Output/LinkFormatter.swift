import ECallAPI
import ECallLanguage

/// The lines about links that several people may have.
struct LinkFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    func lines(for state: PersonalLinkState?) -> [String] {
        let extend = "ecall personal-link on"
        guard let state else {
            return [texts.string(.hint(.personalLinkIsOff, .terminalDoTurnOn(command: extend)))]
        }
        let asked = texts.string(.personalLinkAsked(used: texts.format.number(state.usedCount), count: state.maxUses))
        guard !state.hasEnded else {
            return [
                state.link, texts.string(.personalLinkHasEnded), asked,
                texts.string(.personalLinkEndedOver(date: minute(state.expiresAt))),
                texts.string(.terminalDoExtend(command: extend)),
            ]
        }
        return [
            state.link, texts.string(.personalLinkLead), asked,
            texts.string(.personalLinkEndsOn(date: minute(state.expiresAt))),
        ]
    }

    func lines(forCall link: String?) -> [String] {
        guard let link else { return [texts.string(.callLinkWithdrawn)] }
        return [link, texts.string(.callLinkText)]
    }

    /// To the minute, so that it reads the same wherever it is read.
    private func minute(_ moment: Timestamp) -> String {
        moment.description.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
