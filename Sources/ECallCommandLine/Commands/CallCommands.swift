import ArgumentParser
import ECallCalls
import ECallLanguage
import ECallMedia
import Foundation

struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call one or more contacts.",
        discussion:
            "Keys during a call: m mute, v camera, h raise hand, 1 to 6 reactions, p participants, q hang up, ? all keys.\n\nExamples:\n  ecall call Bo --video\n  ecall call Bo Cy --input film.mp4 --for 60",
        aliases: [])

    @Argument(help: ArgumentHelp("Names, how they begin, or user IDs.", valueName: "contact"))
    var contacts: [String]

    @Flag(help: "Send video.")
    var video = false

    @OptionGroup(title: "Media options") var media: MediaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).runCall(media, video: video) { .call(people: contacts, media: $0) }
    }
}

struct AnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer the incoming call.", discussion: "Example:\n  ecall answer --video")

    @Flag(help: "Send video.")
    var video = false

    @OptionGroup(title: "Media options") var media: MediaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        try await Session(global).runCall(media, video: video) { .answer(media: $0) }
    }
}

struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Wait for calls.",
        discussion:
            "Answer with ecall answer in another terminal, with the desktop notification (Linux), or automatically with --auto-answer. Keeps waiting while the server or the agent is unavailable. --stay-on-line ends an answered call, not the waiting. To wait whenever you are signed in to the desktop: ecall agent install\n\nExample:\n  ecall listen --auto-answer --from Bo --record calls"
    )

    @OptionGroup var answering: AutoAnswerOptions

    @Flag(help: "Exit after the first call.")
    var once = false

    @Flag(name: .customLong("no-notifications"), help: "Show incoming calls in this terminal only, not on the desktop.")
    var isQuiet = false

    @OptionGroup(title: "Media options") var media: MediaOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let desktop = desktop(ProcessInfo.processInfo.environment)
        let session = Session(global)
        let autoAnswer = answering.wish
        if let autoAnswer { session.printer.remark(autoAnswer.text) }
        // Each call has its own end.
        var ending = media.ending(video: true)
        ending.stayOnLine = nil
        try await session.runCall(media, video: true, until: ending, persistence: Persistence()) {
            .listen(
                autoAnswer: autoAnswer, once: once, media: $0, desktop: desktop, stayOnLine: media.stayOnLine)
        }
    }

    /// The desktop that shows calls; nil if there is none, or if it must not show any.
    func desktop(_ environment: [String: String]) -> Desktop? {
        guard !isQuiet, answering.autoAnswer != .anyone else { return nil }
        var desktop = Desktop(environment) { FileManager.default.fileExists(atPath: $0) }
        desktop?.rendering.playsSound = media.playsSound
        desktop?.language = Settings(global, environment: environment).language
        return desktop
    }
}

struct HangUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hangup", abstract: "End or cancel the call, even one started in another terminal.",
        discussion: "Example:\n  ecall hangup")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws { try await Session(global).run(.hangUp, remark: { _ in .terminalEndedHungUp }) }
}

extension Session {
    /// Runs a command that takes part in a call; the call's end decides the exit status.
    ///
    /// - Parameters:
    ///   - ending: nil takes that of the options.
    ///   - persistence: begins again where the agent or the server is away; nil fails then.
    func runCall(
        _ media: MediaOptions, video: Bool, until ending: ScriptedEnd? = nil, persistence: Persistence? = nil,
        _ command: @escaping @Sendable (MediaChoice) -> AgentCommand
    ) async throws {
        let ending = ending ?? media.ending(video: video)
        let deadline = ending.limit.map { ContinuousClock.now + $0 }
        let following = CallFollowing()
        defer { following.end() }
        let grace = settings.foreground ? TerminationMonitor.Grace.agent : TerminationMonitor.Grace.command
        let bell = media.silent ? nil : Bell.own(printer)
        try await run(persistence: persistence) { link, _ in
            defer { bell?.stop() }
            var ending = ending
            ending.limit = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            let environment = ProcessInfo.processInfo.environment
            let screen = media.render ? Self.screen(printer, environment) : nil
            let choice = try media.choice(video: video, environment: environment, box: screen?.box)
            let runner = CallRunner(
                link: link, printer: printer, screen: screen, keyboard: printer.isJSON ? nil : Keyboard.own(),
                interrupts: { TerminationMonitor.endings(within: grace) })
            let wanted = command(choice)
            let result: CommandResult
            do {
                result = try await runner.run(following.command(wanted), until: ending) { event in
                    following.take(event)
                    bell?.take(event)
                    if case .listening = event { persistence?.succeeded(printer) }
                }
            } catch let failure as CommandFailure
                where failure == .noAgent && following.isInCall && !settings.foreground
            {
                following.agentLost()
                // A listening command learns of the return from the next agent.
                let isListening = if case .listen = wanted { true } else { false }
                printer.diagnostic(
                    printer.texts.string(
                        isListening ? .terminalAgentKilled : .hint(.terminalAgentKilled, .terminalReturning)))
                throw AgentLost()
            }
            printer.result(result)
            guard case .call(let summary) = result else { return }
            if media.timing {
                for line in SetUpTimingFormatter.lines(for: summary.statistics.setUp) { printer.remark(line) }
            }
            let status = CommandStatus(summary.reason, wasInCall: following.wasInCall(summary.id))
            guard status != .ok else { return }
            throw ReportedFailure(CommandFailure(status, EventFormatter.text(for: summary)))
        }
    }

    /// The terminal to draw pictures on; nil if there is none, or if a program reads.
    private static func screen(_ printer: Printer, _ environment: [String: String]) -> PictureScreen? {
        guard !printer.isJSON, let terminal = TerminalLink.own(environment) else { return nil }
        return PictureScreen(terminal, graphics: terminal.graphics(environment), printer: printer)
    }
}
