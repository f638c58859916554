"""The generated files of clients in Swift: keys, their formatting, a table for each language, plural rules."""
import json
import re

from .places import HEAD, LANGUAGE, RULES
from .plurals import categories, condition, rules
from .reading import LANGUAGES, Bad

NAMES = {
    "ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french", "hi": "hindi", "it": "italian",
    "ja": "japanese", "km": "khmer", "ko": "korean", "pt": "portuguese", "ru": "russian", "th": "thai",
    "vi": "vietnamese", "zh-Hans": "chinese",
}
#: Each language's name in itself.
OWN_NAMES = {
    "ar": "العربية", "de": "Deutsch", "en": "English", "es": "Español", "fr": "Français", "hi": "हिन्दी", "it": "Italiano",
    "ja": "日本語", "km": "ខ្មែរ", "ko": "한국어", "pt": "Português", "ru": "Русский", "th": "ไทย", "vi": "Tiếng Việt",
    "zh-Hans": "简体中文",
}


def name(key):
    """contacts.empty.title as contactsEmptyTitle."""
    first, *rest = key.split(".")
    return first + "".join(part[0].upper() + part[1:] for part in rest)


def file(lines, source=HEAD):
    return "\n".join(["// swift-format-ignore-file", f"// {source}", "", *lines]) + "\n"


def keys(found):
    return file(["/// The keys of the texts, in the order of the lines of each `TextTable`.", "enum TextKey: Int, Sendable, CaseIterable {",
                 *(f"    case {name(text.key)}" for text in found), "}"])


def makers(found):
    """A static member of Text for each: one that is misspelt, or lacks an argument, does not compile."""
    lines = ["extension Text {"]
    for text in found:
        source = text.languages[LANGUAGES[0]]
        lines.append(f"    /// {source if isinstance(source, str) else source['other']}")
        if not text.arguments:
            lines.append(f"    public static var {name(text.key)}: Text {{ Text(.{name(text.key)}) }}")
            continue
        taken = ", ".join(f"{argument}: {'Int' if kind == 'lld' else 'some TextArgument'}"
                          for argument, kind in zip(text.arguments, text.kinds))
        given = ", ".join(f".number({argument})" if kind == "lld" else f".words({argument}.text)"
                          for argument, kind in zip(text.arguments, text.kinds))
        lines.append(f"    public static func {name(text.key)}({taken}) -> Text {{ Text(.{name(text.key)}, [{given}]) }}")
    return file([*lines, "}"])


def line(text, entry, language):
    """`key = pattern`, or `key {1} = one: pattern ¦ other: pattern` by the number at that position; places are positions."""
    def placed(pattern):
        if set(pattern) & set("\n\t¦"):
            raise Bad(f"{text.key}, {language}: has a line feed, a tab or a ¦")
        return re.sub(r"\{(\w+)\}", lambda match: f"{{{text.arguments.index(match[1]) + 1}}}", pattern)

    if isinstance(entry, str):
        return f"{text.key} = {placed(entry)}"
    variants = " ¦ ".join(f"{category}: {placed(entry[category])}" for category in categories(language))
    return f"{text.key} {{{text.arguments.index(entry['by']) + 1}}} = {variants}"


def table(found, language):
    """A single literal: a switch takes the compiler seconds per language, and a dictionary takes time at each start."""
    return file(["extension TextTable {", f"    static let {NAMES[language]} = TextTable(", '        #"""',
                 *(f"        {line(text, text.languages[language], language)}" for text in found), '        """#)', "}"])


def languages():
    """The languages, their tables, and their rules for one, few and many."""
    lines = ["/// A language, by its tag (BCP 47).", "public enum Language: String, Sendable, CaseIterable {"]
    lines += [f"    case {NAMES[tag]} = {json.dumps(tag)}" for tag in LANGUAGES]
    lines += ["", "    /// The name in the language itself, with a capital letter where its script has them.", "    public var ownName: String {",
              "        switch self {", *(f"        case .{NAMES[tag]}: {json.dumps(OWN_NAMES[tag], ensure_ascii=False)}" for tag in LANGUAGES),
              "        }", "    }"]
    lines += ["", "    /// Read when the language is first used: the others' are not touched.", "    var table: TextTable {",
              "        switch self {", *(f"        case .{NAMES[tag]}: .{NAMES[tag]}" for tag in LANGUAGES), "        }", "    }", "}"]
    return file(lines)


def plural_rules():
    by_rules = {}
    for tag, given in rules().items():
        by_rules.setdefault(json.dumps(given), []).append(tag)
    lines = ["extension Language {", "    /// The kind of number that this is (plural rules of cardinals, Unicode CLDR).",
             "    public func category(of number: PluralOperands) -> PluralCategory {", "        switch self {"]
    for given, tags in by_rules.items():
        lines.append(f"        case {', '.join('.' + NAMES[tag] for tag in tags)}:")
        for category in categories(tags[0])[:-1]:
            if (told := condition(json.loads(given)[category])) != "false":
                lines.append(f"            if {told} {{ return .{category} }}")
        lines.append("            return .other")
    return file([*lines, "        }", "    }", "}"], f"Made by Scripts/texts.py of {RULES.name}.")


def files(found):
    made = LANGUAGE / "Generated"
    return {
        made / "TextKey.swift": keys(found), made / "Text+catalogue.swift": makers(found),
        made / "Language.swift": languages(), made / "Language+plurals.swift": plural_rules(),
        **{made / f"TextTable+{NAMES[tag]}.swift": table(found, tag) for tag in LANGUAGES},
    }
