/// A strict and bounded parser of JSON text (RFC 8259): no duplicate members, no NUL in strings, no unpaired surrogates, no
/// trailing data, limited nesting.
struct JSONParser {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0

    /// Parses `bytes` as one value.
    static func parse(_ bytes: [UInt8], limits: JanusLimits) throws(JanusDecodingError) -> JanusJSON {
        guard bytes.count <= limits.messageSize else { throw .tooLarge }
        var parser = JSONParser(bytes: bytes, depthLimit: limits.depth)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw .malformedJSON }
        return value
    }

    private init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(JanusDecodingError) -> JanusJSON {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JanusDecodingError) -> JanusJSON {
        guard depth <= depthLimit else { throw .tooDeep }
        position += 1
        var members: [String: JanusJSON] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw .malformedJSON }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw .malformedJSON }
            let value = try value(depth: depth)
            // Parsers that disagree on which of two equal names counts would be a way around the proxy.
            guard members.updateValue(value, forKey: name) == nil else { throw .duplicateMember }
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw .malformedJSON }
        }
    }

    private mutating func array(depth: Int) throws(JanusDecodingError) -> JanusJSON {
        guard depth <= depthLimit else { throw .tooDeep }
        position += 1
        var values: [JanusJSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            values.append(try value(depth: depth))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { throw .malformedJSON }
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JanusJSON) throws(JanusDecodingError) -> JanusJSON {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual("\(text)".utf8) else { throw .malformedJSON }
        position = end
        return value
    }

    private mutating func number() throws(JanusDecodingError) -> JanusJSON {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let leadingZero = peek == UInt8(ascii: "0")
        let digits = takeDigits()
        guard digits > 0, !leadingZero || digits == 1 else { throw .malformedJSON }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            guard takeDigits() > 0 else { throw .malformedJSON }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard takeDigits() > 0 else { throw .malformedJSON }
        }
        guard position - start <= 64 else { throw .malformedJSON }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, !isNegative, let value = UInt64(text) { return .unsigned(value) }
        if isInteger, isNegative, let value = Int64(text), value < 0 { return .negative(value) }
        guard let value = Double(text), value.isFinite else { throw .malformedJSON }
        return .double(value)
    }

    // MARK: - Strings

    private mutating func string() throws(JanusDecodingError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw .malformedJSON }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .malformedJSON
            default: text.append(byte)
            }
        }
        throw .malformedJSON
    }

    private mutating func escape(into text: inout [UInt8]) throws(JanusDecodingError) {
        guard let byte = peek else { throw .malformedJSON }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += Array(String(try escapedScalar()).utf8)
        default: throw .malformedJSON
        }
    }

    private mutating func escapedScalar() throws(JanusDecodingError) -> Unicode.Scalar {
        let first = try fourHexDigits()
        var code = first
        if 0xD800..<0xDC00 ~= first {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformedJSON }
            let second = try fourHexDigits()
            guard 0xDC00..<0xE000 ~= second else { throw .malformedJSON }
            code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        guard code != 0, let scalar = Unicode.Scalar(code) else { throw .malformedJSON }
        return scalar
    }

    private mutating func fourHexDigits() throws(JanusDecodingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .malformedJSON
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: - Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
