import ECallCalls
public import ECallLanguage

/// Why a command failed: a number for scripts and one sentence for a person. Never carries a secret.
public struct CommandFailure: Error, Sendable, Equatable, Codable {
    public var status: CommandStatus
    /// Gives the reason, and what to type next.
    public var text: Text

    public init(_ status: CommandStatus, _ text: Text) { (self.status, self.text) = (status, text) }

    /// The text in English, for programs.
    var message: String { scriptTexts.string(text) }

    static let notSignedIn = CommandFailure(
        .notSignedIn, .hint(.terminalNotSignedIn, .terminalType(command: "ecall login")))
    static let signedOutByServer = CommandFailure(
        .notSignedIn,
        .hint(
            .terminalSignedOutByServer,
            .hint(.terminalType(command: "ecall login"), .terminalKeysKept(command: "ecall logout"))))
    static let signedOutHere = CommandFailure(
        .notSignedIn, .hint(.terminalSignedOutHere, .terminalType(command: "ecall login")))
    static let unreachable = CommandFailure(.unreachable, .terminalUnreachable(option: "--server"))
    static let noAgent = CommandFailure(.agent, .terminalAgentEnded)
    static let stopped = CommandFailure(.interrupted, .terminalAgentStopped)
    static let locked = CommandFailure(
        .locked, .terminalLocked(options: "--passphrase-file, --key-file, ECALL_PASSPHRASE"))
    static let wrongSecret = CommandFailure(.locked, .terminalWrongSecret)

    static func otherVersion(agent: String, command: String) -> CommandFailure {
        CommandFailure(
            .agent,
            .hint(
                .terminalOtherVersion(agent: agent, version: command), .terminalType(command: "ecall stop")))
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
        let next: Text? =
            switch failure {
            case .alreadyInCall: .terminalType(command: "ecall hangup")
            case .noCall:
                .hint(.terminalType(command: "ecall call <name>"), .terminalType(command: "ecall listen"))
            case .signedOut: .terminalType(command: "ecall login")
            case .tooManyUnmuted, .alreadyInThisCall, .notInCall: .terminalType(command: "ecall participants")
            case .noPictures: .terminalType(command: "ecall call <name> --video")
            // The agent has the limits of the shell that started it.
            case .tooFewFiles(_, let limit): .terminalType(command: "ecall stop; ulimit -n \(limit)")
            case .tooFewThreads(_, let limit): .terminalType(command: "ecall stop; ulimit -u \(limit)")
            default: nil
            }
        self.init(status, next.map { .hint(failure.text, $0) } ?? failure.text)
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

extension Text {
    /// A sentence, and what to do then.
    static func hint(_ sentence: Text, _ next: Text) -> Text { .commonTwoSentences(first: sentence, second: next) }
}
