/// The country calling code that a number begins with (ITU-T E.164, list of 2024).
public enum CallingCode {
    /// Returns the calling code of a number: `49` for `+491701234567`. A code that is not assigned counts by its first three digits.
    public static func of(_ number: String) -> String {
        let digits = number.drop { $0 == "+" }
        if let first = digits.first, "17".contains(first) { return String(first) }
        let two = String(digits.prefix(2))
        return twoDigits.contains(two) ? two : String(digits.prefix(3))
    }

    private static let twoDigits: Set<String> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84",
        "86", "90", "91", "92", "93", "94", "95", "98",
    ]
}
