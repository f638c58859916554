/// The modules of a QR code: dark or light, and whether a module belongs to a pattern that masks leave alone.
struct QRMatrix: Sendable {
    let size: Int
    private(set) var dark: [Bool]
    private var fixed: [Bool]

    /// A code with all its patterns and room for the format information, without data (ISO/IEC 18004 section 6.3).
    init(_ version: QRVersion) {
        size = version.size
        dark = Array(repeating: false, count: size * size)
        fixed = dark
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            square(row, column, radius: 4, lightRings: [2, 4])
        }
        for row in version.alignment {
            for column in version.alignment {
                let isOnFinder =
                    (row == 6 && (column == 6 || column == size - 7)) || (row == size - 7 && column == 6)
                if !isOnFinder { square(row, column, radius: 2, lightRings: [1]) }
            }
        }
        for index in 8..<(size - 8) {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        drawFormat(mask: 0)
        if version.number >= 7 { drawVersion(version.number) }
    }

    func isDark(_ row: Int, _ column: Int) -> Bool { dark[row * size + column] }

    /// Sets a module that masks leave alone; outside of the code nothing happens.
    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        dark[row * size + column] = isDark
        fixed[row * size + column] = true
    }

    /// Nested squares around a centre: dark, but for the rings named.
    private mutating func square(_ row: Int, _ column: Int, radius: Int, lightRings: [Int]) {
        for down in -radius...radius {
            for right in -radius...radius {
                fix(row + down, column + right, !lightRings.contains(max(abs(down), abs(right))))
            }
        }
    }

    /// Writes which mask was used, twice (section 7.9). Error correction M is 00 (table 12).
    mutating func drawFormat(mask: Int) {
        let bits = Self.withRemainder(mask, length: 10, divisor: 0b101_0011_0111) ^ 0b101_0100_0001_0010
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            if index < 8 {
                // Around the upper left finder pattern, past the timing lines, and beside the upper right one.
                fix(index < 6 ? index : index + 1, 8, isDark)
                fix(8, size - 1 - index, isDark)
            } else {
                fix(8, index == 8 ? 7 : 14 - index, isDark)
                fix(size - 15 + index, 8, isDark)
            }
        }
        fix(size - 8, 8, true)
    }

    /// From version 7 on (section 7.10).
    private mutating func drawVersion(_ number: Int) {
        let bits = Self.withRemainder(number, length: 12, divisor: 0b1_1111_0010_0101)
        for index in 0..<18 {
            let (row, column) = (index / 3, size - 11 + index % 3)
            fix(row, column, bits >> index & 1 == 1)
            fix(column, row, bits >> index & 1 == 1)
        }
    }

    /// A value with the remainder of its division behind it, as BCH codes have it.
    private static func withRemainder(_ value: Int, length: Int, divisor: Int) -> Int {
        var remainder = value << length
        for bit in stride(from: 31, through: length, by: -1) where remainder >> bit & 1 == 1 {
            remainder ^= divisor << (bit - length)
        }
        return value << length | remainder
    }

    /// Fills what no pattern takes, in pairs of columns from the right, up and down in turn (section 7.7.3).
    mutating func place(_ bytes: [UInt8]) {
        var (bit, isUpward) = (0, true)
        for right in stride(from: size - 1, through: 8, by: -2) + stride(from: 5, through: 1, by: -2) {
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !fixed[row * size + column] {
                    dark[row * size + column] = bit < bytes.count * 8 && bytes[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }

    /// Turns over what a mask says (table 10).
    mutating func apply(mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !fixed[row * size + column] && Self.turns(mask, row, column) {
                dark[row * size + column].toggle()
            }
        }
    }

    private static func turns(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}

private func + (left: StrideThrough<Int>, right: StrideThrough<Int>) -> [Int] { Array(left) + Array(right) }
