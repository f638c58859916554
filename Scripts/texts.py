#!/usr/bin/env python3
"""Makes what clients read of the one catalogue of texts; `--check` prints what is wrong with it, and exits 1 if anything is.

    Scripts/texts.py                             after the catalogue was changed, or two branches were merged
    Scripts/texts.py --add KEY TEXT [COMMENT]    a text in English: `{name}` is the place of a text, `{#count}` of a number,
                                                 and `{#count} person | {#count} people` depends on it

A text is an entry of Sources/ECallLanguage/Localizable.xcstrings. The last line of its comment names its arguments, in the
order of their positions: `arguments: name, count`. A text that depends on a number has plural variations: of the whole text
where the number is its only argument, else as the one substitution `%#@count@`.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "Sources/ECallLanguage/Localizable.xcstrings"
# Those that the catalogue has, the source first. One more is one more name here.
LANGUAGES = ("en",)
KEY = re.compile(r"[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)+")
SPECIFIER = re.compile(r"%(?:(\d+)\$)?(@|lld|#@(\w+)@|arg|%)")
HEAD = "Made by Scripts/texts.py of Localizable.xcstrings."


class Bad(Exception):
    """What is wrong with the catalogue, for who writes it."""


class Text:
    """One text: its arguments by position, and in each language a pattern, or patterns by plural category."""

    def __init__(self, key, entry):
        self.key = key
        if not KEY.fullmatch(key):
            raise Bad(f"{key}: keys are names joined by dots, such as contacts.empty.title")
        comment = entry.get("comment", "").strip().split("\n")[-1]
        listed = comment.removeprefix("arguments:") if comment.startswith("arguments:") else ""
        self.arguments = [name.strip() for name in listed.split(",") if name.strip()]
        self.kinds = None
        self.by = None
        self.languages = {}
        for language in LANGUAGES:
            if language not in entry.get("localizations", {}):
                raise Bad(f"{key}: is not in '{language}'")
        for language, localization in entry["localizations"].items():
            if language not in LANGUAGES:
                raise Bad(f"{key}: '{language}' is not a language of Scripts/texts.py")
            self.languages[language] = self.read(language, localization)

    def read(self, language, localization):
        """The patterns of one language, with `{name}` at the places of arguments."""
        kinds, by = {}, None
        if "substitutions" in localization:
            if len(localization["substitutions"]) != 1:
                raise Bad(f"{self.key}, {language}: a text depends on one number at most")
            (by, substitution), = localization["substitutions"].items()
            kinds[substitution.get("argNum")] = "lld"
            frame = unit(localization, self.key)
            if f"%#@{by}@" not in frame or substitution.get("formatSpecifier") != "lld":
                raise Bad(f"{self.key}, {language}: %#@{by}@ is not used, or is not a number")
            variants = plural(substitution, self.key)
            variants = {category: frame.replace(f"%#@{by}@", value.replace("%arg", f"%{substitution['argNum']}$lld"))
                        for category, value in variants.items()}
        elif "variations" in localization:
            if len(self.arguments) != 1:
                raise Bad(f"{self.key}, {language}: with several arguments, the number is a substitution")
            by = self.arguments[0]
            variants = plural(localization, self.key)
        else:
            variants = {None: unit(localization, self.key)}
        patterns = {category: self.pattern(language, value, kinds) for category, value in variants.items()}
        ordered = [kinds.get(position) for position in range(1, len(self.arguments) + 1)]
        if by is not None and (by not in self.arguments or ordered[self.arguments.index(by)] != "lld"):
            raise Bad(f"{self.key}, {language}: '{by}' is not an argument that is a number")
        if None in ordered or len(kinds) != len(ordered):
            raise Bad(f"{self.key}, {language}: uses {sorted(kinds)} of the arguments {self.arguments}")
        if self.kinds not in (None, ordered) or self.languages and by != self.by:
            raise Bad(f"{self.key}: '{language}' has other arguments than '{LANGUAGES[0]}'")
        self.kinds, self.by = ordered, by
        if by is not None and set(patterns) != set(categories(language)):
            raise Bad(f"{self.key}, {language}: has {sorted(patterns)}, not the categories {categories(language)}")
        return patterns[None] if by is None else patterns

    def pattern(self, language, value, kinds):
        if value == "" or re.search(r"[{}]", value) or value.count("**") % 2:
            raise Bad(f"{self.key}, {language}: is empty, has a brace, or does not close what is **strong**")

        def place(match):
            position, kind = match[1], match[2]
            if kind == "%":
                return "%"
            number = int(position or 1)
            if kind not in ("@", "lld") or not position and len(self.arguments) > 1 or number > len(self.arguments):
                raise Bad(f"{self.key}, {language}: {match[0]} is not the place of an argument")
            if kinds.setdefault(number, kind) != kind:
                raise Bad(f"{self.key}, {language}: argument {number} is text and number")
            return "{" + self.arguments[number - 1] + "}"

        if "%" in SPECIFIER.sub("", value):
            raise Bad(f"{self.key}, {language}: a % that is none of %@, %lld, %%, or these with a position")
        return SPECIFIER.sub(place, value)


def unit(localization, key):
    try:
        return localization["stringUnit"]["value"]
    except KeyError:
        raise Bad(f"{key}: a text without a stringUnit") from None


def plural(localization, key):
    return {category: unit(variant, key) for category, variant in localization["variations"]["plural"].items()}


def categories(language):
    """The plural categories of whole numbers and fractions in a language."""
    return {"en": ["one", "other"]}[language]


def texts():
    catalogue = json.loads(CATALOGUE.read_text())
    found, bad = [], []
    for key, entry in catalogue["strings"].items():
        try:
            found.append(Text(key, entry))
        except Bad as reason:
            bad.append(str(reason))
    return found, bad


# MARK: adding


def add(key, written, comment=""):
    """Writes a text into the catalogue as Xcode would have it."""
    catalogue = json.loads(CATALOGUE.read_text())
    places = re.compile(r"\{(#?)(\w+)\}")
    names = list(dict.fromkeys(name for _, name in places.findall(written)))
    numbers = list(dict.fromkeys(name for kind, name in places.findall(written) if kind))
    variants = written.split(" | ")

    def value(variant, number=None):
        def place(match):
            if match[2] == number:
                return "%arg"
            position = f"{names.index(match[2]) + 1}$" if len(names) > 1 else ""
            return f"%{position}{'lld' if match[1] else '@'}"

        return {"stringUnit": {"state": "translated", "value": places.sub(place, variant.replace("%", "%%"))}}

    if len(variants) == 1:
        english = value(written)
    elif len(variants) != 2 or len(numbers) != 1:
        raise Bad(f"{key}: write `{{#count}} person | {{#count}} people`, with one number")
    elif len(names) == 1:
        english = {"variations": {"plural": dict(zip(("one", "other"), map(value, variants)))}}
    else:
        (number,) = numbers
        english = {"stringUnit": {"state": "translated", "value": f"%#@{number}@"}, "substitutions": {number: {
            "argNum": names.index(number) + 1, "formatSpecifier": "lld", "variations": {
                "plural": {category: value(one, number) for category, one in zip(("one", "other"), variants)}}}}}
    remark = "\n".join(filter(None, [comment, names and f"arguments: {', '.join(names)}"]))
    catalogue["strings"][key] = {
        **({"comment": remark} if remark else {}), "extractionState": "manual", "localizations": {"en": english}}
    CATALOGUE.write_text(written_as_xcode(catalogue))


# MARK: what is made


def written_as_xcode(catalogue):
    """A change of the file is then a change of texts."""
    return json.dumps(catalogue, indent=2, separators=(",", " : "), ensure_ascii=False, sort_keys=True) + "\n"


def table(found, language):
    """One language for the page: a pattern, or patterns by plural category of the number `by`."""
    def value(text):
        patterns = text.languages[language]
        return patterns if text.by is None else {"by": text.by, **dict(sorted(patterns.items()))}

    lines = [f"  {json.dumps(text.key)}: {json.dumps(value(text), ensure_ascii=False)}" for text in found]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def argument_types(found):
    """Keys and arguments for the type checker of the page."""
    types = {"@": "import('./text.js').Argument", "lld": "number"}
    lines = [f"/**\n * {HEAD} Of each text the arguments.\n * @typedef {{{{"]
    for text in found:
        members = ", ".join(f"{name}: {types[kind]}" for name, kind in zip(text.arguments, text.kinds))
        lines.append(f" *     '{text.key}': {{{f' {members} ' if members else ''}}},")
    return "\n".join(lines) + "\n * }} TextArguments\n */\n\nexport {};\n"


def made():
    found, bad = texts()
    found.sort(key=lambda text: text.key)
    files = {CATALOGUE: written_as_xcode(json.loads(CATALOGUE.read_text())), ROOT / "Web/texts/text-arguments.js": argument_types(found)}
    for language in LANGUAGES:
        files[ROOT / f"Web/texts/{language}.json"] = table(found, language)
    return files, found, bad


# MARK: what is wrong


def drift(files):
    return [f"{path.relative_to(ROOT)}: differs from the catalogue: run Scripts/texts.py"
            for path, content in files.items() if not path.exists() or path.read_text() != content]


def sources():
    """What may name a text: the page and the client library."""
    for path in sorted((ROOT / "Web").rglob("*.js")):
        if "vendor" not in path.parts and path.name != "text-arguments.js":
            yield path


def unused(found):
    used = {name for path in sources() for name in re.findall(r"'([a-z][\w.]+)'", path.read_text())}
    return [f"{CATALOGUE.relative_to(ROOT)}: {text.key}: nothing uses it" for text in found if text.key not in used]


def main():
    if sys.argv[1:2] == ["--add"]:
        add(*sys.argv[2:])
    files, found, bad = made()
    bad = [f"{CATALOGUE.relative_to(ROOT)}: {reason}" for reason in bad]
    if not bad and "--check" not in sys.argv[1:]:
        for path, content in files.items():
            path.write_text(content)
    elif not bad:
        bad = drift(files) + unused(found)
    for reason in bad:
        print(reason)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
