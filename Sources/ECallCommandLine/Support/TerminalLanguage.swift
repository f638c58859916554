import ECallLanguage

/// The language and the region in which a person reads what a terminal shows. Pure.
struct TerminalLanguage: Codable, Sendable, Equatable {
    var tag: String
    /// How numbers, dates and lists are written (BCP 47); nil is the language's own way.
    var locale: String?

    static let english = TerminalLanguage(tag: Language.english.rawValue, locale: nil)

    /// Names in it cannot drive the terminal.
    var texts: Texts {
        Texts(Language(rawValue: tag) ?? .english, locale: locale, cleaning: { TerminalSanitizer.safe($0) })
    }

    /// - Parameters:
    ///   - option: what `--language` says; it applies to every terminal.
    ///   - kept: what `ecall config language` has kept.
    ///   - environment: of the command (POSIX, "Internationalization Variables").
    init(option: Language?, kept: Language?, _ environment: [String: String]) {
        let chosen = option ?? (Self.isUTF8(environment) ? kept ?? Self.ofSystem(environment) : .english)
        self.init(tag: chosen.rawValue, locale: Self.region(environment))
    }

    private init(tag: String, locale: String?) { (self.tag, self.locale) = (tag, locale) }

    /// The tag with the region, in whose order names are.
    var order: String { (Language(rawValue: tag) ?? .english).tag(inRegionOf: [locale ?? ""]) }

    /// The name of the language in itself.
    var name: String { (Language(rawValue: tag) ?? .english).ownName }

    /// The language of the environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set, and before it the list of `LANGUAGE`,
    /// as gettext has it.
    static func ofSystem(_ environment: [String: String]) -> Language {
        let named = value(["LC_ALL", "LC_MESSAGES", "LANG"], environment)
        guard !named.isEmpty, !isPOSIX(named) else { return .english }
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        return Language.best(for: (list + [named]).map(tag))
    }

    /// The language that is reported to the server, in which it writes mails: a tag (BCP 47) with the region. It does not
    /// depend on whether the terminal uses UTF-8.
    ///
    /// - Returns: nil if nothing names a language, as in a cron job.
    static func declared(option: Language?, kept: Language?, _ environment: [String: String]) -> String? {
        let locale = region(environment)
        let messages = value(["LC_ALL", "LC_MESSAGES", "LANG"], environment)
        let system = messages.isEmpty || isPOSIX(messages) ? nil : ofSystem(environment)
        return (option ?? kept ?? system)?.tag(inRegionOf: [locale, tag(messages)].compactMap(\.self))
    }

    /// Whether the terminal takes UTF-8, by the character set of its locale.
    static func isUTF8(_ environment: [String: String]) -> Bool {
        let named = value(["LC_ALL", "LC_CTYPE", "LANG"], environment)
        let set = named.split(separator: "@").first?.split(separator: ".").dropFirst().first ?? ""
        return ["utf-8", "utf8"].contains(set.lowercased())
    }

    private static func region(_ environment: [String: String]) -> String? {
        let named = value(["LC_ALL", "LC_TIME", "LANG"], environment)
        return named.isEmpty || isPOSIX(named) ? nil : tag(named)
    }

    private static func value(_ names: [String], _ environment: [String: String]) -> String {
        names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }

    private static func isPOSIX(_ locale: String) -> Bool {
        ["C", "POSIX"].contains(locale.prefix { $0 != "." && $0 != "@" })
    }

    /// `zh_TW.UTF-8@x` as `zh-TW`.
    private static func tag(_ locale: String) -> String {
        String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    }
}

extension Language {
    /// The tags that `--language` and `ecall config language` take.
    static var tags: String { allCases.map(\.rawValue).sorted().joined(separator: ", ") }

    /// Returns the language of a typed tag, such as `pt-BR` or `zh_CN`; nil if there is none.
    static func typed(_ text: String) -> Language? { fitting(text.replacing("_", with: "-")) }
}
