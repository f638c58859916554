/// Why a person's part in a call, or the whole call, is over. Clients of before know nothing of it.
public enum EndReason: String, Codable, Sendable, WireEnumeration {
    /// It rang until the time was over, and nobody answered.
    case noAnswer = "no_answer"
    /// Somebody refused the call.
    case declined
    /// The device that rang is in another call.
    case busy
    /// Who called gave up before anybody answered.
    case cancelled
    /// Another device of the same person has the call.
    case answeredElsewhere = "answered_elsewhere"
    /// Somebody hung up, and nobody is left to talk with.
    case hungUp = "hung_up"
    /// Somebody was away for too long.
    case connectionLost = "connection_lost"
    /// Who made the call has put somebody out of it.
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
