import ECallAPI
import ECallCalls
import ECallLanguage

/// Bars and sentences about how good a connection is.
enum QualityFormatter {
    /// Three signs, high ones for the level.
    static func bars(_ level: QualityLevel?) -> String {
        let all: [Character] = ["▂", "▄", "▆"]
        return String(all.enumerated().map { $0.offset < level?.bars ?? 0 ? $0.element : "·" })
    }

    /// About this device's own connection.
    static func own(_ level: QualityLevel) -> Text {
        switch level {
        case .good: .terminalQualityGood
        case .fair: .terminalQualityFair
        case .poor: .terminalQualityPoor
        case .lost: .terminalQualityLost
        }
    }

    /// The sentence about another person's connection.
    static func other(_ name: Text, _ level: QualityLevel) -> Text {
        switch level {
        case .good: .terminalQualityOfGood(name: name)
        case .fair: .terminalQualityOfFair(name: name)
        case .poor: .qualityWeakOne(name: name)
        case .lost: .terminalQualityOfLost(name: name)
        }
    }
}

/// Selects the changes to report: not that a connection that was never bad is good; not others' whose cause is the own connection.
struct QualityNews: Sendable {
    private var own: QualityLevel?
    private var others: [UserID: QualityLevel] = [:]

    mutating func own(_ level: QualityLevel, _ texts: Texts) -> String? {
        defer { own = level }
        // A lost connection is reported with the loss.
        guard level != .lost, own != nil || level != .good else { return nil }
        return "\(QualityFormatter.bars(level)) \(texts.string(QualityFormatter.own(level)))"
    }

    mutating func other(_ user: UserID, _ name: Text, _ level: QualityLevel, _ texts: Texts) -> String? {
        defer { others[user] = level }
        guard others[user] != nil || level != .good else { return nil }
        if let own, own <= level, level != .good { return nil }
        return "\(QualityFormatter.bars(level)) \(texts.string(QualityFormatter.other(name, level)))"
    }

    mutating func forget() { self = QualityNews() }
}
