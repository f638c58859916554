import ArgumentParser
import ECallLanguage

struct WhoAmICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show which account you are signed in to.",
        discussion: "Example:\n  ecall whoami")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).run(.whoAmI) }
}

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Sign out and erase this profile's tokens and keys.",
        discussion: "Example:\n  ecall logout")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).run(
            .signOut,
            remark: { _ in .signInSignedOut })
    }
}

struct TakeBackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take-back", abstract: "Restore an address that was removed from your account.",
        discussion:
            "Signs out every device of the account. Without a code, a terminal asks for it; - reads it from standard input.\n\nExample:\n  ecall take-back 4F7K-2M9P"
    )

    @Argument(help: ArgumentHelp("The code or link from the message about the removal.", valueName: "code"))
    var code: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        let code = try session.reporting { () throws(CommandFailure) in
            try TypedText(texts: session.printer.texts).text(
                self.code, asking: .terminalAskPlainCode, orElse: "ecall take-back -")
        }
        try await session.run(needsSignIn: false) { link, _ in
            let request = AgentCommand.takeBack(token: code, server: session.settings.server)
            session.printer.result(try await session.answered { try await link.result(of: request) })
            session.printer.remark(.terminalRestored(command: "ecall login"))
        }
    }
}

struct StopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop this profile's background agent. A call in progress ends.",
        discussion: "Example:\n  ecall stop")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.stopAgent()
    }
}

/// `ecall diagnose-memory`, for tests
struct DiagnoseMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose-memory", abstract: "Let the agent search its own memory for the call key.",
        shouldDisplay: false)

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).run(.diagnoseMemory) }
}

extension Session {
    /// Supported by agents of every version; does nothing if none is running.
    fileprivate func stopAgent() async throws {
        do {
            let profile = try settings.profileDirectory()
            guard let channel = await AgentSocket.connect(to: AgentFiles(profile).socket) else {
                printer.remark(.terminalNoAgent)
                return
            }
            try await AgentLink.withLink(over: channel) { link in
                do {
                    _ = try await link.result(of: .stop)
                } catch let failure as CommandFailure where failure == .noAgent {
                    // It ended before its answer was read, as requested.
                }
            }
            printer.result(.done)
            printer.remark(.terminalAgentDone)
        } catch let failure as CommandFailure {
            printer.failure(failure)
            throw failure.status.code
        }
    }
}
