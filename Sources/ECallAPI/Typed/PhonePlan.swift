/// The phone numbers under one country calling code (ITU-T E.164). The page has the same table
/// (`Web/session/phone-plan.js`), held to this one by `Tests/Vectors/phone-numbers.json`.
public struct PhonePlan: Sendable {
    public let code: String
    /// Dialled before a number within the country; "" if nothing is.
    let trunk: String
    /// Whether no number begins with it.
    let isTrunkAlone: Bool
    /// Lengths of numbers after the code.
    let lengths: [ClosedRange<Int>]
    /// ISO 3166-1 codes, the main one first.
    public let regions: [String]
    /// Prefixes dialled instead of +, the longest first.
    let abroad: [String]
    /// Where people write more before numbers than `trunk`.
    fileprivate let before: Before?

    /// Patterns: of all that is written before a number, or into it, and of numbers.
    fileprivate struct Before {
        let pattern: String
        /// Its replacement, such as `9$1`; "" removes it.
        let instead: String
        let number: String
    }

    /// By calling code.
    public static let all: [PhonePlan] = phonePlans.split(separator: "\n").compactMap(PhonePlan.init)
    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    private init?(row: Substring) {
        let fields = row.split(separator: " ")
        guard fields.count >= 4 else { return nil }
        code = String(fields[0])
        trunk = fields[1].filter(\.isNumber)
        isTrunkAlone = fields[1].hasSuffix("!")
        lengths = fields[2].split(separator: ",").compactMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return ends.isEmpty ? nil : ends[0]...ends[ends.count - 1]
        }
        regions = fields[3] == "-" ? [] : fields[3].split(separator: ",").map(String.init)
        abroad = (fields.count > 4 && fields[4] != "-" ? fields[4].split(separator: ",").map(String.init) : []) + ["00"]
        before =
            fields.count > 7
            ? Before(
                pattern: String(fields[5]), instead: fields[6] == "-" ? "" : String(fields[6]),
                number: String(fields[7]))
            : nil
    }

    /// The plan of a country.
    static func with(code: String) -> PhonePlan? { byCode[code] }

    /// The plan of an international number, which is given without +; nil if its calling code is not assigned.
    static func of(_ digits: some StringProtocol) -> PhonePlan? {
        (1...3).lazy.compactMap { byCode[String(digits.prefix($0))] }.first
    }

    private func hasLength(_ national: Substring) -> Bool { lengths.contains { $0.contains(national.count) } }

    /// Whether it has the length of numbers, and their form where that is known.
    func isNumber(_ national: Substring) -> Bool {
        guard hasLength(national) else { return false }
        guard let before, let form = try? Regex(before.number) else { return true }
        return national.wholeMatch(of: form) != nil
    }

    /// Returns a number without what is dialled before it, or written into it, within the country.
    func withoutPrefixes(_ national: Substring) -> Substring {
        let number = withoutTrunk(national)
        guard let before, !isNumber(number) else { return number }
        // A number may have both the mark that it has abroad and the one that it has at home.
        let mark = before.instead.prefix { $0 != "$" }
        var found = [before.removed(from: national)]
        if !mark.isEmpty, national.hasPrefix(mark) {
            let rest = before.removed(from: national.dropFirst(mark.count))
            found.append(rest.hasPrefix(mark) ? rest : mark + rest)
        }
        return found.first(where: isNumber) ?? number
    }

    private func withoutTrunk(_ national: Substring) -> Substring {
        guard !trunk.isEmpty, national.hasPrefix(trunk) else { return national }
        let rest = national.dropFirst(trunk.count)
        return isTrunkAlone || (!hasLength(national) && hasLength(rest)) ? rest : national
    }
}

extension PhonePlan.Before {
    func removed(from national: Substring) -> Substring {
        guard let form = try? Regex(pattern), let match = national.prefixMatch(of: form) else { return national }
        let rest = national[match.range.upperBound...]
        // The replacement is for the whole pattern: its last part may be absent.
        guard !instead.isEmpty, match.output.count > 1, match.output[match.output.count - 1].substring != nil else {
            return rest
        }
        var text = instead
        for group in 1..<match.output.count {
            text = text.replacing("$\(group)", with: match.output[group].substring ?? "")
        }
        return Substring(text) + rest
    }
}
