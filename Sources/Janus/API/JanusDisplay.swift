/// A participant's display in Janus: `<userId>:<name>` (wire-protocol 6.3).
///
/// Only the id counts: clients take names from the server of calls. The name is for the stock client, and is truncated to
/// Janus' limit. The vectors are `Tests/Vectors/janus-displays.json`.
public enum JanusDisplay {
    /// The most bytes of the whole text in UTF-8.
    public static let largest = 256

    /// Returns the display of a user.
    ///
    /// - Parameter name: of any length; without a colon, which the server excludes from names.
    public static func text(user: UInt64, name: String) -> String { cut("\(user):\(name)") }

    /// Truncates a display behind a whole character: not before a mark, a modifier or a joiner, nor behind a joiner. If
    /// there is no such place behind the colon, it is truncated behind a whole scalar.
    ///
    /// Uses properties of scalars only, so that every language truncates at the same place, whichever version of Unicode it
    /// knows.
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
    /// Whether the scalar belongs to the character before it.
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
