/// The members of a JSON object, with their values as they are written (RFC 8259). Pure.
///
/// Unread members travel on byte for byte: numbers that no type here can hold, order, escapes. A name
/// that comes twice is refused, because readers do not agree on which of the two counts.
struct JSONMembers: Sendable, Equatable {
    struct Member: Sendable, Equatable {
        let name: String
        let value: Range<Int>
    }

    static let mostMembers = 64
    static let deepest = 16

    let bytes: [UInt8]
    let members: [Member]

    /// nil unless `bytes` are one object in UTF-8 within the limits.
    ///
    /// - Parameter most: how many members it has at most.
    init?(_ bytes: [UInt8], most: Int = mostMembers) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var scanner = JSONScanner(bytes: bytes)
        guard let members = try? scanner.members(atMost: most) else { return nil }
        (self.bytes, self.members) = (bytes, members)
    }

    /// The value if it is neither an object nor a list.
    func scalar(_ member: Member) -> JSONValue? {
        let text = bytes[member.value]
        switch text.first {
        case UInt8(ascii: "t"): return .bool(true)
        case UInt8(ascii: "f"): return .bool(false)
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "\""): return JSONScanner.unescaped(text.dropFirst().dropLast()).map { .string($0) }
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        default:
            let written = String(decoding: text, as: UTF8.self)
            if let integer = Int64(written) { return .integer(integer) }
            if let integer = UInt64(written) { return .unsigned(integer) }
            return Double(written).map { .number($0) }
        }
    }
}

/// Reads JSON without building it.
private struct JSONScanner {
    struct Malformed: Error {}

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func members(atMost most: Int) throws -> [JSONMembers.Member] {
        var members: [JSONMembers.Member] = []
        skipSpace()
        try eat("{")
        skipSpace()
        if !isAt("}") {
            repeat {
                skipSpace()
                let quoted = try string()
                guard let name = Self.unescaped(bytes[(quoted.lowerBound + 1)..<(quoted.upperBound - 1)]),
                    members.count < most, !members.contains(where: { $0.name == name })
                else { throw Malformed() }
                skipSpace()
                try eat(":")
                skipSpace()
                members.append(JSONMembers.Member(name: name, value: try value(depth: 1)))
                skipSpace()
            } while skip(",")
        }
        try eat("}")
        skipSpace()
        guard index == bytes.count else { throw Malformed() }
        return members
    }

    private mutating func value(depth: Int) throws -> Range<Int> {
        guard depth <= JSONMembers.deepest, index < bytes.count else { throw Malformed() }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"): try list(until: "}", depth: depth, hasNames: true)
        case UInt8(ascii: "["): try list(until: "]", depth: depth, hasNames: false)
        case UInt8(ascii: "t"): try eat("true")
        case UInt8(ascii: "f"): try eat("false")
        case UInt8(ascii: "n"): try eat("null")
        default: try number()
        }
        return start..<index
    }

    private mutating func list(until end: StaticString, depth: Int, hasNames: Bool) throws {
        index += 1
        skipSpace()
        guard !isAt(end) else { return index += 1 }
        repeat {
            skipSpace()
            if hasNames {
                _ = try string()
                skipSpace()
                try eat(":")
                skipSpace()
            }
            _ = try value(depth: depth + 1)
            skipSpace()
        } while skip(",")
        try eat(end)
    }

    private mutating func string() throws -> Range<Int> {
        let start = index
        try eat("\"")
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<index
            case UInt8(ascii: "\\"):
                index += 1
                guard index < bytes.count else { throw Malformed() }
                if bytes[index] == UInt8(ascii: "u") {
                    let digits = bytes[(index + 1)...].prefix(4)
                    guard digits.count == 4, digits.allSatisfy({ Self.hexadecimal($0) != nil }) else {
                        throw Malformed()
                    }
                    index += 5
                } else {
                    guard Self.escapes[bytes[index]] != nil else { throw Malformed() }
                    index += 1
                }
            case 0..<0x20: throw Malformed()
            default: index += 1
            }
        }
        throw Malformed()
    }

    private mutating func number() throws {
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
    }

    private mutating func digits() throws {
        let start = index
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
        guard index > start else { throw Malformed() }
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private func isAt(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return text.withUTF8Buffer { text in (0..<count).allSatisfy { bytes[index + $0] == text[$0] } }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        guard isAt(text) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    private mutating func eat(_ text: StaticString) throws {
        guard skip(text) else { throw Malformed() }
    }

    // MARK: - Text

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private static func hexadecimal(_ byte: UInt8) -> UInt16? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt16.init)
    }

    /// Returns the content of a string without its quotes; nil for half a surrogate pair, which is not text.
    static func unescaped(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "\\")) else { return String(validating: text, as: UTF8.self) }
        var units: [UInt16] = []
        var plain: [UInt8] = []
        var iterator = text.makeIterator()
        func flush() {
            units += Array(String(decoding: plain, as: UTF8.self).utf16)
            plain = []
        }
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "\\"), let escape = iterator.next() else {
                plain.append(byte)
                continue
            }
            if let single = escapes[escape] {
                plain.append(single)
            } else {
                flush()
                var unit: UInt16 = 0
                for _ in 0..<4 { unit = unit << 4 | (iterator.next().flatMap(hexadecimal) ?? 0) }
                units.append(unit)
            }
        }
        flush()
        return String(validating: units, as: UTF16.self)
    }
}
