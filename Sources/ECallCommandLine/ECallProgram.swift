import ArgumentParser
import ECallAPI
import Foundation

/// The command `ecall`.
struct ECallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecall", abstract: "End-to-end encrypted calls from the command line.",
        discussion: "Exit status:\n" + CommandStatus.table,
        version: ProductVersion.current,
        subcommands: [
            LoginCommand.self, LogoutCommand.self, TakeBackCommand.self, WhoAmICommand.self, ShareCommand.self,
            PersonalLinkCommand.self,
            AddCommand.self,
            RequestsCommand.self, AcceptCommand.self, DeclineCommand.self, ContactsCommand.self,
            FavoriteCommand.self, SearchCommand.self, BlockCommand.self, UnblockCommand.self, BlockedCommand.self,
            ReportCommand.self,
            VerifyCommand.self, TrustCommand.self, DevicesCommand.self,
            CallCommand.self,
            ListenCommand.self, AnswerCommand.self, HangUpCommand.self, ConfirmCommand.self, StatusCommand.self,
            InviteCommand.self, CallLinkCommand.self, JoinCommand.self, ParticipantsCommand.self, MuteCommand.self,
            UnmuteCommand.self, CameraCommand.self,
            VolumeCommand.self, RemoveCommand.self, HandCommand.self, ReactCommand.self, ScreenCommand.self,
            MediaCommand.self, NetworkCheckCommand.self, PageCommand.self,
            StopCommand.self,
            AgentProcessCommand.self,
            DiagnoseMemoryCommand.self,
        ])
}

/// Runs `ecall`.
public enum ECallProgram {
    /// Runs it as this process, which ends with its status, or by the signal that ended it.
    ///
    /// - Parameter arguments: without the program's name.
    public static func main(_ arguments: [String]) async -> Never {
        StandardOutput.reserve()
        Signals.ignoreBrokenPipes()
        let watch = EndingWatch.begin()
        watch.finish(await EndingWatch.$current.withValue(watch) { await run(arguments) })
    }

    /// Parses the arguments (without the program's name), runs the command, returns the exit status.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            var command = try ECallCommand.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return CommandStatus.ok.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            if let unknown = unknownCommand(in: arguments) {
                try? FileHandle.standardError.write(contentsOf: Data((unknown + "\n").utf8))
                return CommandStatus.usage.rawValue
            }
            return report(error)
        }
    }

    /// The parser takes the name of a command that it does not know for an argument too many.
    static func unknownCommand(in arguments: [String]) -> String? {
        let names = ECallCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let first = arguments.first, !first.hasPrefix("-"), !names.contains(first) else { return nil }
        let near = names.filter { $0.hasPrefix(first.prefix(3)) }.map { "ecall \($0)" }
        let hint = near.isEmpty ? "" : "Did you mean: \(near.joined(separator: ", "))? "
        return "There is no command \(TerminalText.safe(first)). \(hint)All of them: ecall --help"
    }

    /// What the parser has to say: help and version on stdout, a wrong command line on stderr.
    private static func report(_ error: any Error) -> Int32 {
        let text = ECallCommand.fullMessage(for: error) + "\n"
        let diagnostics = Data(text.utf8)
        switch ECallCommand.exitCode(for: error) {
        case .success:
            if let code = StandardOutput.write(text) { EndingWatch.current?.outputLost(code) }
            return CommandStatus.ok.rawValue
        case .validationFailure:
            try? FileHandle.standardError.write(contentsOf: diagnostics)
            return CommandStatus.usage.rawValue
        default:
            try? FileHandle.standardError.write(contentsOf: diagnostics)
            return CommandStatus.failure.rawValue
        }
    }
}

extension CommandStatus {
    /// For the argument parser, which ends the program with it.
    var code: ExitCode { ExitCode(rawValue) }
}
