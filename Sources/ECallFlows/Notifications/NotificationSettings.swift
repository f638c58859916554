/// The notifications that a person wants on this device. They are stored on the device; the server does not know them.
/// The twin of `Web/notifications/settings.js` (`Tests/Vectors/notification-settings.json`).
public struct NotificationSettings: Codable, Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case calls
        case missed
        /// New contact requests, and accepted ones.
        case requests
    }

    /// The time without sounds, in minutes of the day on this device; none where `from` is equal to `to`.
    public struct Quiet: Codable, Sendable, Hashable {
        public var isOn = false
        public var from = 22 * 60
        public var to = 7 * 60

        public init() {}
    }

    /// The permitted times of day, in minutes.
    public static let minutes = 0..<24 * 60

    public var calls = true
    public var missed = true
    public var requests = true
    public var quiet = Quiet()

    public init() {}

    public subscript(kind: Kind) -> Bool {
        get {
            switch kind {
            case .calls: calls
            case .missed: missed
            case .requests: requests
            }
        }
        set {
            switch kind {
            case .calls: calls = newValue
            case .missed: missed = newValue
            case .requests: requests = newValue
            }
        }
    }

    /// Whether no kind is wanted.
    public var wantsNone: Bool { Kind.allCases.allSatisfy { !self[$0] } }

    /// Whether notifications must be silent now. Hours that end before they begin extend over midnight.
    ///
    /// - Parameter minute: of the day on this device.
    public func isQuiet(at minute: Int) -> Bool {
        guard quiet.isOn, quiet.from != quiet.to else { return false }
        let (from, to) = (quiet.from, quiet.to)
        return from < to ? minute >= from && minute < to : minute >= from || minute < to
    }

    /// Reads stored settings; an invalid value counts as the default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func isOn(_ key: CodingKeys) -> Bool { (try? container.decode(Bool.self, forKey: key)) ?? true }
        (calls, missed, requests) = (isOn(.calls), isOn(.missed), isOn(.requests))
        if let kept = try? container.decode(Quiet.self, forKey: .quiet), Self.minutes.contains(kept.from),
            Self.minutes.contains(kept.to)
        {
            quiet = kept
        }
    }
}
