/// A JSON value (RFC 8259) that distinguishes integers from other numbers, so that 53-bit ids stay exact.
enum JanusJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number written as a non-negative integer that fits.
    case unsigned(UInt64)
    /// A number written as a negative integer that fits.
    case negative(Int64)
    /// Every other number.
    case double(Double)
    case string(String)
    case array([JanusJSON])
    case object([String: JanusJSON])

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var array: [JanusJSON]? { if case .array(let value) = self { value } else { nil } }
    var object: [String: JanusJSON]? { if case .object(let value) = self { value } else { nil } }

    /// A small non-negative integer.
    var integer: Int? { if case .unsigned(let value) = self { Int(exactly: value) } else { nil } }

    /// An id: a JSON integer of at most 2^53 - 1 (wire-protocol 0.2).
    var id: UInt64? {
        if case .unsigned(let value) = self, value <= JanusJSON.largestID { value } else { nil }
    }

    static let largestID: UInt64 = (1 << 53) - 1
}

extension JanusJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JanusJSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JanusJSON)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JanusJSON {
    /// Compact JSON in UTF-8, members sorted by name, so that equal values have equal bytes.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .unsigned(let value): bytes += String(value).utf8
        case .negative(let value): bytes += String(value).utf8
        case .double(let value): bytes += (value.isFinite ? String(value) : "null").utf8
        case .string(let value): append(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private func append(_ text: String, to bytes: inout [UInt8]) {
        let hex = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20: bytes += "\\u00".utf8 + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
