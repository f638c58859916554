import ECallAPI

/// Phone numbers as people read them (requirement 003, AppUtils). `Tests/Vectors/phone-numbers.json` holds every implementation
/// to the same; numbers as people type them are read by `DialledNumber`.
public enum PhoneNumber {
    /// Returns the number in groups that can be read out: `+49 170 123 4567`. A text that is not a number stays as it is.
    public static func formatted(_ number: String) -> String {
        guard LoginIdentifier(phoneNumber: number) != nil else { return number }
        let code = CallingCode.of(number)
        let national = number.dropFirst(1 + code.count)
        let sizes = groups[code]?.first { $0.reduce(0, +) == national.count } ?? usual(national.count)
        var (rest, parts) = (national, ["+" + code])
        for size in sizes {
            parts.append(String(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return parts.joined(separator: " ")
    }

    /// Groups of three, with one or two groups of four for the rest at the end.
    private static func usual(_ count: Int) -> [Int] {
        guard count > 4 else { return [count] }
        guard count > 5 else { return [3, 2] }
        let fours = count % 3
        return Array(repeating: 3, count: (count - 4 * fours) / 3) + Array(repeating: 4, count: fours)
    }

    /// National numbers by calling code, as ITU-T E.123 and the countries' plans write them; one row for each length.
    private static let groups: [String: [[Int]]] = [
        "1": [[3, 3, 4]], "7": [[3, 3, 2, 2]], "31": [[1, 2, 2, 2, 2]], "33": [[1, 2, 2, 2, 2]], "41": [[2, 3, 2, 2]],
        "44": [[4, 6]], "45": [[2, 2, 2, 2]], "46": [[2, 3, 2, 2]], "47": [[3, 2, 3]], "52": [[2, 4, 4]],
        "55": [[2, 5, 4], [2, 4, 4]], "65": [[4, 4]], "66": [[2, 3, 4]], "81": [[2, 4, 4]], "82": [[2, 4, 4]],
        "84": [[2, 3, 2, 2]], "86": [[3, 4, 4]], "91": [[5, 5]], "852": [[4, 4]], "855": [[2, 3, 3], [2, 3, 4]],
        "966": [[2, 3, 4]], "971": [[2, 3, 4]],
    ]
}
