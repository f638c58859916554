/// What a command's exit status says. Documented in `ecall help`; scripts rely on the numbers.
public enum CommandStatus: Int32, Sendable, CaseIterable, Codable {
    case ok = 0
    /// Something failed that has no number of its own; the sentence on stderr says what.
    case failure = 1
    /// The command line is wrong.
    case usage = 2
    /// Nobody is signed in with this profile.
    case notSignedIn = 3
    /// The server does not answer, or the connection was lost.
    case unreachable = 4
    /// The call was not answered, refused, busy, or ended by the other side before anybody joined.
    case notAnswered = 5
    /// No contact or request has this name, or several have.
    case noSuchPerson = 6
    /// The profile's keys are sealed and the secret is missing or wrong.
    case locked = 7
    /// The profile's agent is missing, of another version, or does not speak the protocol.
    case agent = 8
    /// There is no call to answer, decline or hang up, or one is running already.
    case wrongState = 9
    /// Ended by Ctrl-C before there was a result.
    case interrupted = 130

    /// One line for the list in the help.
    public var meaning: String {
        switch self {
        case .ok: "done"
        case .failure: "failed; the sentence on stderr says why"
        case .usage: "wrong command line"
        case .notSignedIn: "not signed in"
        case .unreachable: "server not reachable, or connection lost"
        case .notAnswered: "not answered, declined or busy"
        case .noSuchPerson: "no such person, or more than one"
        case .locked: "keys are sealed: secret missing or wrong"
        case .agent: "agent missing or of another version"
        case .wrongState: "no call, or already in one"
        case .interrupted: "interrupted"
        }
    }
}
