/// The kinds of number that languages tell apart; each has some of them, and `other` always (Unicode CLDR).
public enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}
