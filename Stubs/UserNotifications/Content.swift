public import Foundation

open class UNNotificationContent: NSObject {
    public internal(set) var title = ""
    public internal(set) var body = ""
    public internal(set) var threadIdentifier = ""
    public internal(set) var sound: UNNotificationSound?
    public internal(set) var userInfo: [AnyHashable: Any] = [:]
}

public final class UNMutableNotificationContent: UNNotificationContent {
    public override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    public override var body: String {
        get { super.body }
        set { super.body = newValue }
    }
    public override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { super.threadIdentifier = newValue }
    }
    public override var sound: UNNotificationSound? {
        get { super.sound }
        set { super.sound = newValue }
    }
}

public final class UNNotificationSound: Sendable {
    public static let `default` = UNNotificationSound()
}

public class UNNotificationTrigger: NSObject {}

// Unchecked, because: it is not mutated, and neither is its content after it was passed on.
public final class UNNotificationRequest: @unchecked Sendable {
    public let identifier: String
    public let content: UNNotificationContent

    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        (self.identifier, self.content) = (identifier, content)
    }
}

// Unchecked, because: it is not mutated.
public final class UNNotification: @unchecked Sendable {
    public let request: UNNotificationRequest

    @_spi(Phone)
    public init(_ request: UNNotificationRequest) { self.request = request }
}

extension UNNotificationContent {
    /// A push with these members.
    @_spi(Phone)
    public static func push(_ userInfo: [AnyHashable: Any]) -> UNNotificationContent {
        let content = UNNotificationContent()
        content.userInfo = userInfo
        return content
    }
}
