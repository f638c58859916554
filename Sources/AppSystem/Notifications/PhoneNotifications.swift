import ECallCore
import ECallFlows
import Foundation
import UserNotifications

/// The notifications of this phone, and the person's settings, which lie among the preferences.
struct PhoneNotifications: NotificationSystem {
    /// The prefix of the names of notifications about missed calls.
    fileprivate static let missed = "missed-"
    /// The name under which the settings are stored.
    private static let name = SecretName("notifications")

    let preferences: any KeyStorage
    let pages: PhoneSettings
    /// The settings have changed: this device takes rings by push, or stops taking them.
    let changed: @MainActor @Sendable (NotificationSettings) -> Void

    // MARK: - Permission

    func permission() async -> NotificationSettingsFlow.Permission {
        await withCheckedContinuation { asked in
            UNUserNotificationCenter.current().getNotificationSettings { @Sendable settings in
                asked.resume(returning: NotificationSettingsFlow.Permission(settings))
            }
        }
    }

    func askPermission() async -> NotificationSettingsFlow.Permission {
        await withCheckedContinuation { asked in
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound]) {
                @Sendable _, _ in asked.resume()
            }
        }
        return await permission()
    }

    func openSettings() async { await pages.open(.notifications) }

    // MARK: - Settings

    func settings() async -> NotificationSettings? { kept }

    func save(_ settings: NotificationSettings) async -> Bool {
        guard let name = Self.name else { return false }
        do throws(KeyStorageError) { try preferences.store(settings, as: name) } catch { return false }
        await changed(settings)
        return true
    }

    /// Settings that cannot be read count as not chosen yet.
    private var kept: NotificationSettings? {
        guard let name = Self.name else { return nil }
        return try? preferences.value(name, as: NotificationSettings.self)
    }

    /// The rules in effect now.
    var rules: NotificationRules { NotificationRules(kept ?? NotificationSettings(), at: Date()) }

    // MARK: - Showing

    func setBadge(_ count: Int) {
        UNUserNotificationCenter.current().setBadgeCount(count, withCompletionHandler: nil)
    }

    /// Shows a short message of the app's own.
    func tell(_ text: String) {
        let content = UNMutableNotificationContent()
        content.body = text
        UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "note", content: content, trigger: nil), withCompletionHandler: nil)
    }

    /// Shows a call that was missed, once a call.
    ///
    /// - Parameter id: of the call.
    func tellMissed(_ id: String, title: String, text: String) {
        guard rules.settings.missed else { return }
        let content = UNMutableNotificationContent()
        content.title = title
        content.body = text
        content.threadIdentifier = "missed"
        UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: Self.missed + id, content: content, trigger: nil),
            withCompletionHandler: nil)
    }
}

extension NotificationSettingsFlow.Permission {
    init(_ settings: UNNotificationSettings) {
        switch settings.authorizationStatus {
        case .notDetermined: self = .notAsked
        case .denied: self = .denied
        case .provisional: self = .silent
        case .authorized, .ephemeral:
            let isSilent = settings.alertSetting == .disabled || settings.soundSetting == .disabled
            self = isSilent ? .silent : .granted
        @unknown default: self = .denied
        }
    }
}

/// Decides about pushes that arrive while the app is on screen.
final class NotificationPresenter: NSObject, UNUserNotificationCenterDelegate {
    private let notifications: PhoneNotifications

    init(_ notifications: PhoneNotifications) { self.notifications = notifications }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let type = notification.request.content.userInfo["type"] as? String
        // This app's own: without a sound, since the call has rung.
        guard !notification.request.identifier.hasPrefix(PhoneNotifications.missed) else {
            return completionHandler([.banner, .list])
        }
        let presentation = notifications.rules.presentation(of: NotificationRules.Push(type: type))
        guard presentation.isShown else { return completionHandler([]) }
        completionHandler(presentation.makesSound ? [.banner, .list, .sound] : [.banner, .list])
    }
}
