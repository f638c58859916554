/// A number that names one thing of one kind: a JSON integer in 0 … 2^53-1, where 0 means "none" (wire-protocol 0.2).
///
/// The kind is part of the type, so that a user's number cannot be passed as a device's.
public struct Identifier<Kind>: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral,
    CustomStringConvertible, LosslessStringConvertible
{
    /// The largest number that every JSON implementation keeps exactly.
    public static var largest: UInt64 { (1 << 53) - 1 }

    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    public init(integerLiteral value: UInt64) { rawValue = value }

    /// Reads decimal digits; nil for anything else, and for numbers above 2^53-1.
    public init?(_ description: String) {
        // The parser accepts signs, and finds -0 among numbers without one.
        guard let value = UInt64(description), value <= Self.largest, description.utf8.first.map(isDigit) == true
        else { return nil }
        rawValue = value
    }

    /// Whether this is 0, which means "none".
    public var isNone: Bool { rawValue == 0 }
    public var description: String { String(rawValue) }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Draws a random one in 1 … 2^53-1, so that no number reveals how many there are (architecture, Ids).
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        Self(UInt64.random(in: 1...largest, using: &generator))
    }

    /// Draws one from the system's generator.
    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A decoder names no member when a number does not fit: this error does.
        guard let value = try? container.decode(UInt64.self), value <= Self.largest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an id is a number up to 2^53-1")
        }
        rawValue = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

public enum UserKind: Sendable {}
public enum DeviceKind: Sendable {}
public enum CallKind: Sendable {}
public enum RoomKind: Sendable {}
public enum FeedKind: Sendable {}
public enum FriendRequestKind: Sendable {}
public enum LoginMethodKind: Sendable {}
public enum ReportKind: Sendable {}

public typealias UserID = Identifier<UserKind>
public typealias DeviceID = Identifier<DeviceKind>
public typealias CallID = Identifier<CallKind>
/// A Janus videoroom.
public typealias RoomID = Identifier<RoomKind>
/// A Janus publisher in a room.
public typealias FeedID = Identifier<FeedKind>
public typealias FriendRequestID = Identifier<FriendRequestKind>
public typealias LoginMethodID = Identifier<LoginMethodKind>
public typealias ReportID = Identifier<ReportKind>

/// One device of one user, written `"<userId>_<deviceId>"` wherever it is a key of a JSON object (wire-protocol 2.3).
public struct DeviceKey: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    public let user: UserID
    public let device: DeviceID

    public init(user: UserID, device: DeviceID) {
        self.user = user
        self.device = device
    }

    public init?(_ description: String) {
        let parts = description.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let user = UserID(String(parts[0])), let device = DeviceID(String(parts[1])) else {
            return nil
        }
        self.init(user: user, device: device)
    }

    public var description: String { "\(user)_\(device)" }
}
