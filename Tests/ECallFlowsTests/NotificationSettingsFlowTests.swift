import ECallLanguage
import Foundation
import Synchronization
import Testing

@testable import ECallFlows

@Suite("The flow of notification settings", .timeLimit(.minutes(1)))
struct NotificationSettingsFlowTests {
    typealias Row = (action: NotificationSettingsFlow.Action, effects: [NotificationSettingsFlow.Effect])

    private static func run(
        _ rows: [Row], from flow: NotificationSettingsFlow = NotificationSettingsFlow()
    ) -> NotificationSettingsFlow {
        var flow = flow
        for row in rows { #expect(flow.send(row.action) == row.effects, "\(row.action)") }
        return flow
    }

    private static func settings(_ change: (inout NotificationSettings) -> Void) -> NotificationSettings {
        var settings = NotificationSettings()
        change(&settings)
        return settings
    }

    private static func opened(_ permission: NotificationSettingsFlow.Permission = .granted) -> NotificationSettingsFlow
    {
        run([
            (.shown, [.readPermission, .load]), (.shown, [.readPermission]), (.permission(permission), []),
            (.loaded(nil), []),
        ])
    }

    @Test("the system asks once; where it denied, its settings lead further")
    func permissions() {
        let rows: [(NotificationSettingsFlow.Permission, asks: Bool, opens: Bool, Text?)] = [
            (.notAsked, true, false, .permissionsNotificationsWhy), (.denied, false, true, .notificationsDenied),
            (.silent, false, true, .notificationsSilent), (.granted, false, false, nil),
        ]
        for row in rows {
            let flow = Self.run(
                [
                    (.asked, row.asks ? [.askPermission] : []), (.asked, []),
                    (.askedForSettings, row.opens ? [.openSettings] : []),
                ], from: Self.opened(row.0))
            #expect(flow.permissionText == row.3 && flow.isAsking == row.asks)
            #expect(Self.run([(.permission(.granted), [])], from: flow).isAsking == false)
        }
        #expect(NotificationSettingsFlow().permissionText == nil)
        // Allowed in the settings of the system.
        let back = Self.run([(.shown, [.readPermission]), (.permission(.granted), [])], from: Self.opened(.denied))
        #expect(back.permissionText == nil)
    }

    @Test("each kind and the quiet hours are kept as they are chosen; the same again changes nothing")
    func changes() {
        let rows: [(NotificationSettingsFlow.Action, NotificationSettings)] = [
            (.set(.calls, false), Self.settings { $0.calls = false }),
            (.set(.missed, false), Self.settings { $0.missed = false }),
            (.set(.requests, false), Self.settings { $0.requests = false }),
            (.setQuiet(true), Self.settings { $0.quiet.isOn = true }),
        ]
        for (action, settings) in rows {
            let flow = Self.run([(action, [.save(settings)]), (action, [])], from: Self.opened())
            #expect(flow.settings == settings)
            #expect(Self.run([(action, [])]).settings == nil)
        }
        let quiet = Self.settings { $0.quiet.isOn = true }
        let on = Self.run([(.setQuiet(true), [.save(quiet)]), (.saved(quiet, true), [])], from: Self.opened())
        let times: [(NotificationSettingsFlow.Action, NotificationSettings?)] = [
            (.setQuietFrom(0), Self.settings { ($0.quiet.isOn, $0.quiet.from) = (true, 0) }),
            (.setQuietTo(1_439), Self.settings { ($0.quiet.isOn, $0.quiet.to) = (true, 1_439) }),
            (.setQuietFrom(1_440), nil), (.setQuietTo(-1), nil), (.setQuietTo(420), nil),
        ]
        for (action, settings) in times {
            #expect(Self.run([(action, settings.map { [.save($0)] } ?? [])], from: on).settings == settings ?? quiet)
            // The fields are not there.
            _ = Self.run([(action, [])], from: Self.opened())
        }
        #expect(Self.run([(.setQuietFrom(0), [])], from: Self.opened()) == Self.opened())
    }

    @Test("one choice is kept at a time, and the last one counts")
    func ordersSaves() {
        let one = Self.settings { $0.calls = false }
        let two = Self.settings { ($0.calls, $0.missed) = (false, false) }
        let all = Self.settings { ($0.calls, $0.missed, $0.requests) = (false, false, false) }
        let flow = Self.run(
            [
                (.set(.calls, false), [.save(one)]), (.set(.missed, false), []), (.set(.requests, false), []),
                (.set(.requests, true), []), (.saved(one, true), [.save(two)]), (.saved(two, true), []),
                (.saved(two, false), []), (.set(.requests, false), [.save(all)]),
            ], from: Self.opened())
        #expect(flow.noneText == .notificationsNone && Self.opened().noneText == nil && flow.problem == nil)
    }

    @Test("a choice that cannot be saved is reported and reverted")
    func failures() {
        let one = Self.settings { $0.calls = false }
        let failed = Self.run([(.set(.calls, false), [.save(one)]), (.saved(one, false), [])], from: Self.opened())
        #expect(failed.settings == NotificationSettings() && failed.problem?.text == .notificationsNotSaved)
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
        _ = Self.run([(.set(.calls, false), [.save(one)])], from: failed)
        // A late load does not undo a choice.
        #expect(Self.run([(.loaded(one), [])], from: Self.opened()).settings == NotificationSettings())
    }

    @Test("each kind has words of its own")
    func words() {
        let titles = NotificationSettings.Kind.allCases.map { NotificationSettingsFlow.label(of: $0) }
        #expect(Set(titles.map(\.title)).count == 3 && Set(titles.map(\.note)).count == 3)
        for label in titles { #expect(!Texts(.english).string(label.note).contains("browser")) }
    }

    @Test("no action has an effect in a state that does not offer it, and a second tap has none")
    func explores() {
        let one = Self.settings { $0.calls = false }
        let actions: [NotificationSettingsFlow.Action] = [
            .shown, .asked, .askedForSettings, .set(.calls, false), .set(.calls, true), .setQuiet(true),
            .setQuiet(false),
            .setQuietFrom(0), .sawProblem, .permission(.notAsked), .permission(.granted), .permission(.denied),
            .loaded(nil), .loaded(one), .saved(one, true), .saved(one, false),
        ]
        let exploration = FlowExploration(from: NotificationSettingsFlow(), actions)
        #expect(exploration.isComplete && exploration.steps.count > 1_000)
        for step in exploration.steps {
            let before = step.before
            let isOffered =
                switch step.action {
                case .asked: before.canAsk
                case .askedForSettings: before.canOpenSettings
                case .set, .setQuiet: before.canChange
                case .setQuietFrom: before.settings?.quiet.isOn == true
                case .shown, .saved: true
                default: false
                }
            #expect(step.effects.isEmpty || isOffered, "\(step.action) in \(before)")
            if case .shown = step.action { continue }
            if case .askedForSettings = step.action { continue }
            if case .saved = step.action { continue }
            var twice = step.after
            #expect(twice.send(step.action) == [] && twice == step.after, "\(step.action) in \(before)")
        }
    }

    // MARK: - Over a system

    private final class System: NotificationSystem {
        let kept = Mutex<NotificationSettings?>(nil)
        let isFull = Mutex(false)
        let opened = Mutex(0)

        func permission() async -> NotificationSettingsFlow.Permission { .notAsked }
        func askPermission() async -> NotificationSettingsFlow.Permission { .denied }
        func openSettings() async { opened.withLock { $0 += 1 } }
        func settings() async -> NotificationSettings? { kept.withLock { $0 } }
        func save(_ settings: NotificationSettings) async -> Bool {
            guard !isFull.withLock({ $0 }) else { return false }
            kept.withLock { $0 = settings }
            return true
        }
    }

    @Test("over a system: asked, denied, chosen, kept, read again")
    @MainActor func effects() async {
        let system = System()
        let store = FlowStore(NotificationSettingsFlow(), effects: NotificationSettingsEffects(system: system))
        for action in [NotificationSettingsFlow.Action.shown, .asked, .askedForSettings, .set(.missed, false)] {
            store.send(action)
            await store.settled()
        }
        #expect(store.state.permission == .denied && system.opened.withLock { $0 } == 1)
        #expect(system.kept.withLock { $0 } == Self.settings { $0.missed = false })
        system.isFull.withLock { $0 = true }
        store.send(.set(.missed, true))
        await store.settled()
        #expect(store.state.problem == .notSaved && store.state.settings?.missed == false)
        let again = FlowStore(NotificationSettingsFlow(), effects: NotificationSettingsEffects(system: system))
        again.send(.shown)
        await again.settled()
        #expect(again.state.settings?.missed == false)
    }
}

@Suite("Notification settings", .timeLimit(.minutes(1)))
struct NotificationSettingsTests {
    /// The page runs the same vectors (Tests/WebTests/notifications/rules.test.mjs).
    @Test("invalid stored values count as defaults, and quiet hours may span midnight, as on the page")
    func vectors() throws {
        struct Vectors: Decodable {
            struct Kept: Decodable {
                let kept: NotificationSettings
                let read: NotificationSettings
            }
            let kept: [Kept]
        }
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/notification-settings.json")
            .standardizedFileURL
        let data = try Data(contentsOf: file)
        let vectors = try JSONDecoder().decode(Vectors.self, from: data)
        let rows = try #require(
            (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["kept"] as? [[String: Any]])
        for (row, one) in zip(rows, vectors.kept) {
            // The expectation is read from JSON itself: both could be wrong alike.
            let read = try #require(row["read"] as? [String: Any])
            let quiet = try #require(read["quiet"] as? [String: Any])
            #expect(one.kept.calls == read["calls"] as? Bool && one.kept.missed == read["missed"] as? Bool, "\(row)")
            #expect(one.kept.requests == read["requests"] as? Bool && one.kept.quiet.isOn == quiet["isOn"] as? Bool)
            #expect(one.kept.quiet.from == quiet["from"] as? Int && one.kept.quiet.to == quiet["to"] as? Int, "\(row)")
            let again = try JSONDecoder().decode(NotificationSettings.self, from: JSONEncoder().encode(one.kept))
            #expect(again == one.kept)
        }
        let quiet = try #require(
            (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["quiet"] as? [[Any]])
        for row in quiet {
            var settings = NotificationSettings()
            settings.quiet.isOn = try #require(row[0] as? Bool)
            settings.quiet.from = try #require(row[1] as? Int)
            settings.quiet.to = try #require(row[2] as? Int)
            #expect(settings.isQuiet(at: try #require(row[3] as? Int)) == row[4] as? Bool, "\(row)")
        }
        #expect(vectors.kept.count > 8 && quiet.count > 8)
    }
}
