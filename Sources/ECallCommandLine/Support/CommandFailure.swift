import ECallCalls

/// Why a command failed: a number for scripts and one sentence for a person. Never carries a secret.
public struct CommandFailure: Error, Sendable, Equatable, Codable {
    public var status: CommandStatus
    /// Says why and what to type next.
    public var message: String

    public init(_ status: CommandStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    static let notSignedIn = CommandFailure(.notSignedIn, "You are not signed in. Type: ecall login")
    static let signedOutByServer = CommandFailure(
        .notSignedIn,
        "This device was signed out by another of your devices or by the server. Type: ecall login. The keys of this profile are kept; ecall logout removes them."
    )
    static let signedOutHere = CommandFailure(
        .notSignedIn, "This profile was signed out with ecall logout, so no calls come in any more. Type: ecall login")
    static let unreachable = CommandFailure(
        .unreachable, "The server does not respond. Check the address (--server) and the network, then try again.")
    static let noAgent = CommandFailure(.agent, "The agent of this profile ended. Try again.")
    static let stopped = CommandFailure(
        .interrupted, "The agent of this profile was stopped, so no calls come in any more.")
    static let locked = CommandFailure(
        .locked,
        "The keys of this profile are sealed. Specify the secret with --passphrase-file, --key-file or ECALL_PASSPHRASE."
    )
    static let wrongSecret = CommandFailure(.locked, "This passphrase or key file does not open the profile's keys.")

    static func otherVersion(agent: String, command: String) -> CommandFailure {
        CommandFailure(
            .agent,
            "The agent of this profile is version \(agent), this command is \(command). Type: ecall stop")
    }
}

/// A failure that was reported as an event before: its sentence is not repeated to a person.
struct ReportedFailure: Error {
    let failure: CommandFailure

    init(_ failure: CommandFailure) { self.failure = failure }
}

extension CommandFailure {
    init(_ failure: CallFailure) {
        let status: CommandStatus =
            switch failure {
            case .alreadyInCall, .noCall, .nothingToConfirm, .over, .elsewhere, .tooManyUnmuted, .noPictures,
                .alreadyInThisCall, .notHost, .removed, .linkOver:
                .wrongState
            case .notInCall: .noSuchPerson
            case .notAvailable: .unavailable
            case .busy: .busy
            case .notLetIn: .declined
            case .signedOut: .notSignedIn
            case .offline: .unreachable
            case .server, .room, .media, .unusable, .encryption, .connectionLost, .tooFewFiles, .tooFewThreads: .failure
            }
        let next =
            switch failure {
            case .alreadyInCall: " Type: ecall hangup"
            case .noCall: " Type: ecall call <name>, or wait for calls: ecall listen"
            case .signedOut: " Type: ecall login"
            case .tooManyUnmuted: " List who can be heard: ecall participants"
            case .noPictures: " Hang up and call again with --video."
            case .alreadyInThisCall, .notInCall: " List participants: ecall participants"
            // The agent has the limits of the shell that started it.
            case .tooFewFiles(_, let limit): " Type: ecall stop; ulimit -n \(limit)   and then try again"
            case .tooFewThreads(_, let limit): " Type: ecall stop; ulimit -u \(limit)   and then try again"
            default: ""
            }
        self.init(status, failure.message + next)
    }
}

extension CommandStatus {
    /// The result of a finished call for the command that placed or answered it.
    ///
    /// - Parameter wasInCall: whether someone else was in it.
    init(_ reason: CallEndReason, wasInCall: Bool) {
        self =
            switch reason {
            case .hungUp, .remoteHungUp, .removed: wasInCall ? .ok : .cancelled
            case .cancelled: .cancelled
            case .declined: .declined
            case .notAnswered: .notAnswered
            case .busy: .busy
            case .answeredElsewhere, .declinedElsewhere: .elsewhere
            case .connectionLost, .remoteLost: .unreachable
            case .failed: .failure
            }
    }
}
