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

    /// A reader of traditional characters is not served by simplified ones: the next wish is.
    private static func isTraditional(_ subtags: ArraySlice<Substring>) -> Bool {
        if subtags.contains("hant") { return true }
        return !subtags.contains("hans") && subtags.contains { ["tw", "hk", "mo"].contains($0) }
    }
}
