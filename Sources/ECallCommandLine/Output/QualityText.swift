import ECallAPI
import ECallCalls

/// Bars and sentences about how good a connection is.
enum QualityText {
    /// Three signs, high ones for the level.
    static func bars(_ level: QualityLevel?) -> String {
        let all: [Character] = ["▂", "▄", "▆"]
        return String(all.enumerated().map { $0.offset < level?.bars ?? 0 ? $0.element : "·" })
    }

    /// About this device's own connection.
    static func own(_ level: QualityLevel) -> String {
        switch level {
        case .good: "Your connection is good."
        case .fair: "Your connection is fair. Audio and video may break up at times."
        case .poor: "Your connection is weak."
        case .lost: "Your connection is lost."
        }
    }

    /// The sentence about another person's connection.
    static func other(_ name: String, _ level: QualityLevel) -> String {
        switch level {
        case .good: "\(name)'s connection is good."
        case .fair: "\(name)'s connection is fair. Audio and video may break up at times."
        case .poor: "\(name)'s connection is weak."
        case .lost: "Nothing is received from \(name)."
        }
    }
}

/// Selects the changes to report: not that a connection that was never bad is good; not others' whose cause is the own connection.
struct QualityNews: Sendable {
    private var own: QualityLevel?
    private var others: [UserID: QualityLevel] = [:]

    mutating func own(_ level: QualityLevel) -> String? {
        defer { own = level }
        // A lost connection is reported with the loss.
        guard level != .lost, own != nil || level != .good else { return nil }
        return "\(QualityText.bars(level)) \(QualityText.own(level))"
    }

    mutating func other(_ user: UserID, _ name: String, _ level: QualityLevel) -> String? {
        defer { others[user] = level }
        guard others[user] != nil || level != .good else { return nil }
        if let own, own <= level, level != .good { return nil }
        return "\(QualityText.bars(level)) \(QualityText.other(name, level))"
    }

    mutating func forget() { self = QualityNews() }
}
