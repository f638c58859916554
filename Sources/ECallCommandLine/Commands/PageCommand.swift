import ArgumentParser
import ECallAPI
import Foundation
import PageVerification

/// `ecall page`
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Check the page that a server serves to browsers.",
        subcommands: [Verify.self])

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Say which release's page a server serves; every file is compared.",
            discussion:
                "Proves what was served to you just now, not what others are served, or browsers (docs/threat-model.md). Exit status 1 where the page is no release, or differs from it."
        )

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The server: https://calls.example.org")
        var url: String

        @Option(
            help: ArgumentHelp(
                "Compare with the page that Scripts/bundle-page has made here, instead of with releases.",
                valueName: "directory"))
        var page: String?

        @Option(
            help: ArgumentHelp(
                "A file of certificates (PEM) that are trusted instead of the system's.", valueName: "path"))
        var authority: String?

        func run() async throws {
            let settings = Settings(global, environment: ProcessInfo.processInfo.environment)
            let printer = Printer(json: settings.json)
            do throws(CommandFailure) {
                let report = try await report(try made(), printer)
                printer.page(report)
                if let sentence = PageText.failure(of: report, known: PageRelease.kept.map(\.name)) {
                    throw CommandFailure(.failure, sentence)
                }
            } catch {
                printer.failure(error)
                throw error.status.code
            }
        }

        /// The page that was made here, where it is to be compared with that.
        private func made() throws(CommandFailure) -> PageRelease? {
            guard let page else { return nil }
            do throws(PageRelease.Failure) {
                return try PageRelease(name: page, folder: URL(fileURLWithPath: page, isDirectory: true))
            } catch {
                switch error {
                case .noPage:
                    throw CommandFailure(
                        .usage, "There is no page in \(page). Scripts/bundle-page \(page) makes one of the sources.")
                case .unreadable(let file): throw CommandFailure(.failure, "\(page)/\(file) cannot be read.")
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
                                    printer.progress("Compared \(done) of \(all) files.")
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
            do throws(PageFailure) { return try result.get() } catch { throw PageText.failure(of: error, url: url) }
        }
    }
}
