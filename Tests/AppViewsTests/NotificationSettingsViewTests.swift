import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Settings of notifications on a screen", .timeLimit(.minutes(1)))
struct NotificationSettingsViewTests {
    private static func screen(_ state: NotificationSettingsFlow) -> Screen<NotificationSettingsFlow> {
        Screen(state: state) { store, _ in NotificationSettingsView(store: store) }
    }

    private static func loaded(_ permission: NotificationSettingsFlow.Permission) -> NotificationSettingsFlow {
        NotificationSettingsFlow().after(.permission(permission), .loaded(nil))
    }

    private static let off = loaded(.granted).after(.set(.calls, false), .set(.missed, false), .set(.requests, false))
    private static let quiet = loaded(.granted).after(.setQuiet(true), .setQuietTo(6 * 60 + 30))

    @Test("every state is spoken, and each of its controls acts")
    func screens() async {
        for (name, state) in [
            ("new", NotificationSettingsFlow()), ("not asked", Self.loaded(.notAsked)),
            ("asking", Self.loaded(.notAsked).after(.asked)), ("granted", Self.loaded(.granted)),
            ("silent", Self.loaded(.silent)), ("denied", Self.loaded(.denied)), ("quiet", Self.quiet),
            ("off", Self.off),
            ("not saved", Self.quiet.after(.saved(Self.quiet.settings ?? .init(), false))),
        ] {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    @Test("a sentence says when all notifications are off")
    func saysOff() async {
        let none = await Self.screen(Self.off).open()
        #expect(none.walk.has("You won’t be notified of calls while ECall is closed."))
    }

    @Test("the system's permission is shown with a button to change it")
    func permission() async {
        for (permission, button) in [
            (NotificationSettingsFlow.Permission.notAsked, "Allow"), (.denied, "Open Settings"),
            (.silent, "Open Settings"),
        ] {
            let open = await Self.screen(Self.loaded(permission)).open()
            #expect(await open.walk.perform(.press, on: button), "\(permission)")
            await open.store.settled()
            #expect(open.effects.all.last == (permission == .notAsked ? .askPermission : .openSettings))
        }
        let granted = await Self.screen(Self.loaded(.granted)).open()
        #expect(!granted.walk.has("Allow") && !granted.walk.has("Open Settings"))
    }

    @Test("quiet hours are chosen to the minute, whatever the time zone")
    func quietHours() async {
        let open = await Self.screen(Self.quiet).open()
        #expect(open.walk.elements.filter { $0.role == .picker }.map(\.value) == ["22:00", "06:30"])
        #expect(await open.walk.perform(.type, on: "From", "23:45"))
        #expect(await open.walk.perform(.type, on: "To", "00:05"))
        #expect(open.store.state.settings?.quiet.from == 23 * 60 + 45 && open.store.state.settings?.quiet.to == 5)
    }
}
