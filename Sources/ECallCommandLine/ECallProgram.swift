import ArgumentParser
import ECallAPI
import Foundation

struct ECallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecall", abstract: "End-to-end encrypted calls from the command line.",
        discussion: "Exit status:\n" + CommandStatus.table,
        version: ProductVersion.current,
        subcommands: [DiagnoseMemoryCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Account",
                subcommands: [
                    LoginCommand.self, LogoutCommand.self, WhoAmICommand.self, DevicesCommand.self,
                    TakeBackCommand.self,
                ]),
            CommandGroup(
                name: "People",
                subcommands: [
                    ContactsCommand.self, ShareCommand.self, PersonalLinkCommand.self, AddCommand.self,
                    RequestsCommand.self, AcceptCommand.self, SearchCommand.self, FavoriteCommand.self,
                    BlockCommand.self, UnblockCommand.self, BlockedCommand.self, ReportCommand.self,
                    VerifyCommand.self, TrustCommand.self,
                ]),
            CommandGroup(
                name: "Calls",
                subcommands: [
                    CallCommand.self, ListenCommand.self, AnswerCommand.self, DeclineCommand.self, HangUpCommand.self,
                    JoinCommand.self, CallLinkCommand.self,
                ]),
            CommandGroup(
                name: "In a call",
                subcommands: [
                    StatusCommand.self, ParticipantsCommand.self, InviteCommand.self, ConfirmCommand.self,
                    MuteCommand.self, UnmuteCommand.self, CameraCommand.self, VolumeCommand.self, ScreenCommand.self,
                    HandCommand.self, ReactCommand.self, RemoveCommand.self,
                ]),
            CommandGroup(
                name: "This machine",
                subcommands: [
                    ConfigCommand.self, MediaCommand.self, NetworkCheckCommand.self, PageCommand.self,
                    AgentProcessCommand.self,
                    StopCommand.self,
                ]),
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
        let watch = TerminationMonitor.begin()
        watch.finish(await TerminationMonitor.$current.withValue(watch) { await run(arguments) })
    }

    /// Parses the arguments (without the program's name), runs the command, returns the exit status.
    public static func run(_ arguments: [String]) async -> Int32 {
        if let unknown = unknownCommand(inHelp: arguments) { return refuse(unknown) }
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
            if let unknown = unknownCommand(in: arguments) { return refuse(unknown) }
            return report(error)
        }
    }

    private static func refuse(_ reason: String) -> Int32 {
        try? FileHandle.standardError.write(contentsOf: Data((reason + "\n").utf8))
        return CommandStatus.usage.rawValue
    }

    /// The parser reports an unknown command as an unexpected argument.
    static func unknownCommand(in arguments: [String]) -> String? {
        let names = names(of: ECallCommand.self) + ["help"]
        guard let first = arguments.first, !first.hasPrefix("-"), !names.contains(first) else { return nil }
        return unknown(first, of: "ecall", names)
    }

    /// The parser ignores an unknown command after `help`.
    static func unknownCommand(inHelp arguments: [String]) -> String? {
        guard arguments.first == "help" else { return nil }
        var (command, path): (any ParsableCommand.Type, String) = (ECallCommand.self, "ecall")
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            let next = command.configuration.subcommands.first { $0.configuration.commandName == word }
            guard let next else { return unknown(word, of: path, names(of: command)) }
            (command, path) = (next, "\(path) \(word)")
        }
        return nil
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func unknown(_ word: String, of path: String, _ names: [String]) -> String {
        let near = names.filter { $0.hasPrefix(word.prefix(3)) }.map { "\(path) \($0)" }
        let hint = near.isEmpty ? "" : "Did you mean: \(near.joined(separator: ", "))? "
        return "There is no command \(TerminalSanitizer.safe(word)). \(hint)All of them: \(path) --help"
    }

    /// The parser's output: help and version on stdout, a wrong command line on stderr.
    private static func report(_ error: any Error) -> Int32 {
        let text = UsageFormatter.shortened(ECallCommand.fullMessage(for: error)) + "\n"
        let diagnostics = Data(text.utf8)
        switch ECallCommand.exitCode(for: error) {
        case .success:
            if let code = StandardOutput.write(text) { TerminationMonitor.current?.outputLost(code) }
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
