import ArgumentParser
import NetworkCheck

/// `ecall netcheck`
struct NetworkCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netcheck", abstract: "Check what this network lets through, and what to do about it.",
        discussion: "Takes up to half a minute and less than three megabytes. Exit status 4 where no call can be made.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .checkNetwork) { content in
                if case .event(.checking(let step)) = content, !session.printer.isJSON {
                    session.printer.progress(NetworkText.line(for: step))
                } else {
                    session.printer.content(content)
                }
            }
            session.printer.result(result)
            guard case .network(let report) = result, !report.carriesCalls else { return }
            let sentence = NetworkAdvice.sentences(for: report).first ?? ""
            throw ReportedFailure(CommandFailure(.unreachable, sentence))
        }
    }
}
