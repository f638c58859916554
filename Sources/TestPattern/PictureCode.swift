/// A machine-readable code in the upper left corner of a test picture: its sender, and the time.
///
/// 12 columns × 8 rows of black and white cells hold 96 bits: sender (16), capture time (48), CRC-32 (32). Cells are
/// squares whose side is a power of two, at least 16 pixels from 256 × 192 up, so that they fill whole macroblocks and
/// survive the encoder at low bit rates.
package struct PictureCode: Sendable, Equatable {
    static let columns = 12
    static let rows = 8
    private static let magic: [UInt8] = Array("ECall picture 1".utf8)
    private static let timeBits: UInt64 = (1 << 48) - 1

    package let sender: UInt16
    /// The moment at which the picture was made: microseconds of the monotonic clock, the low 48 bits.
    package let microseconds: UInt64

    /// A code for a picture made at this instant of the monotonic clock, in nanoseconds.
    package init(sender: UInt16, nanoseconds: UInt64) {
        self.init(sender: sender, microseconds: nanoseconds / 1_000)
    }

    private init(sender: UInt16, microseconds: UInt64) {
        self.sender = sender
        self.microseconds = microseconds & Self.timeBits
    }

    /// Returns how long before this instant (nanoseconds of the monotonic clock) the picture was made, in nanoseconds. Right to a
    /// microsecond on the same machine; without meaning across machines.
    package func age(at nanoseconds: UInt64) -> UInt64 {
        ((nanoseconds / 1_000 &- microseconds) & Self.timeBits) * 1_000
    }

    /// Draws the code into a plane of luma. Does nothing when the picture is smaller than 32 × 24.
    package func draw(into plane: LumaPlane.Mutable) {
        guard let cell = Self.cellSize(width: plane.width, height: plane.height) else { return }
        let bits = bytes
        for row in 0..<(Self.rows * cell) {
            for column in 0..<Self.columns {
                let index = (row / cell) * Self.columns + column
                let white = bits[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                plane.fill(row: row, from: column * cell, count: cell, with: white ? 235 : 16)
            }
        }
    }

    /// Reads the code out of a decoded plane of luma; nil unless every cell is clear and the checksum is right.
    package init?(reading plane: LumaPlane) {
        guard let cell = Self.cellSize(width: plane.width, height: plane.height) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.columns * Self.rows / 8)
        for index in 0..<(Self.columns * Self.rows) {
            let mean = plane.mean(
                row: (index / Self.columns) * cell + cell / 4, column: (index % Self.columns) * cell + cell / 4,
                side: max(1, cell / 2))
            // Black is 16 and white 235: a value near the middle is not a cell of the code.
            guard mean < 100 || mean > 150 else { return nil }
            if mean > 150 { bytes[index / 8] |= 1 << UInt8(7 - index % 8) }
        }
        let sender = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        let time = bytes[2..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let code = PictureCode(sender: sender, microseconds: time)
        guard code.bytes == bytes else { return nil }
        self = code
    }

    /// The area the code covers, in pixels; for the chroma to be made neutral there.
    package static func area(width: Int, height: Int) -> (width: Int, height: Int) {
        let cell = cellSize(width: width, height: height) ?? 0
        return (columns * cell, rows * cell)
    }

    /// The largest power of two with which the code takes at most three quarters of each side.
    private static func cellSize(width: Int, height: Int) -> Int? {
        let limit = min(width * 3 / (4 * columns), height * 3 / (4 * rows))
        guard limit >= 2 else { return nil }
        return 1 << (Int.bitWidth - 1 - limit.leadingZeroBitCount)
    }

    private var bytes: [UInt8] {
        let payload =
            [UInt8(sender >> 8), UInt8(truncatingIfNeeded: sender)]
            + (0..<6).map { UInt8(truncatingIfNeeded: microseconds >> (40 - 8 * UInt64($0))) }
        let checksum = CRC32.checksum(Self.magic + payload)
        return payload + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
    }
}

/// The CRC-32 of IEEE 802.3 (reflected polynomial 0xEDB88320). Tells an intact code from chance, nothing more.
private enum CRC32 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 == 1 ? (remainder >> 1) ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}
