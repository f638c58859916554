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
        abroad = (fields.count > 4 ? fields[4].split(separator: ",").map(String.init) : []) + ["00"]
    }

    /// The plan of a country.
    static func with(code: String) -> PhonePlan? { byCode[code] }

    /// The plan of an international number, which is given without +; nil if its calling code is not assigned.
    static func of(_ digits: some StringProtocol) -> PhonePlan? {
        (1...3).lazy.compactMap { byCode[String(digits.prefix($0))] }.first
    }

    func hasLength(_ national: some StringProtocol) -> Bool { lengths.contains { $0.contains(national.count) } }

    /// Returns a number without its national trunk prefix.
    func withoutTrunk(_ national: Substring) -> Substring {
        guard !trunk.isEmpty, national.hasPrefix(trunk) else { return national }
        let rest = national.dropFirst(trunk.count)
        return isTrunkAlone || (!hasLength(national) && hasLength(rest)) ? rest : national
    }
}
