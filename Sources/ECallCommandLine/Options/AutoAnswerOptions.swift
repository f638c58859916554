import ArgumentParser

/// Which calls are taken without asking anybody.
struct AutoAnswerOptions: ParsableArguments {
    /// What follows `--auto-answer`; names are given apart. Any text: the parser ignores one that is refused here.
    struct Whom: ExpressibleByArgument, Equatable, CustomStringConvertible {
        static let contacts = Whom(argument: "contacts")
        static let anyone = Whom(argument: "anyone")

        let description: String

        init(argument: String) { description = argument }
    }

    @Option(
        defaultAsFlag: Whom.contacts, parsing: .next,
        help: ArgumentHelp(
            "Take calls at once, with pictures when the call has them: of contacts on devices that you have met in a call or verified, or that such a device vouches for; with --from, of those contacts alone. --auto-answer=anyone takes every call, also of people who only say that they are somebody: whoever rings sees and hears what is here. What is not taken rings.",
            valueName: "contacts|anyone"))
    var autoAnswer: Whom?

    @Option(
        help: ArgumentHelp(
            "With --auto-answer, take calls of these contacts alone; repeat it, or separate names by commas.",
            valueName: "name"))
    var from: [String] = []

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "With --auto-answer, hang up when the caller has left, though others are still there.")
    var leaveWithCaller = true

    @Option(
        help: ArgumentHelp(
            "With --auto-answer, hang up after this long: 1 to 86400.", valueName: "seconds"))
    var longest = AutoAnswer.usualLongest

    func validate() throws {
        guard autoAnswer == nil || autoAnswer == .contacts || autoAnswer == .anyone else {
            throw ValidationError("--auto-answer takes contacts or anyone. Names of contacts follow --from.")
        }
        guard from.isEmpty || autoAnswer == .contacts else {
            throw ValidationError(
                autoAnswer == nil
                    ? "--from says whom --auto-answer answers: give both."
                    : "Give --from or --auto-answer=anyone, not both.")
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
