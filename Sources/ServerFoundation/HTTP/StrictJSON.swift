/// Checks that bytes are JSON that all parsers read alike (RFC 8259, RFC 7493): one value in UTF-8, no object with
/// duplicate names, no lone surrogates, no trailing data, bounded nesting. Pure; does not recurse.
package struct StrictJSON {
    package enum Problem: Error, Equatable { case malformed, duplicateMember, tooDeep }

    package static let deepest = 512

    /// The first problem; nil for valid JSON.
    package static func problem(in json: some Sequence<UInt8>) -> Problem? {
        let bytes = Array(json)
        guard String(validating: bytes, as: UTF8.self) != nil else { return .malformed }
        var scanner = Self(bytes: bytes)
        do throws(Problem) {
            try scanner.run()
            return nil
        } catch {
            return error
        }
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The names seen in each open object, byte for byte; nil for an array.
    private var scopes: [Set<[UInt8]>?] = []

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() throws(Problem) {
        repeat {
            while try begin() {}
        } while try goOn()
        skipSpace()
        guard index == bytes.count else { throw .malformed }
    }

    // MARK: - Values

    /// Reads a value; returns true if it is a non-empty object or array whose first value follows.
    private mutating func begin() throws(Problem) -> Bool {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try open([], end: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return try open(nil, end: UInt8(ascii: "]"))
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try number()
        }
        return false
    }

    private mutating func open(_ scope: Set<[UInt8]>?, end: UInt8) throws(Problem) -> Bool {
        guard scopes.count < Self.deepest else { throw .tooDeep }
        index += 1
        skipSpace()
        if take(end) { return false }
        scopes.append(scope)
        if scope != nil { try name() }
        return true
    }

    /// Closes everything that ends after a value; returns true if a further value follows.
    private mutating func goOn() throws(Problem) -> Bool {
        while let scope = scopes.last {
            skipSpace()
            if take(UInt8(ascii: ",")) {
                if scope != nil { try name() }
                return true
            }
            guard take(scope == nil ? UInt8(ascii: "]") : UInt8(ascii: "}")) else { throw .malformed }
            scopes.removeLast()
        }
        return false
    }

    private mutating func name() throws(Problem) {
        skipSpace()
        // `"iss"` and `"\u0069ss"` are the same name.
        let name = try string()
        guard scopes[scopes.count - 1]?.insert(name).inserted == true else { throw .duplicateMember }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw .malformed }
    }

    private mutating func literal(_ text: String) throws(Problem) {
        guard bytes[index...].starts(with: text.utf8) else { throw .malformed }
        index += text.utf8.count
    }

    private mutating func number() throws(Problem) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(Problem) {
        let start = index
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        guard index > start else { throw .malformed }
    }

    // MARK: - Strings

    /// The decoded string, in UTF-8.
    private mutating func string() throws(Problem) -> [UInt8] {
        guard take(UInt8(ascii: "\"")) else { throw .malformed }
        var text: [UInt8] = []
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .malformed
            default: text.append(byte)
            }
        }
        throw .malformed
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func escape(into text: inout [UInt8]) throws(Problem) {
        guard let byte = peek else { throw .malformed }
        index += 1
        if let single = Self.escapes[byte] { return text.append(single) }
        guard byte == UInt8(ascii: "u") else { throw .malformed }
        var code = try fourDigits()
        if 0xD800..<0xDC00 ~= code {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformed }
            let second = try fourDigits()
            guard 0xDC00..<0xE000 ~= second else { throw .malformed }
            code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw .malformed }
        text += Array(String(scalar).utf8)
    }

    private mutating func fourDigits() throws(Problem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .malformed
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    // MARK: - Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }
}
