/// A language of messages, with the digits of the person's region.
package struct MessageLocale: Sendable, Hashable {
    package let language: MessageLanguage
    package let digits: Digits

    package init(_ language: MessageLanguage, digits: Digits = .latin) {
        (self.language, self.digits) = (language, digits)
    }

    /// The first wanted language that is supported; English if none is.
    ///
    /// - Parameter wanted: language tags or ranges, best first.
    package init(wanted: some Sequence<String>) {
        for tag in wanted {
            guard let language = MessageLanguage(tag: tag) else { continue }
            self.init(language, digits: Digits(tag: tag))
            return
        }
        self.init(.english)
    }

    /// The client's preferred language among the supported ones.
    package init(acceptLanguage field: String) { self.init(wanted: AcceptLanguage.ranges(in: field)) }

    /// The language that a device declared; nil if it declared none. English if messages are not written in it, as on the
    /// device's screen.
    package init?(declared tag: String) {
        guard !tag.isEmpty else { return nil }
        self.init(wanted: [tag])
    }
}

/// The digits that numbers in a text are written with. The raw value is the digit zero.
package enum Digits: UInt32, Sendable, Hashable, CaseIterable {
    case latin = 0x30
    case arabicIndic = 0x660
    case devanagari = 0x966
    case thai = 0xE50
    case khmer = 0x17E0

    /// Those of the locale (Unicode CLDR 48, default numbering systems), or the ones that the tag asks for: `-u-nu-…`.
    package init(tag: String) {
        let subtags = tag.lowercased().split(separator: "-")
        // Private use comes last.
        let extensions = subtags.prefix { $0 != "x" }.drop { $0 != "u" }
        let wanted = extensions.firstIndex(of: "nu").flatMap {
            extensions.dropFirst($0 - extensions.startIndex + 1).first
        }
        let regions = subtags.dropFirst().prefix { $0.utf8.count > 1 }
        self =
            switch wanted {
            case "latn": .latin
            case "arab": .arabicIndic
            case "deva": .devanagari
            case "thai": .thai
            case "khmr": .khmer
            default: subtags.first == "ar" && regions.contains(where: Self.arabic.contains) ? .arabicIndic : .latin
            }
    }

    /// The regions where Arabic is written with Arabic-Indic digits.
    private static let arabic: Set<Substring> = [
        "bh", "dj", "eg", "er", "il", "iq", "jo", "km", "kw", "lb", "mr", "om", "ps", "qa", "sa", "sd", "so", "ss",
        "sy",
        "td", "ye",
    ]

    /// The number in these digits.
    package func write(_ number: Int) -> String {
        let scalars = String(number).unicodeScalars.map { scalar in
            guard ("0"..."9").contains(scalar) else { return scalar }
            return UnicodeScalar(rawValue + scalar.value - 0x30) ?? scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
