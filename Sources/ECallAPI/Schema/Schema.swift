/// The shape of a JSON value: as much of JSON Schema (2020-12) as the messages of this protocol need.
public indirect enum Schema: Sendable, Equatable {
    case string(format: String? = nil, values: [String] = [])
    case integer(minimum: UInt64? = nil, maximum: UInt64? = nil)
    case number
    case boolean
    case array(Schema)
    /// Any names, values of one shape.
    case map(Schema)
    case any
    /// A value of a named type, whose members are in the catalog.
    case named(String)
}

/// A member of an object.
public struct SchemaMember: Sendable, Equatable {
    public let name: String
    public let schema: Schema
    /// Whether the object is refused without it. Members that are not required may be null.
    public let isRequired: Bool

    public init(name: String, schema: Schema, isRequired: Bool) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
    }
}

/// The named types that were met, with their members in the order in which they are read.
public struct SchemaCatalog: Sendable {
    public private(set) var types: [String: [SchemaMember]] = [:]

    public init() {}

    /// The shape of `type`, by the members that its `init(from:)` asks a decoder for, so that it cannot differ from the code.
    public mutating func schema<Value: Decodable>(of type: Value.Type) -> Schema {
        if let described = type as? any SchemaDescribed.Type { return described.schema(in: &self) }
        let name = String(describing: type)
        if types[name] == nil {
            // Registered here, so that a recursive type terminates.
            types[name] = []
            let recording = SchemaRecording(catalog: self)
            _ = try? Value(from: SchemaDecoder(recording: recording))
            self = recording.catalog
            types[name] = recording.members
        }
        return .named(name)
    }
}

/// A type that describes its own schema, and can be created without a value to read.
public protocol SchemaDescribed: Decodable {
    static func schema(in catalog: inout SchemaCatalog) -> Schema
    static var sample: Self { get }
}

/// A text that is one of few.
public protocol WireEnumeration: SchemaDescribed, CaseIterable, RawRepresentable where RawValue == String {}

extension WireEnumeration {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema {
        .string(values: allCases.map(\.rawValue))
    }

    /// Every enumeration has a first case.
    public static var sample: Self { allCases[allCases.startIndex] }
}
