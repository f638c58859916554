import ArgumentParser
import ECallLanguage
import NetworkCheck

struct NetworkCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netcheck", abstract: "Test the network for calls, and suggest fixes.",
        discussion:
            "Tests UDP, TCP and TLS relays, packet loss and bandwidth. Takes up to 30 seconds and 3 MB of data. Exits with status 4 if calls are not possible.\n\nExample:\n  ecall netcheck"
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
        let session = Session(global)
        try await session.run { link, _ in
            let result = try await link.result(of: .checkNetwork) { content in
                if case .event(.checking(let step)) = content, !session.printer.isJSON {
                    session.printer.progress(session.printer.texts.string(step.text))
                } else {
                    session.printer.content(content)
                }
            }
            session.printer.result(result)
            guard case .network(let report) = result, !report.carriesCalls else { return }
            let advice = NetworkAdvice.texts(for: report).first ?? .callFailureOffline
            throw ReportedFailure(CommandFailure(.unreachable, advice))
        }
    }
}
