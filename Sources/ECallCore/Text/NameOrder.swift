public import Foundation

/// The order of names in a person's language (Unicode collation). The page has the same by `Intl.Collator` (`Tests/Vectors/name-order.json`).
///
/// Foundation takes about a millisecond for the first comparison, and 50 ms for a thousand names.
public struct NameOrder: Sendable {
    /// For lists that programs read: it depends on no person.
    public static let neutral = NameOrder("en")

    private let locale: Locale
    private let ignoresSigns: Bool

    /// - Parameter language: a tag (BCP 47); nil is neutral.
    public init(_ language: String?) {
        locale = Locale(identifier: language ?? "en")
        // Unicode CLDR, alternate=shifted: Thai has no spaces between words. Foundation does not follow it.
        ignoresSigns = locale.language.languageCode == .thai
    }

    public func compare(_ one: String, _ other: String) -> ComparisonResult {
        guard ignoresSigns else { return one.compare(other, locale: locale) }
        let result = Self.withoutSigns(one).compare(Self.withoutSigns(other), locale: locale)
        return result == .orderedSame ? one.compare(other, locale: locale) : result
    }

    private static func withoutSigns(_ name: String) -> String {
        name.filter { !$0.isWhitespace && !$0.isPunctuation }
    }
}
