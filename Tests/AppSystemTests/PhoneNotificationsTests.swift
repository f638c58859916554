import ECallCore
import ECallFlows
import Foundation
import TestSupport
import Testing
@_spi(Phone) import UserNotifications

@testable import AppSystem

@Suite("Notifications of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneNotificationsTests {
    private let preferences = MemoryStorage()
    private let center = UNUserNotificationCenter.current()

    init() { center.withState { $0 = UNUserNotificationCenter.State() } }

    private func system(_ changed: @escaping @MainActor @Sendable (NotificationSettings) -> Void = { _ in })
        -> PhoneNotifications
    {
        PhoneNotifications(preferences: preferences, pages: PhoneSettings(), changed: changed)
    }

    @Test(
        "what the system says is one of the flow's permissions",
        arguments: [
            (UNNotificationSettings(.notDetermined), NotificationSettingsFlow.Permission.notAsked),
            (UNNotificationSettings(.denied), .denied), (UNNotificationSettings(.authorized), .granted),
            (UNNotificationSettings(.ephemeral), .granted), (UNNotificationSettings(.provisional), .silent),
            (UNNotificationSettings(.authorized, alert: .disabled), .silent),
            (UNNotificationSettings(.authorized, sound: .disabled), .silent),
            (UNNotificationSettings(.authorized, sound: .notSupported), .granted),
        ])
    func permission(_ settings: UNNotificationSettings, _ expected: NotificationSettingsFlow.Permission) async {
        center.withState { $0.settings = settings }
        #expect(await system().permission() == expected)
    }

    @Test("asking shows the system's question for alerts, sounds and badges, and an error is no permission")
    func asks() async {
        center.withState { ($0.answer, $0.error) = (UNNotificationSettings(.denied), CocoaError(.featureUnsupported)) }
        #expect(await system().askPermission() == .denied)
        #expect(center.withState { $0.requested } == [[.alert, .badge, .sound]])
    }

    @Test("settings are kept, and the phone acts on them; those that cannot be kept change nothing")
    func saves() async {
        let told = Told<NotificationSettings>()
        let system = system { told.items.append($0) }
        #expect(await system.settings() == nil)
        var settings = NotificationSettings()
        settings.requests = false
        #expect(await system.save(settings))
        #expect(await system.settings() == settings && told.items == [settings])
        let full = PhoneNotifications(preferences: NoStorage(), pages: PhoneSettings()) { told.items.append($0) }
        #expect(await full.save(NotificationSettings()) == false)
        #expect(await full.settings() == nil && told.items.count == 1)
    }

    @Test("missed calls are shown once each, without a sound, unless that is switched off")
    func missedCalls() async {
        let system = system()
        system.tellMissed("1", title: "Ana", text: "Missed call")
        system.tellMissed("1", title: "Ana", text: "Missed call")
        system.tellMissed("2", title: "Ben", text: "Missed call")
        let shown = center.withState { $0.delivered }
        #expect(shown.map(\.content.title) == ["Ana", "Ben"] && shown.allSatisfy { $0.content.sound == nil })
        #expect(Set(shown.map(\.content.threadIdentifier)).count == 1)
        var settings = NotificationSettings()
        settings.missed = false
        #expect(await system.save(settings))
        system.tellMissed("3", title: "Cem", text: "Missed call")
        #expect(center.withState { $0.delivered }.count == 2)
    }

    @Test("the badge is the number that is set")
    func badge() {
        for count in [3, 0] {
            system().setBadge(count)
            #expect(center.withState { $0.badge } == count)
        }
    }

    // MARK: - On screen

    private struct Row: Sendable {
        let type: String?
        let change: @Sendable (inout NotificationSettings) -> Void
        let expected: UNNotificationPresentationOptions
    }

    private static let rows: [Row] = [
        Row(type: "newFriendRequest", change: { _ in }, expected: [.banner, .list, .sound]),
        Row(type: "acceptFriendRequest", change: { $0.quiet = always }, expected: [.banner, .list]),
        Row(type: "newFriendRequest", change: { $0.requests = false }, expected: []),
        Row(type: "warningLogin", change: { $0.requests = false }, expected: [.banner, .list, .sound]),
        Row(type: "somethingNew", change: { $0.quiet = always }, expected: [.banner, .list]),
        Row(type: nil, change: { _ in }, expected: [.banner, .list, .sound]),
    ]

    private nonisolated static var always: NotificationSettings.Quiet {
        var quiet = NotificationSettings.Quiet()
        let minutes = NotificationSettings.minutes
        // From now to a minute before now, whenever that is.
        let now = NotificationRules(NotificationSettings(), at: Date()).minute
        (quiet.isOn, quiet.from, quiet.to) = (true, now, (now + minutes.count - 1) % minutes.count)
        return quiet
    }

    @Test("a push that arrives while the app is on screen is shown by the person's settings")
    func presents() async {
        for row in Self.rows {
            var settings = NotificationSettings()
            row.change(&settings)
            let system = system()
            #expect(await system.save(settings))
            #expect(present(row.type, system) == row.expected, "\(row.type ?? "no type")")
        }
        // Its own.
        #expect(present(nil, system(), id: "missed-7") == [.banner, .list])
    }

    private func present(_ type: String?, _ system: PhoneNotifications, id: String = "push")
        -> UNNotificationPresentationOptions?
    {
        let content = UNNotificationContent.push(type.map { ["type": $0] } ?? [:])
        let notification = UNNotification(UNNotificationRequest(identifier: id, content: content, trigger: nil))
        let told = Told<UNNotificationPresentationOptions>()
        NotificationPresenter(system).userNotificationCenter(center, willPresent: notification) {
            told.items.append($0)
        }
        return told.items.count == 1 ? told.items.first : nil
    }

    @Test("the minute is that of the calendar's day")
    func minute() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
        let rules = NotificationRules(NotificationSettings(), at: Date(timeIntervalSince1970: 90 * 60), in: calendar)
        #expect(rules.minute == 150)
    }
}

final class Told<Item> {
    var items: [Item] = []
}

// Unchecked, because: those who tell and those who look are of one actor.
extension Told: @unchecked Sendable where Item: Sendable {}

/// A storage that is full.
struct NoStorage: KeyStorage {
    func read(_ name: SecretName) throws(KeyStorageError) -> Data? { throw .system(5) }
    func write(_ secret: Data, as name: SecretName) throws(KeyStorageError) { throw .system(28) }
    func remove(_ name: SecretName) throws(KeyStorageError) { throw .system(5) }
    func removeAll() throws(KeyStorageError) { throw .system(5) }
}
