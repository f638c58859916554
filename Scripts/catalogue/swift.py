"""The generated files of clients in Swift: keys, their formatting, a table for each language, plural rules."""
import json
import re

from .places import HEAD, LANGUAGE, RULES
from .plurals import categories, condition, rules
from .reading import LANGUAGES

NAMES = {
    "ar": "arabic", "de": "german", "en": "english", "es": "spanish", "fr": "french", "hi": "hindi", "it": "italian",
    "ja": "japanese", "km": "khmer", "ko": "korean", "pt": "portuguese", "ru": "russian", "th": "thai",
    "vi": "vietnamese", "zh-Hans": "chinese",
}


def name(key):
    """contacts.empty.title as contactsEmptyTitle."""
    first, *rest = key.split(".")
    return first + "".join(part[0].upper() + part[1:] for part in rest)


def file(lines, source=HEAD):
    return "\n".join(["// swift-format-ignore-file", f"// {source}", "", *lines]) + "\n"


def keys(found):
    return file(["/// The keys of the texts.", "enum TextKey: String, Sendable, Codable {",
                 *(f"    case {name(text.key)} = {json.dumps(text.key)}" for text in found), "}"])


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


def literal(text, pattern):
    """A pattern as a literal of Swift, with positions in the places of names."""
    placed = re.sub(r"\{(\w+)\}", lambda match: f"{{{text.arguments.index(match[1]) + 1}}}", pattern)
    return '"' + placed.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def table(found, language):
    lines = ["extension TextKey {", f"    var {NAMES[language]}: Pattern {{", "        switch self {"]
    for text in found:
        entry = text.languages[language]
        if isinstance(entry, str):
            pattern = f".plain({literal(text, entry)})"
        else:
            variants = ", ".join(f".{category}: {literal(text, entry[category])}"
                                 for category in categories(language))
            pattern = f".plural(by: {text.arguments.index(entry['by']) + 1}, [{variants}])"
        lines.append(f"        case .{name(text.key)}: {pattern}")
    return file([*lines, "        }", "    }", "}"])


def languages():
    """The languages, which of them have a table, and what each calls one, few or many."""
    lines = ["/// A language, by its tag (BCP 47).", "public enum Language: String, Sendable, CaseIterable {"]
    lines += [f"    case {NAMES[tag]} = {json.dumps(tag)}" for tag in rules()]
    lines += ["", "    /// Those that have a table.",
              f"    public static let catalogued: [Language] = [{', '.join('.' + NAMES[tag] for tag in LANGUAGES)}]", "",
              "    func pattern(of key: TextKey) -> Pattern {"]
    if len(LANGUAGES) == 1:
        lines += [f"        key.{NAMES[LANGUAGES[0]]}"]
    else:
        lines += ["        switch self {", *(f"        case .{NAMES[tag]}: key.{NAMES[tag]}" for tag in LANGUAGES[1:]),
                  f"        default: key.{NAMES[LANGUAGES[0]]}", "        }"]
    lines += ["    }", "}"]
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
        **{made / f"TextKey+{NAMES[tag]}.swift": table(found, tag) for tag in LANGUAGES},
    }
