// As UIKit does.
public import CoreImage
@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {}

/// The app, as the system sees it.
@MainActor
public final class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

    public static let openSettingsURLString = "app-settings:"
    public static let openNotificationSettingsURLString = "app-settings:notifications"
    public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    private static let only = UIApplication()

    public class var shared: UIApplication { only }

    public var connectedScenes: Set<UIScene> = []

    public func registerForRemoteNotifications() { isRegistered = true }
    public func unregisterForRemoteNotifications() { isRegistered = false }

    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        opened.append(url)
        completion?(true)
    }

    // MARK: - Tests

    @_spi(Phone)
    public private(set) var isRegistered = false
    @_spi(Phone)
    public var opened: [URL] = []
}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
}

/// The device.
@MainActor
public final class UIDevice: NSObject {
    private static let only = UIDevice()

    public class var current: UIDevice { only }

    /// Its kind, such as "iPhone": the name that its owner gave needs an entitlement.
    public let name = "iPhone"
    public let systemName = "iOS"
    public let systemVersion = "26.0"
}

public final class UIImage: Sendable {
    @_spi(Phone)
    public let pixels: CGImage

    public init(cgImage: CGImage) { pixels = cgImage }
}

/// The clipboard.
@MainActor
public final class UIPasteboard: NSObject {
    private static let only = UIPasteboard()

    public class var general: UIPasteboard { only }

    public var string: String?
}

public enum UIAccessibility {
    public enum Notification { case announcement }

    @MainActor
    public static func post(notification: UIAccessibility.Notification, argument: Any?) {
        if let text = argument as? String { announced.append(text) }
    }

    // MARK: - Tests

    @_spi(Phone) @MainActor
    public static var announced: [String] = []
}
