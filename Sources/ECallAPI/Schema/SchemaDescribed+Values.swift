extension String: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .string() }
    public static var sample: Self { "" }
}

extension Bool: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .boolean }
    public static var sample: Self { false }
}

extension Double: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .number }
    public static var sample: Self { 0 }
}

extension Int: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .integer() }
    public static var sample: Self { 0 }
}

extension Identifier: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .integer(minimum: 0, maximum: largest) }
    public static var sample: Self { Self(1) }
}

extension Timestamp: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .string(format: "date-time") }
    public static var sample: Self { Self(milliseconds: 0) }
}

extension JSONValue: SchemaDescribed {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .any }
    public static var sample: Self { .null }
}

extension Array: SchemaDescribed where Element: Decodable {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .array(catalog.schema(of: Element.self)) }
    public static var sample: Self { [] }
}

extension Dictionary: SchemaDescribed where Key == String, Value: Decodable {
    public static func schema(in catalog: inout SchemaCatalog) -> Schema { .map(catalog.schema(of: Value.self)) }
    public static var sample: Self { [:] }
}
