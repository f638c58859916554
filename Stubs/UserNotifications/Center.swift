public import Foundation
import Synchronization

public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case denied = 1
    case authorized = 2
    case provisional = 3
    case ephemeral = 4
}

public enum UNNotificationSetting: Int, Sendable {
    case notSupported = 0
    case disabled = 1
    case enabled = 2
}

public final class UNNotificationSettings: Sendable {
    public let authorizationStatus: UNAuthorizationStatus
    public let alertSetting: UNNotificationSetting
    public let soundSetting: UNNotificationSetting

    @_spi(Phone)
    public init(
        _ status: UNAuthorizationStatus, alert: UNNotificationSetting = .enabled,
        sound: UNNotificationSetting = .enabled
    ) {
        (authorizationStatus, alertSetting, soundSetting) = (status, alert, sound)
    }
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
}

/// The notifications of this app.
public final class UNUserNotificationCenter: @unchecked Sendable {
    private static let only = UNUserNotificationCenter()

    public class func current() -> UNUserNotificationCenter { only }

    public weak var delegate: (any UNUserNotificationCenterDelegate)?

    public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let settings = withState { $0.settings }
        DispatchQueue.global().async { completionHandler(settings) }
    }

    public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let (settings, error) = withState { state in
            state.requested.append(options)
            // A person is asked once.
            if state.settings.authorizationStatus == .notDetermined { state.settings = state.answer }
            return (state.settings, state.error)
        }
        DispatchQueue.global().async { completionHandler(settings.authorizationStatus == .authorized, error) }
    }

    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = withState { state in
            if state.error == nil {
                state.delivered.removeAll { $0.identifier == request.identifier }
                state.delivered.append(request)
            }
            return state.error
        }
        DispatchQueue.global().async { completionHandler?(error) }
    }

    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        withState { $0.badge = newBadgeCount }
        DispatchQueue.global().async { completionHandler?(nil) }
    }

    // MARK: - Tests

    @_spi(Phone)
    public struct State {
        public var settings = UNNotificationSettings(.notDetermined)
        /// The person's answer once they are asked.
        public var answer = UNNotificationSettings(.authorized)
        public var error: (any Error)?
        public var requested: [UNAuthorizationOptions] = []
        public var delivered: [UNNotificationRequest] = []
        public var badge = 0

        public init() {}
    }

    // Used under the lock alone.
    private nonisolated(unsafe) var state = State()
    private let lock = Mutex<Void>(())

    @_spi(Phone)
    public func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { _ in body(&state) } }
}
