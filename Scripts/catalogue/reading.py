"""Reads the catalogue, and says what is wrong with it."""
import json
import re

from .places import CATALOGUE
from .plurals import categories

# The languages that clients offer, the source first.
LANGUAGES = ("en", "ar", "de", "es", "fr", "hi", "it", "ja", "km", "ko", "pt", "ru", "th", "vi", "zh-Hans")
# Languages whose translations are in the catalogue and checked, but which no client offers yet.
DRAFTS = ()
KEY = re.compile(r"[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)+")
SPECIFIER = re.compile(r"%(?:(\d+)\$)?(@|lld|#@(\w+)@|arg|%)")


class Bad(Exception):
    """An error in the catalogue, for its author."""


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
        self.languages = {}
        if LANGUAGES[0] not in entry.get("localizations", {}):
            raise Bad(f"{key}: is not in '{LANGUAGES[0]}'")
        for language, localization in entry["localizations"].items():
            if language not in LANGUAGES + DRAFTS:
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
        if self.kinds not in (None, ordered):
            raise Bad(f"{self.key}: '{language}' has other arguments than '{LANGUAGES[0]}'")
        self.kinds = ordered
        if by is not None and set(patterns) != set(categories(language)):
            raise Bad(f"{self.key}, {language}: has {sorted(patterns)}, not the categories {categories(language)}")
        # Some languages depend on a number where the source does not.
        return patterns[None] if by is None else {"by": by, **dict(sorted(patterns.items()))}

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


def texts():
    """All texts by key, and the problems of invalid ones."""
    catalogue = json.loads(CATALOGUE.read_text())
    found, bad = [], []
    for key, entry in sorted(catalogue["strings"].items()):
        try:
            text = Text(key, entry)
        except Bad as reason:
            bad.append(str(reason))
            continue
        # A new text is translated into one language after the other.
        missing = [language for language in LANGUAGES if language not in text.languages]
        if missing:
            bad.append(f"{key}: is not in {', '.join(missing)}")
        else:
            found.append(text)
    return found, bad


def written_as_xcode(catalogue):
    """So that a change of the file is a change of texts."""
    return json.dumps(catalogue, indent=2, separators=(",", " : "), ensure_ascii=False, sort_keys=True) + "\n"
