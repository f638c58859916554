/// The exit status of a command, as `ecall --help` and docs/command-line.md list it. Scripts rely on the numbers.
///
/// A call's is 0 only if someone else was in it. A process that a signal has ended has no status of its own; shells show 128 and the
/// signal's number.
public enum CommandStatus: Int32, Sendable, CaseIterable, Codable {
    case ok = 0
    /// A failure without a status of its own; the sentence on stderr tells which.
    case failure = 1
    /// The command line is wrong.
    case usage = 2
    /// No one is signed in with this profile.
    case notSignedIn = 3
    /// The server does not answer, or the connection was lost.
    case unreachable = 4
    /// The call rang until its time was over.
    case notAnswered = 5
    /// No contact or request has this name, or several have.
    case noSuchPerson = 6
    /// The profile's keys are sealed and the secret is missing or wrong.
    case locked = 7
    /// The profile's agent is missing, of another version, or does not speak the protocol.
    case agent = 8
    /// There is no call to answer, decline or hang up, or one is running already.
    case wrongState = 9
    /// The call was declined, or its link's owner didn't let the person in.
    case declined = 10
    /// The person called is in another call.
    case busy = 11
    /// The call ended before anyone else was in it, and no one declined it.
    case cancelled = 12
    /// Another device of the person has taken or declined the call.
    case elsewhere = 13
    /// The person called has no device that can be rung.
    case unavailable = 14
    /// The output could not be written.
    case output = 15
    /// Ended by the closing of the terminal, SIGHUP.
    case terminalClosed = 129
    /// Ended by Ctrl-C, SIGINT, or by whatever stopped the agent.
    case interrupted = 130
    /// Ended by Ctrl-\, SIGQUIT.
    case quit = 131
    /// The reader of the output has closed it, SIGPIPE.
    case readerGone = 141
    /// Ended by SIGTERM.
    case terminated = 143

    /// A line for the table.
    public var meaning: String {
        switch self {
        case .ok: "success; for a call, someone else joined it"
        case .failure: "failure, explained on stderr"
        case .usage: "invalid command line"
        case .notSignedIn: "not signed in"
        case .unreachable: "server unreachable, or connection lost"
        case .notAnswered: "call not answered"
        case .noSuchPerson: "no such person, or several match"
        case .locked: "keys are locked: passphrase or key file missing or wrong"
        case .agent: "agent missing, or of another version"
        case .wrongState: "no call, or already in a call"
        case .declined: "call declined"
        case .busy: "the person called is in another call"
        case .cancelled: "call cancelled before anyone answered"
        case .elsewhere: "call answered or declined on another device"
        case .unavailable: "the person called has no device that can ring"
        case .output: "output could not be written"
        case .terminalClosed: "ended by SIGHUP (terminal closed)"
        case .interrupted: "ended by SIGINT (Ctrl-C)"
        case .quit: "ended by SIGQUIT (Ctrl-\\)"
        case .readerGone: "ended by SIGPIPE (output no longer read)"
        case .terminated: "ended by SIGTERM"
        }
    }

    /// All of them, a line each.
    static var table: String { allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n") }
}
