/// Why a person's part in a call, or the whole call, is over. Older clients do not know it.
public enum EndReason: String, Codable, Sendable, WireEnumeration {
    /// It rang until the time was over, and no one answered.
    case noAnswer = "no_answer"
    /// A callee refused the call.
    case declined
    /// The device that rang is in another call.
    case busy
    /// The caller gave up before anyone answered.
    case cancelled
    /// Another device of the same person has the call.
    case answeredElsewhere = "answered_elsewhere"
    /// A participant hung up, and no one is left to talk with.
    case hungUp = "hung_up"
    /// A participant was away for too long.
    case connectionLost = "connection_lost"
    /// The host has removed a participant.
    case removed
    /// One that this version does not know.
    case other

    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }

    public static func schema(in catalog: inout SchemaCatalog) -> Schema {
        .string(values: allCases.filter { $0 != .other }.map(\.rawValue))
    }
}
