/// A JSON value (RFC 8259).
public enum RecordedValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(UInt64)
    case double(Double)
    case string(String)
    case array([RecordedValue])
    case object([String: RecordedValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([RecordedValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: RecordedValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// A member; setting nil removes it. A value that isn't an object has none.
    public subscript(_ name: String) -> RecordedValue? {
        get { if case .object(let members) = self { members[name] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    public var boolean: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var integer: UInt64? { if case .integer(let value) = self { value } else { nil } }
    public var elements: [RecordedValue] { if case .array(let values) = self { values } else { [] } }
}

extension RecordedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: UInt64) { self = .integer(value) }
    public init(_ value: Int) { self = .integer(UInt64(value)) }
}
