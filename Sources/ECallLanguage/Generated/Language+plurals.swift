// swift-format-ignore-file
// Made by Scripts/texts.py of plural-rules.json.

extension Language {
    /// The kind of number that this is (plural rules of cardinals, Unicode CLDR).
    public func category(of number: PluralOperands) -> PluralCategory {
        switch self {
        case .arabic:
            if number.isWhole && number.integer == 0 { return .zero }
            if number.isWhole && number.integer == 1 { return .one }
            if number.isWhole && number.integer == 2 { return .two }
            if number.isWhole && (3...10).contains(number.integer % 100) { return .few }
            if number.isWhole && (11...99).contains(number.integer % 100) { return .many }
            return .other
        case .german, .english:
            if number.integer == 1 && number.fractionDigits == 0 { return .one }
            return .other
        case .spanish:
            if number.isWhole && number.integer == 1 { return .one }
            if number.integer != 0 && number.integer % 1000000 == 0 && number.fractionDigits == 0 { return .many }
            return .other
        case .french:
            if (0...1).contains(number.integer) { return .one }
            if number.integer != 0 && number.integer % 1000000 == 0 && number.fractionDigits == 0 { return .many }
            return .other
        case .hindi:
            if number.integer == 0 || number.isWhole && number.integer == 1 { return .one }
            return .other
        case .italian:
            if number.integer == 1 && number.fractionDigits == 0 { return .one }
            if number.integer != 0 && number.integer % 1000000 == 0 && number.fractionDigits == 0 { return .many }
            return .other
        case .japanese, .khmer, .korean, .thai, .vietnamese, .chinese:
            return .other
        case .portuguese:
            if (0...1).contains(number.integer) { return .one }
            if number.integer != 0 && number.integer % 1000000 == 0 && number.fractionDigits == 0 { return .many }
            return .other
        case .russian:
            if number.fractionDigits == 0 && number.integer % 10 == 1 && number.integer % 100 != 11 { return .one }
            if number.fractionDigits == 0 && (2...4).contains(number.integer % 10) && !(12...14).contains(number.integer % 100) { return .few }
            if number.fractionDigits == 0 && number.integer % 10 == 0 || number.fractionDigits == 0 && (5...9).contains(number.integer % 10) || number.fractionDigits == 0 && (11...14).contains(number.integer % 100) { return .many }
            return .other
        }
    }
}
