import ArgumentParser
import ECallSecurity

/// `ecall hand`
struct HandCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case up, down
    }

    static let configuration = CommandConfiguration(
        commandName: "hand", abstract: "Raise your hand in the call, or lower it.",
        discussion:
            "All in the call see it, and whoever comes later. Nobody but you lowers it. The server does not see it.")

    @Argument(help: "up or down")
    var wish: Wish

    @OptionGroup var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.hand(isRaised: wish == .up)) }
}

/// `ecall react`
struct ReactCommand: AsyncParsableCommand {
    struct Name: ExpressibleByArgument {
        static let allValueStrings = Reaction.allCases.map(\.commandName)

        let reaction: Reaction

        init?(argument: String) {
            guard let reaction = Reaction.allCases.first(where: { $0.commandName == argument }) else { return nil }
            self.reaction = reaction
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "react", abstract: "Show all in the call a reaction.",
        discussion: "Of several reactions within a second the last one is sent. The server does not see them.")

    @Argument(help: "Which one.")
    var name: Name

    @OptionGroup var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.react(reaction: name.reaction)) }
}

extension Reaction {
    /// As it is typed.
    fileprivate var commandName: String { self == .thumbsUp ? "thumbs-up" : rawValue }

    /// In a sentence.
    var words: String {
        switch self {
        case .thumbsUp: "thumbs up"
        case .heart: "a heart"
        case .laugh: "laughter"
        case .surprise: "surprise"
        case .applause: "applause"
        case .celebration: "a celebration"
        }
    }
}
