public import ECallCore
public import ECallLanguage
import Foundation

/// Choosing the language (requirements 000-70, 003-25): the system's first, then those of the catalogue, each in its own name.
/// A choice applies at once.
public struct LanguageFlow: Flow {
    /// A line of the list.
    public struct Row: Sendable, Equatable, Identifiable {
        public let choice: LanguageChoice
        /// In the language of the row.
        public let name: Text
        /// The name in the language of the app; nil if it adds nothing.
        public let note: Text?
        public let isChosen: Bool

        public var id: LanguageChoice { choice }
    }

    public enum Action: Sendable, Equatable {
        /// The app starts, or the person has changed the system's languages.
        case refreshed
        case searched(String)
        case chose(LanguageChoice)
        case sawProblem

        // Results of effects
        case loaded(LanguageChoice, preferred: [String])
        case kept(LanguageChoice, KeyStorageError?)
    }

    public enum Effect: Sendable, Equatable {
        case load
        case keep(LanguageChoice)
    }

    public private(set) var choice = LanguageChoice.system
    /// The search text as typed.
    public private(set) var search = ""
    /// The choice applies, but could not be stored for the next start.
    public private(set) var problem: KeyStorageError?
    private let available: [Language]
    private var preferred: [String] = []
    private var hasChosen = false

    /// - Parameter available: the languages of the catalogue; English is always added.
    public init(available: [Language] = Language.allCases) {
        self.available = available.contains(.english) ? available : [.english] + available
    }

    /// The language of all screens now.
    public var language: Language {
        if case .language(let chosen) = choice, available.contains(chosen) { return chosen }
        return systemLanguage
    }

    /// The language with the region in which the person reads it, a tag (BCP 47): numbers, dates and the clock are that region's.
    public var locale: String { language.tag(inRegionOf: preferred) }

    private var systemLanguage: Language { Language.best(for: preferred, among: available) }

    /// The list: by the name in the language itself; while something is searched for, what its name in any of the languages has.
    public var rows: [Row] {
        let languages = available.sorted { NameOrder.neutral.compare($0.ownName, $1.ownName) == .orderedAscending }
        let system = Row(
            choice: .system, name: .languageSystem, note: .verbatim(systemLanguage.ownName),
            isChosen: choice == .system || !isAvailable)
        guard !needle.isEmpty else { return [system] + languages.map(row) }
        return languages.filter(matches).map(row)
    }

    public mutating func send(_ action: Action) -> [Effect] {
        switch action {
        case .refreshed: return [.load]
        case .loaded(let kept, let preferred):
            self.preferred = preferred
            // A choice made while this was loading is newer.
            if !hasChosen { choice = kept }
        case .searched(let text): search = text
        case .chose(let new):
            guard new != choice, isOffered(new) else { return [] }
            (choice, hasChosen, problem) = (new, true, nil)
            return [.keep(new)]
        // The result for a choice that was replaced is ignored.
        case .kept(let kept, let failure): if kept == choice { problem = failure }
        case .sawProblem: problem = nil
        }
        return []
    }

    // MARK: - Parts

    private var isAvailable: Bool {
        if case .language(let chosen) = choice { available.contains(chosen) } else { true }
    }

    private func isOffered(_ choice: LanguageChoice) -> Bool {
        switch choice {
        case .system: true
        case .language(let language): available.contains(language)
        }
    }

    private func row(_ language: Language) -> Row {
        let (own, here) = (language.ownName, language.name(in: self.language))
        return Row(
            choice: .language(language), name: .verbatim(own), note: own == here ? nil : .verbatim(here),
            isChosen: choice == .language(language))
    }

    private var needle: String { Self.folded(search.trimmingCharacters(in: .whitespacesAndNewlines)) }

    /// By its own name, its name in the language of the app or in English, or its tag.
    private func matches(_ language: Language) -> Bool {
        let names = [language.ownName, language.name(in: self.language), language.name(in: .english)]
        return names.contains { Self.folded($0).contains(needle) } || Self.folded(language.rawValue).hasPrefix(needle)
    }

    /// Without marks, case and width: "tieng viet" finds "Tiếng Việt".
    private static func folded(_ text: String) -> String {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }
}

/// Performs the effects of `LanguageFlow`.
public struct LanguageEffects: FlowEffects {
    public typealias F = LanguageFlow

    private let preferences: any KeyStorage
    private let system: any SystemLanguages

    /// - Parameter preferences: where the choice is kept; signing out does not wipe it.
    public init(preferences: any KeyStorage, system: any SystemLanguages) {
        self.preferences = preferences
        self.system = system
    }

    public func perform(_ effect: LanguageFlow.Effect) async -> LanguageFlow.Action? {
        switch effect {
        case .load:
            // An unreadable choice must be made again: until then the app uses the system's language.
            let kept = try? preferences.value(.language, as: LanguageChoice.self)
            return .loaded(kept ?? .system, preferred: system.preferred())
        case .keep(let choice):
            do throws(KeyStorageError) {
                try preferences.store(choice, as: .language)
                return .kept(choice, nil)
            } catch {
                return .kept(choice, error)
            }
        }
    }
}
