/// The texts of one language: a literal of the program with a line for each `TextKey`, in their order.
///
/// A line is `key = pattern`, or `key {1} = one: pattern ¦ other: pattern`, where the number at that position decides.
struct TextTable: Sendable {
    private let lines: StaticString
    /// The offset of each line, and one after the last.
    private let starts: [UInt32]

    init(_ lines: StaticString) {
        self.lines = lines
        starts = lines.withUTF8Buffer { bytes in
            var starts: [UInt32] = [0]
            starts.reserveCapacity(TextKey.allCases.count + 1)
            for place in bytes.indices where bytes[place] == UInt8(ascii: "\n") { starts.append(UInt32(place + 1)) }
            starts.append(UInt32(bytes.count + 1))
            return starts
        }
    }

    var count: Int { starts.count - 1 }

    /// Returns the name of a key, such as `contacts.empty.title`.
    func name(of key: TextKey) -> String {
        String(line(of: key).prefix { $0 != " " })
    }

    func pattern(of key: TextKey) -> Pattern {
        let line = line(of: key)
        guard let sign = line.firstRange(of: " = ") else { preconditionFailure("a line without a pattern: \(line)") }
        let (head, words) = (line[..<sign.lowerBound], line[sign.upperBound...])
        guard head.last == "}", let position = head.dropLast().last?.wholeNumberValue else {
            return .plain(String(words))
        }
        var patterns: [PluralCategory: String] = [:]
        for part in words.split(separator: " ¦ ") {
            guard let colon = part.firstRange(of: ": "),
                let category = PluralCategory(rawValue: String(part[..<colon.lowerBound]))
            else { preconditionFailure("a plural without a category: \(line)") }
            patterns[category] = String(part[colon.upperBound...])
        }
        return .plural(by: position, patterns)
    }

    private func line(of key: TextKey) -> Substring {
        let place = key.rawValue
        return lines.withUTF8Buffer { bytes in
            Substring(decoding: bytes[Int(starts[place])..<Int(starts[place + 1]) - 1], as: UTF8.self)
        }
    }
}
