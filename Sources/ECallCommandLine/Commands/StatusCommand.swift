import ArgumentParser
import ECallCalls
import ECallCore
import ECallLanguage
import Foundation
import Synchronization

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the call, its participants and the quality of the connections.",
        discussion:
            "On a terminal, updates every second until the call ends or you press Ctrl-C.\n\nExample:\n  ecall status --once --json"
    )

    @Flag(help: "Show it once, then exit.")
    var once = false

    @Flag(help: "Keep updating until the call ends, even if the output is not a terminal.")
    var follow = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard !once || !follow else { throw ValidationError("Specify --once or --follow, not both.") }
    }

    func run() async throws {
        let session = Session(global)
        let terminal = TerminalLink.own(ProcessInfo.processInfo.environment)
        let display = StatusDisplay(printer: session.printer, terminal: session.printer.isJSON ? nil : terminal)
        let isLive = !once && (follow || terminal != nil)
        try await session.run(withoutAgent: CommandFailure(CallFailure.noCall)) { link, _ in
            try await StatusFollower(display: display, isLive: isLive).run {
                guard case .status(let call) = try await link.result(of: .status) else {
                    throw CommandFailure.malformed
                }
                return call
            }
        }
    }
}

/// Shows the status of a call, once or every second until it is over.
struct StatusFollower: Sendable {
    let display: StatusDisplay
    let isLive: Bool
    var time: any TimeSource = SystemTime()
    /// Ctrl-C, and its relatives.
    var interrupts: @Sendable () -> AsyncStream<Int32> = {
        TerminationMonitor.endings(within: TerminationMonitor.Grace.command)
    }

    /// - Parameter ask: returns the current state; nil if there is no call.
    func run(_ ask: @escaping @Sendable () async throws -> CallOverview?) async throws {
        guard let call = try await ask() else { throw CommandFailure(CallFailure.noCall) }
        display.show(call)
        guard isLive else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in interrupts() { return }
            }
            group.addTask {
                while (try? await time.sleep(for: .seconds(1))) != nil {
                    guard let call = try await ask() else { return display.isOver() }
                    guard !Task.isCancelled else { return }
                    display.show(call)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// The output of the status: overwritten in place on a terminal, otherwise appended.
final class StatusDisplay: Sendable {
    private let printer: Printer
    private let terminal: TerminalLink?
    private let shown = Mutex(0)

    init(printer: Printer, terminal: TerminalLink?) { (self.printer, self.terminal) = (printer, terminal) }

    func show(_ call: CallOverview) {
        guard let terminal else { return printer.result(.status(call: call)) }
        // A line that wraps would be two to go back.
        let width = max(20, (terminal.size?.columns ?? 80) - 1)
        let lines = CallStatusFormatter(printer.texts).lines(for: call).map { String($0.prefix(width)) }
        let back = shown.withLock { shown in
            defer { shown = lines.count }
            return shown
        }
        let start = back > 0 ? "\u{1B}[\(back)A\r\u{1B}[J" : ""
        _ = terminal.write(start + lines.map { $0 + "\n" }.joined())
    }

    func isOver() { printer.remark(.terminalEndedHungUp) }
}
