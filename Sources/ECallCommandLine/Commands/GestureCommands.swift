import ArgumentParser
import ECallSecurity

struct HandCommand: AsyncParsableCommand {
    enum Wish: String, ExpressibleByArgument, CaseIterable {
        case up, down
    }

    static let configuration = CommandConfiguration(
        commandName: "hand", abstract: "Raise or lower your hand.",
        discussion:
            "Everyone in the call sees it, and those who join later. Only you can lower it. The server does not see it.\n\nExample:\n  ecall hand up"
    )

    @Argument(help: "up or down")
    var wish: Wish

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.hand(isRaised: wish == .up)) }
}

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
        commandName: "react", abstract: "Send a reaction to everyone in the call.",
        discussion:
            "If you send several within a second, only the last one is sent. The server does not see them.\n\nExample:\n  ecall react heart"
    )

    @Argument(help: "The reaction.")
    var name: Name

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).runInCall(.react(reaction: name.reaction)) }
}

extension Reaction {
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
