import ArgumentParser
import ECallAPI
import ECallLanguage
import Foundation
import PageVerification

struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Check the page a server serves to browsers.",
        discussion: "Example:\n  ecall page verify https://calls.example.org",
        subcommands: [Verify.self])

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Compare every file of a server's page with the releases.",
            discussion:
                "Proves what was served to you now, not what others or browsers are served (docs/threat-model.md). Exits with status 1 if the page differs from every release.\n\nExample:\n  ecall page verify https://calls.example.org"
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions

        @Argument(help: "The server's URL.")
        var url: String

        @Option(
            help: ArgumentHelp(
                "Compare with a page made here by Scripts/bundle-page instead of with releases.",
                valueName: "directory"))
        var page: String?

        @Option(
            help: ArgumentHelp(
                "Trust the certificates in this PEM file instead of the system's.", valueName: "path"))
        var authority: String?

        func run() async throws {
            let settings = Settings(global, environment: ProcessInfo.processInfo.environment)
            let printer = Printer(json: settings.json, language: settings.language)
            do throws(CommandFailure) {
                let report = try await report(try made(), printer)
                printer.page(report)
                if let text = PageCheckFormatter.failure(of: report, known: PageRelease.kept.map(\.name)) {
                    throw CommandFailure(.failure, text)
                }
            } catch {
                printer.failure(error)
                throw error.status.code
            }
        }

        /// The page that was built here, if it should be compared with that.
        private func made() throws(CommandFailure) -> PageRelease? {
            guard let page else { return nil }
            do throws(PageRelease.Failure) {
                return try PageRelease(name: page, folder: URL(fileURLWithPath: page, isDirectory: true))
            } catch {
                switch error {
                case .noPage:
                    throw CommandFailure(
                        .usage, .terminalPageNone(directory: page, command: "Scripts/bundle-page \(page)"))
                case .unreadable(let file):
                    throw CommandFailure(.failure, .terminalFileUnreadable(path: "\(page)/\(file)"))
                }
            }
        }

        private func report(_ made: PageRelease?, _ printer: Printer) async throws(CommandFailure) -> PageReport {
            let (url, authority) = (url, authority)
            // It blocks, for as long as servers take.
            let result = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        returning: Result { () throws(PageFailure) in
                            let server = try PageServer(url, authority: authority)
                            let checked = { (done: Int, all: Int) in
                                if done % 10 == 0 || done == all {
                                    printer.progress(.terminalPageProgress(done: done, all: all))
                                }
                            }
                            let strays = PageVerifier.strays(Base62.randomToken())
                            guard let made else {
                                return try PageVerifier.find(
                                    among: PageRelease.kept, strays: strays, get: server.get, checked: checked)
                            }
                            return try PageVerifier.compare(
                                with: made, strays: strays, get: server.get, checked: checked)
                        })
                }
            }
            do throws(PageFailure) { return try result.get() } catch {
                throw PageCheckFormatter.failure(of: error, url: url)
            }
        }
    }
}
