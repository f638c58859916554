extension QRMatrix {
    /// How hard the code is to read; less is better (ISO/IEC 18004 section 7.8.3).
    var penalty: Int {
        var total = 0
        for line in 0..<size {
            total += Self.penalty(of: (0..<size).map { isDark(line, $0) })
            total += Self.penalty(of: (0..<size).map { isDark($0, line) })
        }
        for row in 0..<(size - 1) {
            for column in 0..<(size - 1) {
                let first = isDark(row, column)
                let isBlock =
                    first == isDark(row, column + 1) && first == isDark(row + 1, column)
                    && first == isDark(row + 1, column + 1)
                if isBlock { total += 3 }
            }
        }
        let share = dark.count { $0 } * 100
        // Steps of 5 % away from a half, without fractions.
        return total + 10 * (abs(share - 50 * size * size) / (5 * size * size))
    }

    private static let finders: [[Bool]] = ["10111010000", "00001011101"].map { $0.map { $0 == "1" } }

    /// Runs of one colour, and what looks like a finder pattern.
    private static func penalty(of line: [Bool]) -> Int {
        var total = 0
        var start = 0
        while start < line.count {
            var end = start + 1
            while end < line.count, line[end] == line[start] { end += 1 }
            if end - start >= 5 { total += end - start - 2 }
            start = end
        }
        for index in 0...(line.count - 11)
        where finders.contains(where: { $0.elementsEqual(line[index..<(index + 11)]) }) {
            total += 40
        }
        return total
    }
}
