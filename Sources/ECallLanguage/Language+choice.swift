extension Language {
    /// Whether lines run from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// Returns the language that fits a person's wishes: tags (BCP 47), the best first, by lookup (RFC 4647 3.4); English if none does.
    ///
    /// The page and the server have the same rule (`Tests/Vectors/language-choice.json`).
    public static func best(for wanted: [String], among offered: [Language] = allCases) -> Language {
        wanted.lazy.compactMap(fitting).first(where: offered.contains) ?? .english
    }

    /// Returns the language of a tag whatever its region; nil if there is none.
    public static func fitting(_ tag: String) -> Language? {
        let subtags = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let first = subtags.first else { return nil }
        guard first == "zh" else { return Language(rawValue: String(first)) }
        // Subtags after a single letter are an extension, or private.
        return isTraditional(subtags.dropFirst().prefix { $0.count > 1 }) ? nil : .chinese
    }

    /// Returns the tag of the language, with the region of the first locale (BCP 47) that is of this language and names one: `de-AT`.
    public func tag(inRegionOf locales: [String]) -> String {
        let region = locales.lazy.filter { Self.fitting($0) == self }.compactMap(Self.region).first
        return rawValue + (region.map { "-" + $0 } ?? "")
    }

    /// The region of a tag, as `AT` of `de-Latn-AT-u-nu-latn`.
    private static func region(of tag: String) -> String? {
        tag.split(separator: "-").dropFirst().prefix { $0.count > 1 }
            .first {
                $0.utf8.count == 2 && $0.utf8.allSatisfy(isLetter) || $0.utf8.count == 3 && $0.utf8.allSatisfy(isDigit)
            }?
            .uppercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// A reader of traditional characters is not served by simplified ones: the next wish is.
    private static func isTraditional(_ subtags: ArraySlice<Substring>) -> Bool {
        if subtags.contains("hant") { return true }
        return !subtags.contains("hans") && subtags.contains { ["tw", "hk", "mo"].contains($0) }
    }
}
