public import Foundation

/// A signal: its kind and members, flat in one JSON object (wire-protocol 3.5).
///
/// Members that nobody here knows are kept and travel on unchanged.
public struct SignalMessage: Sendable, Equatable {
    /// The destination clients subscribe to: their own device's.
    public static func inbox(of device: DeviceID) -> String { "/exchange/ecall.signal.out/\(device)" }
    /// The one destination clients send to.
    public static let outbox = "/exchange/ecall.signal.in"
    /// The largest signal that is accepted, in bytes of JSON.
    public static let largest = 16 * 1024

    /// All members but `type`.
    public var members: [String: JSONValue]
    public var kind: SignalKind

    public init(_ kind: SignalKind, members: [String: JSONValue] = [:]) {
        self.kind = kind
        self.members = members
    }

    /// Reads a signal; nil when it is no JSON object, too large, or of an unknown type: such signals are dropped.
    public init?(json: Data) {
        guard json.count <= Self.largest,
            case .object(var members) = try? JSONDecoder().decode(JSONValue.self, from: json),
            let type = members.removeValue(forKey: "type")?.text, let kind = SignalKind(rawValue: type)
        else { return nil }
        self.init(kind, members: members)
    }

    /// Compact JSON without NUL or line breaks.
    public func json() throws -> Data {
        var object = members
        object["type"] = .string(kind.rawValue)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(JSONValue.object(object))
    }

    /// Reads and writes an id member; 0 reads as absent.
    public subscript<Kind>(id member: IDMember<Kind>) -> Identifier<Kind>? {
        get {
            guard let value = members[member.name]?.unsignedInteger, value != 0, value <= Identifier<Kind>.largest
            else {
                return nil
            }
            return Identifier(value)
        }
        set { members[member.name] = newValue.map { JSONValue($0.rawValue) } }
    }

    public subscript(text member: TextMember) -> String? {
        get { members[member.rawValue]?.text }
        set { members[member.rawValue] = newValue.map { .string($0) } }
    }

    public subscript(flag member: FlagMember) -> Bool? {
        get { if case .bool(let value) = members[member.rawValue] { value } else { nil } }
        set { members[member.rawValue] = newValue.map { .bool($0) } }
    }

    /// Unix seconds at which a rotated key becomes the one to send with.
    public var keyRotationTimestamp: Double? {
        get {
            switch members["keyRotationTimestamp"] {
            case .number(let value): value
            case .integer(let value): Double(value)
            default: nil
            }
        }
        set { members["keyRotationTimestamp"] = newValue.map { .number($0) } }
    }

    /// The order of the key it carries (e2ee 3).
    public var epoch: UInt32? {
        get { members["epoch"]?.unsignedInteger.flatMap { UInt32(exactly: $0) } }
        set { members["epoch"] = newValue.map { JSONValue(UInt64($0)) } }
    }

    public var status: ParticipantStatus? {
        get { members["status"]?.text.flatMap { ParticipantStatus(rawValue: $0) } }
        set { members["status"] = newValue.map { .string($0.rawValue) } }
    }

    /// Why `participant_rejected`, `call_ended` or `call_cancelled` is said.
    public var reason: EndReason? {
        get { members["reason"]?.text.map { EndReason(rawValue: $0) ?? .other } }
        set { members["reason"] = newValue.map { .string($0.rawValue) } }
    }
}

/// The name of a member that holds an id.
public struct IDMember<Kind>: Sendable {
    let name: String
}

extension IDMember where Kind == UserKind {
    public static var caller: Self { Self(name: "callerId") }
    public static var callee: Self { Self(name: "calleeId") }
    public static var participant: Self { Self(name: "participantId") }
    public static var sender: Self { Self(name: "senderId") }
}

extension IDMember where Kind == DeviceKind {
    public static var callerDevice: Self { Self(name: "callerDeviceId") }
    public static var calleeDevice: Self { Self(name: "calleeDeviceId") }
    public static var participantDevice: Self { Self(name: "participantDeviceId") }
    public static var senderDevice: Self { Self(name: "senderDeviceId") }
}

extension IDMember where Kind == CallKind {
    public static var call: Self { Self(name: "callId") }
}

extension IDMember where Kind == RoomKind {
    public static var room: Self { Self(name: "roomId") }
}

extension IDMember where Kind == FeedKind {
    public static var feed: Self { Self(name: "feedId") }
}

/// The name of a member that holds text.
public enum TextMember: String, Sendable {
    case callerName, participantName, encryptedAESKey, videoCodec
}

/// The name of a member that is true or false.
public enum FlagMember: String, Sendable {
    case isVideo, isVideoEnabled, isMuted, isOnGoing
}
