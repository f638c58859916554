/// The reason why bytes are not a message of Janus; a closed set, without any of the content.
public enum JanusDecodingError: Error, Hashable, Sendable {
    /// More bytes than `JanusLimits.messageSize`.
    case tooLarge
    /// Objects and arrays nested deeper than `JanusLimits.depth`.
    case tooDeep
    /// Not JSON (RFC 8259), or text that is not UTF-8.
    case malformedJSON
    case duplicateMember
    case notAnObject
    /// A required member is missing; `name` is one of the names this module knows.
    case missingMember(name: String)
    /// A member has the wrong type, or an id is outside 0 ... 2^53 - 1.
    case wrongType(name: String)
}

/// The limits of input, checked before anything is built from the bytes.
public struct JanusLimits: Hashable, Sendable {
    /// The most bytes of a message.
    public var messageSize: Int
    /// The most nested objects and arrays.
    public var depth: Int

    /// Limits; the defaults suffice for the SDP of a call with many streams.
    public init(messageSize: Int = 262_144, depth: Int = 12) {
        self.messageSize = messageSize
        self.depth = depth
    }
}

/// An object whose members are read with type checks.
struct JSONObject {
    let members: [String: JanusJSON]

    init(_ value: JanusJSON) throws(JanusDecodingError) {
        guard case .object(let members) = value else { throw .notAnObject }
        self.members = members
    }

    init(_ members: [String: JanusJSON]) { self.members = members }

    subscript(name: String) -> JanusJSON? { members[name] }

    func optionalID(_ name: String) throws(JanusDecodingError) -> UInt64? {
        try optional(name, \.id)
    }

    func id(_ name: String) throws(JanusDecodingError) -> UInt64 {
        guard let value = try optionalID(name) else { throw .missingMember(name: name) }
        return value
    }

    func optionalString(_ name: String) throws(JanusDecodingError) -> String? {
        try optional(name, \.string)
    }

    func string(_ name: String) throws(JanusDecodingError) -> String {
        guard let value = try optionalString(name) else { throw .missingMember(name: name) }
        return value
    }

    func bool(_ name: String) throws(JanusDecodingError) -> Bool? {
        try optional(name, \.bool)
    }

    func integer(_ name: String) throws(JanusDecodingError) -> Int? {
        try optional(name, \.integer)
    }

    func optionalObject(_ name: String) throws(JanusDecodingError) -> JSONObject? {
        try optional(name, \.object).map { JSONObject($0) }
    }

    func object(_ name: String) throws(JanusDecodingError) -> JSONObject {
        guard let value = try optionalObject(name) else { throw .missingMember(name: name) }
        return value
    }

    /// The objects in the array `name`; empty if it is absent.
    func objects(_ name: String) throws(JanusDecodingError) -> [JSONObject] {
        var objects: [JSONObject] = []
        for value in try optional(name, \.array) ?? [] {
            guard let object = value.object else { throw .wrongType(name: name) }
            objects.append(JSONObject(object))
        }
        return objects
    }

    /// Absent and `null` are nil; another type is an error.
    private func optional<Value>(
        _ name: String, _ read: (JanusJSON) -> Value?
    ) throws(JanusDecodingError) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        guard let read = read(value) else { throw .wrongType(name: name) }
        return read
    }
}
