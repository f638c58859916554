/// The members that a type asked for while it was made from nothing.
final class SchemaRecording {
    var catalog: SchemaCatalog
    private(set) var members: [SchemaMember] = []

    init(catalog: SchemaCatalog) { self.catalog = catalog }

    func add<Value: Decodable>(_ name: String, _ type: Value.Type, isRequired: Bool) {
        guard !members.contains(where: { $0.name == name }) else { return }
        members.append(SchemaMember(name: name, schema: catalog.schema(of: type), isRequired: isRequired))
    }
}

/// Answers every request of `init(from:)` with a sample and records the request.
///
/// Objects only: every other shape says its own (`SchemaDescribed`).
struct SchemaDecoder: Decoder {
    struct NotAnObject: Error {}

    let recording: SchemaRecording
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SchemaContainer<Key>(recording: recording))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnObject() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnObject() }
}

private struct SchemaContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recording: SchemaRecording
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        recording.add(key.stringValue, type, isRequired: true)
        return try sample(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        recording.add(key.stringValue, type, isRequired: false)
        return nil
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        recording.add(key.stringValue, type, isRequired: false)
        return nil
    }

    private func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let described = type as? any SchemaDescribed.Type, let sample = described.sample as? Value { return sample }
        return try Value(from: SchemaDecoder(recording: SchemaRecording(catalog: recording.catalog)))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw SchemaDecoder.NotAnObject() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaDecoder.NotAnObject()
    }
    func superDecoder() throws -> any Decoder { SchemaDecoder(recording: recording) }
    func superDecoder(forKey key: Key) throws -> any Decoder { SchemaDecoder(recording: recording) }
}
