import Foundation
import Synchronization

/// Writes what a command tells: lines for a person, or one JSON object a line. Diagnostics go to stderr alone.
final class Printer: Sendable {
    /// Where lines go; without their line feed.
    struct Sinks: Sendable {
        var output: @Sendable (String) -> Void
        var diagnostics: @Sendable (String) -> Void

        static let standard = Sinks(
            output: { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) },
            diagnostics: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
    }

    let isJSON: Bool
    private let sinks: Sinks
    private let text = Mutex(EventText())

    init(json: Bool, sinks: Sinks = .standard) {
        isJSON = json
        self.sinks = sinks
    }

    func event(_ event: ReportedEvent) {
        if isJSON {
            write(event)
        } else if let line = text.withLock({ $0.line(for: event) }) {
            sinks.output(line)
        }
    }

    func result(_ result: CommandResult) {
        if isJSON {
            write(ResultJSON(result: result))
        } else {
            for line in ResultText.lines(for: result) { sinks.output(line) }
        }
    }

    /// What comes before the result.
    func content(_ content: AgentReply.Content) {
        switch content {
        case .event(let event): self.event(event)
        case .page(let result): self.result(result)
        case .result, .failure: break
        }
    }

    /// What a person sees where there is nothing to list, or when something is done; nothing in JSON.
    func remark(_ text: String) {
        if !isJSON { sinks.output(text) }
    }

    func failure(_ failure: CommandFailure) {
        if isJSON { write(FailureJSON(failure: failure)) }
        sinks.diagnostics("ecall: \(failure.message)")
    }

    /// Something a person should see that is no part of the output.
    func diagnostic(_ text: String) { sinks.diagnostics(text) }

    private func write(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        sinks.output(String(decoding: data, as: UTF8.self))
    }
}
