/// A QR code (ISO/IEC 18004): byte mode, error correction M, the smallest version that holds the text. The page draws the
/// same codes (`Web/qr`), and both are held to the same vectors.
public struct QRCode: Sendable {
    private let matrix: QRMatrix

    /// nil for more than 412 bytes in UTF-8.
    ///
    /// - Parameter mask: 0 to 7; the one that reads best when none is given.
    public init?(_ text: String, mask: Int? = nil) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
        var unmasked = QRMatrix(version)
        unmasked.place(version.codewords(of: bytes))
        let candidates = (mask.map { [$0] } ?? Array(0..<8)).map { mask in
            var matrix = unmasked
            matrix.apply(mask: mask)
            matrix.drawFormat(mask: mask)
            return (matrix: matrix, penalty: matrix.penalty)
        }
        guard var best = candidates.first else { return nil }
        for candidate in candidates where candidate.penalty < best.penalty { best = candidate }
        matrix = best.matrix
    }

    /// Modules in a row.
    public var size: Int { matrix.size }
    public func isDark(row: Int, column: Int) -> Bool { matrix.isDark(row, column) }
    var penalty: Int { matrix.penalty }

    /// The code as a PNG file, a module being `scale` points wide, with the margin of four modules that readers need.
    public func png(scale: Int = 8) -> [UInt8] {
        let margin = 4
        let width = (size + 2 * margin) * max(1, scale)
        let rows = (0..<(size + 2 * margin)).flatMap { row -> [UInt8] in
            var line = [UInt8](repeating: 0xFF, count: (width + 7) / 8)
            for x in 0..<width {
                let column = x / max(1, scale) - margin
                guard (0..<size).contains(row - margin), (0..<size).contains(column),
                    isDark(row: row - margin, column: column)
                else { continue }
                line[x / 8] &= ~(0x80 >> UInt8(x % 8))
            }
            // Every row begins with its filter: none.
            return Array(repeatElement([0] + line, count: max(1, scale)).joined())
        }
        return PNG.file(width: width, height: width, rows: rows)
    }
}
