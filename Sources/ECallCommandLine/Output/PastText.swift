import ECallCalls
import Foundation

/// The past of a device, in words of a terminal.
struct PastText {
    var timeZone = TimeZone.current

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The name of a device wherever it is shown: `Says Linux · since 28 Nov`; nil if nothing is known of it.
    func name(_ past: DevicePast) -> String? {
        let says = past.says.map { "Says " + TerminalText.safe($0) }
        let since = past.since.map { "since " + day($0) }
        let parts = [says, since].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The device's trust; nil if the reason why it is held says it.
    func word(_ word: DevicePast.Word) -> String? {
        switch word {
        case .verified: "Verified"
        case .vouched(let since): "Confirmed by another of their devices" + (since.map { " since " + day($0) } ?? "")
        case .confirmed(let at): "Confirmed by you" + (at.map { " on " + day($0) } ?? "")
        case .calls(let count, let since?) where count > 0:
            "In \(count) \(count == 1 ? "call" : "calls") since " + month(since)
        case .calls: "In earlier calls"
        case .first: "First call with them"
        case .listed: "Not seen in a call yet"
        case .held: nil
        }
    }

    /// Both, if there is anything to print.
    func line(_ past: DevicePast) -> String? {
        let parts = [name(past), word(past.word)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func day(_ moment: DevicePast.Moment) -> String {
        let parts = parts(of: moment)
        return "\(parts.day ?? 0) \(Self.name(of: parts).prefix(3))" + year(of: parts, moment)
    }

    private func month(_ moment: DevicePast.Moment) -> String {
        let parts = parts(of: moment)
        return Self.name(of: parts) + year(of: parts, moment)
    }

    private static func name(of parts: DateComponents) -> String { months[((parts.month ?? 1) - 1) % 12] }

    private func year(of parts: DateComponents, _ moment: DevicePast.Moment) -> String {
        moment.hasYear ? " \(parts.year ?? 0)" : ""
    }

    private func parts(of moment: DevicePast.Moment) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
        return calendar.dateComponents([.year, .month, .day], from: date)
    }
}
