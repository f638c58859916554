extension StringProtocol {
    /// Returns the parts between the occurrences of an ASCII character, empty parts too; by UTF-8 as others read it, not by
    /// grapheme clusters.
    func parts(at separator: Unicode.Scalar) -> [Substring] {
        Substring(self).utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}
