import ArgumentParser

/// The calls that are answered without asking.
struct AutoAnswerOptions: ParsableArguments {
    /// The argument of `--auto-answer`; names are given separately. Accepts any text, because the parser would ignore one that
    /// is rejected here.
    struct Whom: ExpressibleByArgument, Equatable, CustomStringConvertible {
        static let contacts = Whom(argument: "contacts")
        static let anyone = Whom(argument: "anyone")

        let description: String

        init(argument: String) { description = argument }
    }

    @Option(
        defaultAsFlag: Whom.contacts, parsing: .next,
        help: ArgumentHelp(
            "Answer calls automatically, with video if the call has it: from contacts whose device you met in a call or verified, or that such a device confirms; with --from, only from those contacts. --auto-answer=anyone answers every call, even from people whose identity is unknown: every caller sees and hears this place. Other calls ring.",
            valueName: "contacts|anyone"))
    var autoAnswer: Whom?

    @Option(
        help: ArgumentHelp(
            "With --auto-answer, answer only these contacts. Repeat it, or separate names with commas.",
            valueName: "name"))
    var from: [String] = []

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "With --auto-answer, hang up when the caller leaves, even if others stay.")
    var leaveWithCaller = true

    @Option(
        help: ArgumentHelp(
            "With --auto-answer, hang up after this long, 1 to 86400.", valueName: "seconds"))
    var longest = AutoAnswer.usualLongest

    func validate() throws {
        guard autoAnswer == nil || autoAnswer == .contacts || autoAnswer == .anyone else {
            throw ValidationError("--auto-answer takes contacts or anyone. Names of contacts follow --from.")
        }
        guard from.isEmpty || autoAnswer == .contacts else {
            throw ValidationError(
                autoAnswer == nil
                    ? "--from needs --auto-answer."
                    : "Specify --from or --auto-answer=anyone, not both.")
        }
        guard from.isEmpty || !names.isEmpty else { throw ValidationError("--from takes names of contacts.") }
        guard longest.isFinite, (1...86_400).contains(longest) else {
            throw ValidationError("--longest takes seconds from 1 to 86400.")
        }
    }

    private var names: [String] {
        from.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix { $0.isWhitespace } }
            .map { String($0.reversed().drop { $0.isWhitespace }.reversed()) }.filter { !$0.isEmpty }
    }

    /// Nil answers nothing.
    var wish: AutoAnswer? {
        guard let autoAnswer else { return nil }
        let people: AutoAnswer.People =
            if autoAnswer == .anyone {
                .anyone
            } else if names.isEmpty {
                .trusted
            } else {
                .named(names)
            }
        return AutoAnswer(people: people, leavesWithCaller: leaveWithCaller, longest: longest)
    }
}
