/// Whether the app authenticates the device's owner, and after how long in the background. Stored as JSON; not secret.
public struct AppLockSetting: Sendable, Equatable, Codable {
    /// How long the app may be in the background without a lock, in seconds.
    public enum Delay: Int, Sendable, Equatable, Codable, CaseIterable {
        case atOnce = 0
        case oneMinute = 60
        case fiveMinutes = 300
        case fifteenMinutes = 900
        case oneHour = 3600

        public var duration: Duration { .seconds(rawValue) }
    }

    public var isOn: Bool
    public var delay: Delay

    public init(isOn: Bool = false, delay: Delay = .atOnce) { (self.isOn, self.delay) = (isOn, delay) }
}

/// The method by which a device recognizes its owner.
public enum OwnerCheck: Sendable, Equatable, CaseIterable {
    case faceID, touchID, opticID
    /// The device's passcode alone.
    case passcode
    /// The device has no passcode: nothing distinguishes its owner.
    case none
}

/// The result of asking for the device's owner.
public enum OwnerAnswer: Sendable, Equatable, CaseIterable {
    case isOwner
    /// The person, the system or another app has dismissed the prompt.
    case cancelled
    /// It was someone else, or the owner wasn't recognized.
    case failed
    /// Too many failed attempts: the device accepts its passcode alone, or nothing for a while.
    case lockedOut
    /// The device has no passcode any more.
    case noPasscode
}

/// The operating system's check of the device's owner: face, finger, or passcode.
public protocol OwnerAuthentication: Sendable {
    /// The check that the device offers.
    func check() async -> OwnerCheck
    /// Asks the owner to authenticate; the passcode is always accepted.
    ///
    /// - Parameter reason: what the system shows with its question, as key of the catalogue.
    func ask(_ reason: AppLockFlow.Reason) async -> OwnerAnswer
}
