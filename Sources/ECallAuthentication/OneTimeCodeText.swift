/// A one-time code as a person types it.
public enum OneTimeCodeText {
    /// The numbers of digits that a code may have; most have the fewest.
    public static let lengths = [6, 8, 10]

    /// Returns the digits without the spaces and dashes that people and messages put between them; nil for a text that is not a code.
    public static func digits(_ text: String) -> String? {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" }
        guard lengths.contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return digits
    }
}
