extension MessageLanguage {
    package var isRightToLeft: Bool { self == .arabic }

    /// Isolates an argument that may run in the other direction (U+2068, U+2069), which would otherwise reorder the text
    /// around it. Removes embeddings, overrides and isolates from it: a name may contain them to change how a sentence
    /// reads.
    package func isolated(_ argument: String) -> String {
        let scalars = argument.unicodeScalars.filter { !Self.turns($0.value) }
        let plain = String(String.UnicodeScalarView(scalars))
        guard isRightToLeft || scalars.contains(where: { Self.isRightToLeft($0.value) }) else { return plain }
        return "\u{2068}\(plain)\u{2069}"
    }

    private static func turns(_ scalar: UInt32) -> Bool {
        (0x202A...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar)
    }

    /// Whether this is a letter of a script that is written from right to left.
    package static func isRightToLeft(_ scalar: UInt32) -> Bool {
        (0x0590...0x08FF).contains(scalar) || (0xFB1D...0xFDFF).contains(scalar) || (0xFE70...0xFEFC).contains(scalar)
    }
}
