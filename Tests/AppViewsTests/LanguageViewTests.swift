import ECallCore
import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Choosing the language on a screen", .timeLimit(.minutes(1)))
struct LanguageViewTests {
    private static let loaded = LanguageFlow(available: [.english, .german, .arabic]).after(
        .loaded(.system, preferred: ["de-DE"]))

    private static func screen(_ state: LanguageFlow) -> Screen<LanguageFlow> {
        Screen(state: state) { store, _ in LanguageView(store: store) }
    }

    @Test("the list is spoken, and each of its controls acts")
    func screens() async {
        let chosen = Self.loaded.after(.chose(.language(.arabic)))
        for (name, state) in [
            ("new", LanguageFlow()), ("loaded", Self.loaded), ("chosen", chosen),
            ("not kept", chosen.after(.kept(.language(.arabic), .locked))),
            ("found", Self.loaded.after(.searched("Deu"))),
            ("nothing found", Self.loaded.after(.searched("xyz"))),
        ] {
            await Self.screen(state).check(name, hasProblem: state.problem != nil)
        }
    }

    @Test("each language is listed in its own name, and a choice is stored")
    func chooses() async throws {
        let open = await Self.screen(Self.loaded).open()
        let picker = try #require(open.walk.elements.first { $0.label == "Language" && $0.role == .picker })
        #expect(picker.value == "Same as the system, Deutsch")
        #expect(
            picker.actions.map(\.gesture) == [
                .choose("Deutsch"), .choose("English, Englisch"), .choose("العربية, Arabisch"),
            ])
        #expect(await open.walk.perform(.choose("Deutsch"), on: "Language"))
        await open.store.settled()
        #expect(open.effects.all == [.load, .keep(.language(.german))])
    }

    @Test("a search that finds nothing says so")
    func findsNothing() async {
        let open = await Self.screen(Self.loaded).open()
        #expect(await open.walk.perform(.type, on: "Search languages", "xyz"))
        #expect(open.walk.has("No languages found"))
    }
}
