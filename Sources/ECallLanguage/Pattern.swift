/// A text in one language. `{1}` is the place of the first argument; text between `**` is strong.
enum Pattern: Equatable {
    case plain(String)
    /// One for each plural category of the number at this position, `other` for those that are not there.
    case plural(by: Int, [PluralCategory: String])
}
