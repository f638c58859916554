/// The properties of a written number that plural rules depend on (Unicode TR 35, part 3, 5.1.1).
public struct PluralOperands: Sendable, Equatable {
    /// The digits before the point.
    let integer: UInt
    /// The number of digits after the point.
    let fractionDigits: Int
    /// Whether all of them are zeros.
    let isWhole: Bool

    public init(_ number: Int) {
        (integer, fractionDigits, isWhole) = (number.magnitude, 0, true)
    }

    /// Returns a number as `12` or `1.50`; nil for any other text.
    public init?(decimal: String) {
        let parts = decimal.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let integer = UInt(parts[0])
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        (self.integer, fractionDigits, isWhole) = (integer, fraction.count, fraction.allSatisfy { $0 == "0" })
    }
}
