/// The reply of a person who will not take a call, to the one who rings them (e2ee 2, reply).
public enum CallReply: Sendable, Hashable {
    /// They cannot talk now. They will call back in this many minutes; 0 if unspecified.
    case cannotTalkNow(minutes: UInt8)

    /// The bytes of a reply: unused ones are zero, so that its length reveals nothing.
    static let length = 64
    private static let version: UInt8 = 1
    private static let cannotTalkNow: UInt8 = 1

    var bytes: [UInt8] {
        switch self {
        case .cannotTalkNow(let minutes):
            let bytes = [Self.version, Self.cannotTalkNow, minutes]
            return bytes + [UInt8](repeating: 0, count: Self.length - bytes.count)
        }
    }

    /// Returns nil for another length, version or kind; additions of a later version under the same number are ignored.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.version, bytes[1] == Self.cannotTalkNow else { return nil }
        self = .cannotTalkNow(minutes: bytes[2])
    }
}

extension CallReply: Codable {
    private enum Key: String, CodingKey { case kind, minutes }
    private static let name = "cannotTalkNow"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard try container.decode(String.self, forKey: .kind) == Self.name else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "no kind of reply")
        }
        self = .cannotTalkNow(minutes: try container.decode(UInt8.self, forKey: .minutes))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .cannotTalkNow(let minutes):
            try container.encode(Self.name, forKey: .kind)
            try container.encode(minutes, forKey: .minutes)
        }
    }
}
