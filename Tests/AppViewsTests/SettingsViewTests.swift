import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("The settings", .timeLimit(.minutes(1)))
struct SettingsViewTests {
    private static func screen(_ state: SignOutFlow) -> Screen<SignOutFlow> {
        Screen(state: state) { store, outward in
            SettingsView(name: "Ana", signOut: store, signedOut: { outward.tell("signed out") }) { place in
                Phrase(.verbatim("screen of \(place)"))
            }
        }
    }

    private static let asking = SignOutFlow().after(.asked)
    private static let busy = asking.after(.confirmed)

    @Test("the list is spoken, and each of its controls acts")
    func screens() async {
        for (name, state) in [
            ("list", SignOutFlow()), ("asking", Self.asking), ("signing out", Self.busy),
            ("not signed out", Self.busy.after(.signedOut(.storage(.locked)))),
            ("done", Self.busy.after(.signedOut(nil))),
        ] {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    @Test("each page of the settings is listed once, and opens")
    func places() async {
        for place in SettingsPlace.allCases {
            let open = await Self.screen(SignOutFlow()).open()
            let title = place == .profile ? "Ana" : Texts().string(place.title)
            let rows = open.walk.elements.filter { $0.role == .button && $0.label.hasPrefix("\(title), ") }
            #expect(rows.count == 1, "\(place)")
            #expect(await open.walk.perform(.press, on: rows.first?.label ?? "?"))
            #expect(open.walk.has("screen of \(place)"))
        }
    }

    @Test("signing out asks first, and is confirmed once done")
    func signsOut() async {
        let effects = NotedEffects<SignOutFlow> { _ in .signedOut(nil) }
        let (store, outward) = (FlowStore(SignOutFlow(), effects: effects), Outward())
        let walk = Walk(
            SettingsView(name: "Ana", signOut: store, signedOut: { outward.tell("signed out") }) { _ in EmptyView() })
        #expect(await walk.perform(.press, on: "Sign out"))
        #expect(effects.all.isEmpty && walk.has("Sign out?"))
        #expect(await walk.perform(.press, on: "Cancel"))
        #expect(await walk.perform(.press, on: "Sign out") && effects.all.isEmpty)
        #expect(await walk.perform(.press, on: "Sign out"))
        await store.settled()
        _ = walk.elements
        #expect(effects.all == [.signOut] && outward.told == ["signed out"])
    }

    @Test("the page *About* shows the version, the server, the license, and that the app is independent")
    func about() throws {
        let labels = Walk.of(AboutView(server: try ServerAddress("https://calls.example.org"))).map(\.label)
        #expect(labels.contains("Version, \(ProductVersion.current)"))
        #expect(labels.contains("This server, https://calls.example.org") && labels.contains("Licence, MIT"))
        #expect(labels.contains { $0.hasPrefix("Free software that uses the protocol of the ECall app") })
    }
}
