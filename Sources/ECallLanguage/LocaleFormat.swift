/// Numbers, dates and lists as a locale writes them (Unicode CLDR, by Scripts/locale-formats.mjs). The page does the same by `Intl`.
public struct LocaleFormat: Sendable {
    /// A day of the calendar that everyone's servers count in; month and day from 1.
    public struct Day: Sendable, Equatable {
        public var year: Int
        public var month: Int
        public var day: Int

        public init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }
    }

    private let zero: UInt32
    private let group: String
    private let decimal: String
    /// The digits that there are before the first sign of groups, at least.
    private let leastBeforeGroups: Int
    /// The digits of the last group, and of those before it.
    private let lastGroup: Int
    private let otherGroups: Int
    /// How far the years of its calendar are ahead.
    private let yearOffset: Int
    private let shortMonths: [String]
    private let months: [String]
    private let monthsWithYear: [String]
    private let dayPattern: String
    private let dayAndYearPattern: String
    private let monthAndYearPattern: String
    /// Between two, after the first of more, between the next ones, before the last.
    private let joints: [String]

    /// - Parameter locale: a tag (BCP 47); if it is of another language, or of none, the language's own is used.
    init(_ language: Language, locale: String?) {
        let fields = Self.record(language, locale ?? "").split(separator: "|", omittingEmptySubsequences: false)
        func names(_ place: Int) -> [String] { fields[place].split(separator: ";").map(String.init) }
        func number(_ place: Int) -> Int { Int(fields[place]) ?? 0 }
        zero = fields[1].unicodeScalars.first?.value ?? 48
        (group, decimal) = (String(fields[2]), String(fields[3]))
        (leastBeforeGroups, lastGroup, otherGroups, yearOffset) = (number(4), number(5), number(6), number(7))
        (shortMonths, months, monthsWithYear) = (names(8), names(9), names(10))
        (dayPattern, dayAndYearPattern, monthAndYearPattern) = (
            String(fields[11]), String(fields[12]), String(fields[13])
        )
        joints = fields[14..<18].map(String.init)
    }

    // MARK: - Numbers

    /// `1,234` or `١٬٢٣٤`.
    public func number(_ number: Int) -> String {
        let digits = Array(String(number.magnitude).utf8)
        let isGrouped = digits.count >= lastGroup + leastBeforeGroups
        var made = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            let left = digits.count - place
            if isGrouped, place > 0, left >= lastGroup, (left - lastGroup) % otherGroups == 0 { made += group }
            made += self.digit(digit)
        }
        return made
    }

    /// Tenths with one digit after the sign: 12 is `1.2`.
    public func tenths(_ tenths: Int) -> String {
        (tenths < 0 ? "-" : "") + number(Int((tenths.magnitude / 10))) + decimal + number(Int(tenths.magnitude % 10))
    }

    /// Digits as they are, such as of a clock, in the digits of the locale.
    public func digits(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 128 } && zero != 48
            ? text.utf8.map { (48...57).contains($0) ? digit($0) : String(Character(Unicode.Scalar($0))) }.joined()
            : text
    }

    private func digit(_ ascii: UInt8) -> String {
        Unicode.Scalar(zero + UInt32(ascii - 48)).map { String(Character($0)) } ?? ""
    }

    // MARK: - Dates

    /// `Nov 28`, or with the year `Nov 28, 2026`.
    public func day(_ day: Day, hasYear: Bool) -> String {
        filled(hasYear ? dayAndYearPattern : dayPattern, day, shortMonths)
    }

    /// `November`, or with the year `November 2026`.
    public func month(_ day: Day, hasYear: Bool) -> String {
        hasYear ? filled(monthAndYearPattern, day, monthsWithYear) : name(day, in: months)
    }

    private func filled(_ pattern: String, _ day: Day, _ names: [String]) -> String {
        let two = day.day < 10 ? "0\(day.day)" : "\(day.day)"
        return pattern.replacing("{d}", with: digits("\(day.day)")).replacing("{D}", with: digits(two))
            .replacing("{m}", with: name(day, in: names)).replacing("{y}", with: digits("\(day.year + yearOffset)"))
    }

    private func name(_ day: Day, in names: [String]) -> String {
        names.indices.contains(day.month - 1) ? digits(names[day.month - 1]) : ""
    }

    // MARK: - Lists

    /// `Ana, Bo, and Cem`.
    public func list(_ items: [String]) -> String {
        guard items.count > 2 else { return items.joined(separator: joints[0]) }
        var made = items[0]
        for (place, item) in items.enumerated().dropFirst() {
            made += joints[place == 1 ? 1 : place == items.count - 1 ? 3 : 2] + item
        }
        return made
    }

    /// Items without a word between them: `audio 40 kbit/s, relayed`.
    public func row(_ items: [String]) -> String { items.joined(separator: joints[2]) }

    // MARK: - Records

    /// The record of the locale, or else of its language.
    private static func record(_ language: Language, _ locale: String) -> Substring {
        let wanted = language.tag(inRegionOf: [locale])
        let lines = records.withUTF8Buffer { Substring(decoding: $0, as: UTF8.self) }.split(separator: "\n")
        var own: Substring = ""
        for line in lines {
            let tags = line.prefix { $0 != "|" }
            if tags.split(separator: " ").contains(Substring(wanted)) { return line }
            if tags == language.rawValue { own = line }
        }
        return own
    }
}
