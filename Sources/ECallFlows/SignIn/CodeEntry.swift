import ECallAPI

/// The input of a one-time code, and when another one may be requested.
public struct CodeEntry: Sendable, Equatable {
    /// Seconds from a code to the next one.
    static let resendPause = 30

    /// Only digits, at most as many as the code has.
    public private(set) var code = ""
    /// Seconds until another code may be asked for.
    public private(set) var resendIn = 0
    /// How many digits the code has.
    public private(set) var length = 6
    private var isCounting = false

    var isComplete: Bool { code.count == length }

    /// A pasted text may have words around the code. Returns whether this is another code than before.
    mutating func typed(_ text: String) -> Bool {
        let digits = PastedCode.digits(in: text, lengths: [length]) ?? Self.beginning(text, length)
        defer { code = digits }
        return digits != code
    }

    /// The digits of a code that is not complete yet; none for text with letters, whose numbers can be anything.
    private static func beginning(_ text: String, _ length: Int) -> String {
        guard !text.contains(where: \.isLetter) else { return "" }
        return String(VisibleText.withPlainDigits(text).filter { $0.isASCII && $0.isNumber }.prefix(length))
    }

    mutating func clear() { code = "" }

    /// Notes that a code is under way. Returns whether to begin waiting a second.
    mutating func sent(digits: Int = 6) -> Bool {
        (code, resendIn, length) = ("", Self.resendPause, digits)
        return count()
    }

    /// Counts a second down. Returns whether to wait for another one.
    mutating func secondPassed() -> Bool {
        isCounting = false
        resendIn = max(0, resendIn - 1)
        return count()
    }

    /// One timer only, however many codes are requested.
    private mutating func count() -> Bool {
        guard !isCounting, resendIn > 0 else { return false }
        isCounting = true
        return true
    }
}
