import ECallLanguage
import Foundation
import PageVerification
import Synchronization

/// Writes what a command reports: lines for a person, or one JSON object a line. Diagnostics go to stderr alone.
final class Printer: Sendable {
    /// The receivers of lines; without their line feed.
    struct Sinks: Sendable {
        var output: @Sendable (String) -> Void
        var diagnostics: @Sendable (String) -> Void

        /// The sinks of this process. A line that couldn't be written is the last one, and `TerminationMonitor` is then
        /// notified.
        static var standard: Sinks {
            let watch = TerminationMonitor.current
            return Sinks(
                output: { line in
                    guard watch?.lostOutput == nil, let code = StandardOutput.write(line + "\n") else { return }
                    watch?.outputLost(code)
                }, diagnostics: { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) })
        }
    }

    let isJSON: Bool
    /// In the language of the person.
    let texts: Texts
    private let sinks: Sinks
    private let text: Mutex<EventFormatter>
    /// The last lines for a person; anyone who holds it is the only one that writes.
    private let recent = Mutex<[String]>([])
    private static let mostRecent = 8

    init(json: Bool, language: TerminalLanguage = .english, sinks: Sinks = .standard) {
        isJSON = json
        texts = language.texts
        text = Mutex(EventFormatter(texts))
        self.sinks = sinks
        TerminationMonitor.current?.speak(language)
    }

    /// Blocks printing while `body` runs, which gets the last printed lines.
    func exclusively(_ body: ([String]) -> Void) { recent.withLock { body($0) } }

    private func output(_ line: String) {
        recent.withLock { recent in
            sinks.output(line)
            recent = Array((recent + [line]).suffix(Self.mostRecent))
        }
    }

    func event(_ event: ReportedEvent) {
        if isJSON {
            write(event)
        } else if let line = text.withLock({ $0.line(for: event) }) {
            output(line)
        }
    }

    func result(_ result: CommandResult) {
        if isJSON {
            write(ResultJSON(result: result))
        } else {
            for line in ResultFormatter(texts).lines(for: result) { output(line) }
        }
    }

    func page(_ report: PageReport) {
        if isJSON {
            write(PageJSON(report))
        } else {
            for line in PageCheckFormatter.lines(for: report) { output(texts.string(line)) }
        }
    }

    /// Prints which language a person reads, for a program.
    func language(_ tag: String, isKept: Bool) { write(LanguageJSON(language: tag, isKept: isKept)) }

    /// Prints the content before the result.
    func content(_ content: AgentReply.Content) {
        switch content {
        case .event(let event): self.event(event)
        case .page(let result): self.result(result)
        case .result, .failure, .picture: break
        }
    }

    /// Prints a line for a person if a list is empty, or when an action is done; nothing in JSON.
    func remark(_ text: String) {
        if !isJSON { output(text) }
    }

    func remark(_ text: Text) { remark(texts.string(text)) }

    /// Prints progress for a person while a command is under way; not part of its output.
    func progress(_ text: String) {
        if !isJSON { diagnostic(text) }
    }

    func progress(_ text: Text) { progress(texts.string(text)) }

    func failure(_ failure: CommandFailure) {
        if isJSON { write(FailureJSON(failure: failure)) }
        // It may contain text of the server, or the name of a file or person, which these texts sanitize.
        diagnostic("ecall: " + texts.string(failure.text))
    }

    /// A failure whose sentence was an event already: a person reads it once.
    func reportedFailure(_ failure: CommandFailure) {
        if isJSON { self.failure(failure) }
    }

    /// Prints a line that a person should see and that isn't part of the output.
    func diagnostic(_ text: String) { recent.withLock { _ in sinks.diagnostics(text) } }

    private func write(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        // Names in it are chosen by strangers, and it may be read on a terminal.
        output(TerminalSanitizer.escapedInJSON(String(decoding: data, as: UTF8.self)))
    }
}

/// `{"isKept":true,"language":"vi","result":"language"}`
private struct LanguageJSON: Encodable {
    let result = "language"
    let language: String
    let isKept: Bool
}
