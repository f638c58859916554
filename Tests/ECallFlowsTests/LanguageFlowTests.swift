import ECallCore
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("The flow of the language", .timeLimit(.minutes(1)))
struct LanguageFlowTests {
    private static let several: [Language] = [.english, .german, .arabic, .vietnamese, .chinese, .portuguese, .french]

    private static func run(
        _ rows: [(LanguageFlow.Action, [LanguageFlow.Effect])], from flow: LanguageFlow
    ) -> LanguageFlow {
        FlowTable.run(rows, from: flow)
    }

    private static func loaded(
        _ preferred: [String], choice: LanguageChoice = .system, among available: [Language] = several
    ) -> LanguageFlow {
        run(
            [(.refreshed, [.load]), (.loaded(choice, preferred: preferred), [])],
            from: LanguageFlow(available: available))
    }

    private static func name(_ row: LanguageFlow.Row) -> String { Texts(.english).string(row.name) }

    // MARK: - Which language

    /// 003-25
    @Test(
        "the first available system language is used, in its script, else English",
        arguments: [
            (["de-CH", "fr"], Language.german), (["sv-SE", "fr-CA", "de"], .french), (["zh-CN"], .chinese),
            (["zh-Hans-SG"], .chinese), (["zh"], .chinese), (["zh-TW", "vi-VN"], .vietnamese),
            (["zh-Hant-HK"], .english), (["pt-BR"], .portuguese), (["ar-EG"], .arabic),
            (["sv"], .english), ([], .english), ([""], .english), (["x-klingon", "*"], .english), (["en-GB"], .english),
        ])
    func systemLanguage(preferred: [String], language: Language) {
        #expect(Language.best(for: preferred, among: Self.several) == language)
        #expect(Self.loaded(preferred).language == language)
    }

    /// 000-70
    @Test("a choice applies at once and is stored; a failure is reported, and the choice still applies")
    func choosing() {
        let system = Self.loaded(["de"])
        let french = Self.run([(.chose(.language(.french)), [.keep(.language(.french))])], from: system)
        #expect(french.language == .french && french.rows.filter(\.isChosen).map(\.choice) == [.language(.french)])
        #expect(Self.run([(.kept(.language(.french), nil), [])], from: french).problem == nil)
        let failed = Self.run([(.kept(.language(.french), .system(28)), [])], from: french)
        #expect(failed.language == .french && failed.problem == .system(28))
        #expect(Self.run([(.sawProblem, [])], from: failed).problem == nil)
        let back = Self.run([(.chose(.system), [.keep(.system)])], from: failed)
        #expect(back.language == .german && back.problem == nil)
        // The result for a choice that was replaced.
        #expect(Self.run([(.kept(.language(.french), .locked), [])], from: back).problem == nil)
        // The choice that was being read is older than the person's; the system's languages are as they are now.
        let late = Self.run([(.loaded(.system, preferred: ["vi"]), [])], from: french)
        #expect(late.language == .french)
        #expect(Self.run([(.chose(.system), [.keep(.system)])], from: late).language == .vietnamese)
    }

    @Test("a language that no longer exists falls back to the system's, and an unavailable one cannot be chosen")
    func gone() {
        let flow = Self.loaded(["fr"], choice: .language(.khmer))
        #expect(flow.language == .french && flow.rows.filter(\.isChosen).map(\.choice) == [.system])
        #expect(Self.run([(.chose(.language(.thai)), [])], from: flow) == flow)
    }

    // MARK: - The list

    @Test("the system's language is first, then each language in its own name and the app's")
    func rows() {
        let rows = Self.loaded(["de"]).rows
        #expect(rows.first?.choice == .system && rows.first?.note == .verbatim("Deutsch") && rows[0].isChosen)
        #expect(rows.map(\.id) == [.system] + rows.dropFirst().map(\.choice))
        let names = rows.dropFirst().map(Self.name)
        #expect(names == ["Deutsch", "English", "Français", "Português", "Tiếng Việt", "العربية", "简体中文"])
        let notes = rows.dropFirst().map { $0.note.map { Texts(.english).string($0) } }
        #expect(notes.prefix(4) == [nil, "Englisch", "Französisch", "Portugiesisch"])
    }

    @Test(
        "the search ignores accents and case, in the own, the app's and the English name",
        arguments: [
            ("tieng viet", ["Tiếng Việt"]), (" FRANC", ["Français"]), ("franzo", ["Français"]),
            ("french", ["Français"]),
            ("中文", ["简体中文"]), ("العر", ["العربية"]), ("pt", ["Português"]), ("xyz", []), ("chin", ["简体中文"]),
            ("ＦＲＡＮ", ["Français"]),
        ])
    func search(text: String, names: [String]) {
        let found = Self.run([(.searched(text), [])], from: Self.loaded(["de"]))
        #expect(found.rows.map(Self.name) == names)
        let all = Self.run([(.searched("  "), [])], from: found)
        #expect(all.rows == Self.loaded(["de"]).rows)
    }

    @Test("the catalogue's languages and English are offered, and each has its own name")
    func catalogue() {
        let offered = LanguageFlow().rows.compactMap { row -> Language? in
            if case .language(let language) = row.choice { language } else { nil }
        }
        #expect(Set(offered) == Set(Language.allCases).union([.english]))
        let one = Self.loaded(["sv"], among: [.german])
        #expect(one.language == .english && one.rows.count == 3)
        let names = Language.allCases.map(\.ownName)
        #expect(Set(names).count == names.count && names.allSatisfy { !$0.isEmpty })
        #expect(Language.allCases.filter(\.isRightToLeft) == [.arabic])
    }

    /// 003-26
    @Test("the region is the one that the person's languages name for the language")
    func region() {
        let flow = Self.loaded(["qaa-BE", "de-AT", "en-GB", "de-CH"])
        #expect(flow.locale == "de-AT")
        for (language, locale) in [(Language.english, "en-GB"), (.arabic, "ar")] {
            let choice = LanguageChoice.language(language)
            #expect(Self.run([(.chose(choice), [.keep(choice)])], from: flow).locale == locale)
        }
        #expect(LanguageFlow().locale == "en")
    }

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() {
        typealias Offer = (LanguageFlow.Action, [LanguageFlow.Effect])
        let system = Self.loaded(["de"])
        let chosen = Self.run([(.chose(.language(.arabic)), [.keep(.language(.arabic))])], from: system)
        let failed = Self.run([(.kept(.language(.arabic), .locked), [])], from: chosen)
        let choices: [LanguageChoice] = [.system] + Language.allCases.map { .language($0) }
        func offers(_ current: LanguageChoice) -> [Offer] {
            let free = Self.several.map { LanguageChoice.language($0) } + [.system]
            return [(.refreshed, [.load]), (.searched("x"), [])]
                + free.filter { $0 != current }.map { (.chose($0), [.keep($0)]) }
        }
        FlowTable.check(
            [
                .init("before it is read", LanguageFlow(available: Self.several), offers(.system)),
                .init("the system's", system, offers(.system)), .init("chosen", chosen, offers(.language(.arabic))),
                .init("not kept", failed, offers(.language(.arabic)) + [(.sawProblem, [])]),
            ],
            among: choices.map { .chose($0) } + [.refreshed, .searched("x"), .sawProblem], repeats: [.refreshed])
    }

    // MARK: - Effects

    private struct System: SystemLanguages {
        func preferred() -> [String] { ["vi-VN", "fr"] }
        func hourCycle() -> Locale.HourCycle? { nil }
    }

    @Test("the choice is stored between starts, and a damaged or unknown one falls back to the system's")
    func effects() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "ecall-language-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let preferences = try FileKeyStorage(directory: directory)
        let effects = LanguageEffects(preferences: preferences, system: System())
        #expect(await effects.perform(.load) == .loaded(.system, preferred: ["vi-VN", "fr"]))
        for choice in [LanguageChoice.language(.chinese), .system] {
            #expect(await effects.perform(.keep(choice)) == .kept(choice, nil))
            #expect(await effects.perform(.load) == .loaded(choice, preferred: ["vi-VN", "fr"]))
        }
        for kept in [#""tlh""#, "7", "{"] {
            try preferences.write(Data(kept.utf8), as: .language)
            #expect(await effects.perform(.load) == .loaded(.system, preferred: ["vi-VN", "fr"]))
        }
    }
}
