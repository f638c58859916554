import CQRencode

/// A QR code (ISO/IEC 18004) of a text: error correction M, the smallest version that holds it; drawn by libqrencode.
public struct QRCode: Sendable, Equatable {
    /// Modules a side, without the quiet zone.
    public let size: Int
    private let modules: [Bool]

    /// Nil for a text that is empty, too long for any version, or holds a zero byte.
    public init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit means dark; the others give the purpose of a module.
        modules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether a module is dark. Those outside are the quiet zone, which is light.
    public func isDark(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    /// The dark modules as one SVG path, a module being 1 wide; runs of them in a row are joined.
    public var svgPath: String {
        (0..<size).map { row in
            var path = ""
            var column = 0
            while column < size {
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1h\(start - column)z" }
                column += 1
            }
            return path
        }.joined()
    }

    /// The code in half blocks for a terminal, two rows of modules a line, with a quiet zone of two; dark modules are drawn
    /// black on white by escape sequences, whatever the terminal's colours are.
    public var terminalText: String {
        let zone = 2
        return stride(from: -zone, to: size + zone, by: 2).map { row in
            let line = (-zone..<size + zone).map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m" + line.joined() + "\u{1B}[0m"
        }.joined(separator: "\n")
    }
}
