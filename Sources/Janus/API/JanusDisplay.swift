/// What a participant is called in Janus: `<userId>:<name>` (wire-protocol 6.3).
///
/// The id is what counts: everybody has names from the server of calls. The name is there for the stock client, and is cut
/// where it is longer than what Janus is given. The vectors are `Tests/Vectors/janus-displays.json`.
public enum JanusDisplay {
    /// Bytes of UTF-8 of the whole text.
    public static let largest = 256

    /// The display of a user.
    ///
    /// - Parameter name: of any length; without a colon, which the server keeps out of names.
    public static func text(user: UInt64, name: String) -> String { cut("\(user):\(name)") }

    /// A display that may be too long, cut behind a whole character: not before a mark, a modifier or a joiner, nor behind
    /// a joiner. Where there is no such place behind the colon, it is cut behind a whole scalar.
    ///
    /// By properties of scalars alone, so that every language has the same places, whichever version of Unicode it knows.
    public static func cut(_ display: String) -> String {
        guard display.utf8.count > largest else { return display }
        let scalars = display.unicodeScalars
        var (end, bytes) = (scalars.startIndex, 0)
        while end < scalars.endIndex, bytes + UTF8.width(scalars[end]) <= largest {
            bytes += UTF8.width(scalars[end])
            end = scalars.index(after: end)
        }
        let start = scalars.firstIndex(of: ":").map { scalars.index(after: $0) } ?? scalars.startIndex
        var place = end
        while place > start, scalars[place].continues || scalars[scalars.index(before: place)] == "\u{200D}" {
            place = scalars.index(before: place)
        }
        return String(scalars[..<(place > start ? place : end)])
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to the character before it.
    fileprivate var continues: Bool {
        switch value {
        // The joiner, skin tones, and the tags of flags.
        case 0x200D, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }
}
