import ECallLanguage
import NetworkCheck

/// The results of the network check, in lines for a person. Measurements have the field's English names, as in `--json`.
struct NetworkCheckFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    func lines(for report: NetworkReport) -> [String] {
        let advice = NetworkAdvice.texts(for: report).map(texts.string)
        var lines = [fact("server", text(report.server))]
        guard report.server.isReached else { return lines + advice }
        lines.append(fact("WebSocket", text(report.webSocket)))
        lines.append(fact("candidates", report.candidates.isEmpty ? "none" : report.candidates.joined(separator: ", ")))
        lines += report.relays.map { relay in
            fact(
                "TURN \(relay.transport.name)",
                "\(text(relay.reach)) (\(TerminalSanitizer.safe(relay.host)):\(relay.port))")
        }
        if let loss = report.loss { lines.append(fact("loss", "\(Int((loss * 100).rounded())) %")) }
        if let up = report.up { lines.append(fact("up", text(up))) }
        if let down = report.down { lines.append(fact("down", text(down))) }
        return lines + advice
    }

    private func fact(_ name: String, _ value: String) -> String {
        "  \(name)\(String(repeating: " ", count: max(1, 12 - name.count)))\(value)"
    }

    private func text(_ reach: NetworkReport.Reach) -> String {
        guard reach.isReached else { return reach.problem.map(TerminalSanitizer.safe) ?? "not reached" }
        return "reached" + (reach.roundTripMilliseconds.map { ", \(Int($0.rounded())) ms" } ?? "")
    }

    /// Kilobits below a megabit, tenths of megabits above.
    private func text(_ rate: NetworkReport.Rate) -> String {
        let tenths = (rate.bitsPerSecond + 50_000) / 100_000
        let amount =
            rate.bitsPerSecond < 1_000_000
            ? "\((rate.bitsPerSecond + 500) / 1_000) kbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
        return (rate.isAtLeast ? "at least " : "") + amount
    }
}
