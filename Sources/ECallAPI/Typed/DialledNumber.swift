/// Phone numbers, however people spell them. The page has the same rule (`Web/session/phone-number.js`);
/// `Tests/Vectors/phone-numbers.json` holds both to it.
public enum DialledNumber {
    /// The reason why a text is not a phone number.
    public enum Problem: Error, Sendable, Equatable {
        case notAPhoneNumber
        case missingCountryCode
        /// Followed by an extension within a company, to which no message can be sent.
        case phoneExtension
        /// Too few or too many digits for its country.
        case phoneLength
    }

    /// Returns `+` and the digits of a number (ITU-T E.164).
    ///
    /// - Parameter callingCode: of the country in which a number without + is dialled; nil if it is unknown.
    public static func read(_ typed: String, callingCode: String? = nil) throws(Problem) -> String {
        let visible = trimmed(VisibleText.withPlainDigits(VisibleText.of(typed)))
        if visible.wholeMatch(of: extensionForm) != nil { throw .phoneExtension }
        let isURI = visible.lowercased().hasPrefix("tel:")
        let spelled = (isURI ? visible.dropFirst("tel:".count) : visible[...]).unicodeScalars.filter { !isSpacing($0) }
        let plain = String(String.UnicodeScalarView(spelled.filter { $0 != "(" && $0 != ")" }))
        let own = callingCode.flatMap { PhonePlan.with(code: $0) }
        guard plain.wholeMatch(of: #/\+?[0-9]+/#) != nil else {
            throw own != nil || plain.hasPrefix("+") ? .notAPhoneNumber : .missingCountryCode
        }
        if let digits = plain.hasPrefix("+") ? plain.dropFirst() : abroad(plain, own) {
            return try international(
                digits, hasBracketedZero: String(String.UnicodeScalarView(spelled)).contains("(0)"))
        }
        guard let own else { throw .missingCountryCode }
        return try national(plain[...], own)
    }

    /// Returns an international number without the national trunk prefix 0, which some people write after the calling code; any
    /// other text is unchanged. This is the common form of two spellings of one number.
    public static func canonical(_ number: String) -> String {
        let digits = number.dropFirst()
        guard number.hasPrefix("+"), let plan = PhonePlan.of(digits) else { return number }
        let national = plan.withoutPrefixes(digits.dropFirst(plan.code.count))
        return plan.isNumber(national) ? "+\(plan.code)\(national)" : number
    }

    /// Returns the other spelling of a number in international form, with the 0; nil if there is none.
    public static func withTrunkPrefix(_ number: String) -> String? {
        let digits = number.dropFirst()
        guard number.hasPrefix("+"), let plan = PhonePlan.of(digits), !plan.trunk.isEmpty else { return nil }
        let other = "+\(plan.code)\(plan.trunk)\(digits.dropFirst(plan.code.count))"
        return canonical(other) == number ? other : nil
    }

    /// Follows the digits of a complete number.
    private static var extensionForm: Regex<Substring> {
        #/(?:tel:)?[+(]*[0-9][^\p{L}\#;,]{3,}[0-9)][^\p{L}\p{N}]*(?:;ext=|ext(?:ension)?\.?|extn\.?|доб\.?|x|\#|,+|;)[^\p{L}\p{N}]*[0-9]+/#
            .ignoresCase()
    }

    /// Without surrounding characters; brackets belong to the number.
    private static func trimmed(_ text: String) -> String {
        let start = text.unicodeScalars.drop { !LinkWord.isLetterOrNumber($0) && $0 != "+" && $0 != "(" }
        let end = start.lastIndex { LinkWord.isLetterOrNumber($0) || $0 == ")" }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// Between digits.
    private static func isSpacing(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar.properties.isWhitespace
            || "\u{2212}./·".unicodeScalars.contains(scalar)
    }

    private static func international(
        _ digits: Substring, hasBracketedZero: Bool = false
    ) throws(Problem) -> String {
        guard let plan = PhonePlan.of(digits), digits.count <= 15 else { throw .notAPhoneNumber }
        let rest = digits.dropFirst(plan.code.count)
        let number = plan.withoutPrefixes(rest)
        if plan.isNumber(number) { return "+\(plan.code)\(number)" }
        // Where no 0 is dialled, some people write it in brackets.
        guard hasBracketedZero, rest.hasPrefix("0"), plan.isNumber(rest.dropFirst()) else { throw .phoneLength }
        return "+\(plan.code)\(rest.dropFirst())"
    }

    /// Returns the number after the international call prefix; nil without one. 00 is known everywhere.
    private static func abroad(_ plain: String, _ own: PhonePlan?) -> Substring? {
        let rest = (own?.abroad ?? []).filter { plain.hasPrefix($0) }.map { plain.dropFirst($0.count) }
        return rest.first { (try? international($0)) != nil } ?? (plain.hasPrefix("00") ? plain.dropFirst(2) : nil)
    }

    private static func national(_ plain: Substring, _ own: PhonePlan) throws(Problem) -> String {
        let number = own.withoutPrefixes(plain)
        // The calling code without its +, unless a number at home may begin so.
        let whole = plain.hasPrefix(own.code) && number == plain ? try? international(plain) : nil
        guard own.isNumber(number) else {
            guard let whole else { throw .phoneLength }
            return whole
        }
        guard whole == nil else { throw .missingCountryCode }
        return "+\(own.code)\(number)"
    }
}
