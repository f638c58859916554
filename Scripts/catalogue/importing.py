"""Imports the translations of one language into the catalogue."""
import json
import re

from .places import CATALOGUE
from .plurals import categories
from .reading import Bad, Text, written_as_xcode

PLACE = re.compile(r"\{(\w+)\}")


def localization(text, translated, state="translated"):
    """A translation as Xcode would have it.

    `text`: the text in English, which names the arguments. `translated`: a pattern, or `{"by": number, category: pattern}`.
    """
    def value(pattern, number=None):
        def place(match):
            name = match[1]
            if name not in text.arguments:
                raise Bad(f"{text.key}: {{{name}}} is not one of its arguments")
            if name == number:
                return "%arg"
            position = text.arguments.index(name)
            return f"%{f'{position + 1}$' if len(text.arguments) > 1 else ''}{text.kinds[position]}"

        return {"stringUnit": {"state": state, "value": PLACE.sub(place, pattern.replace("%", "%%"))}}

    if isinstance(translated, str):
        return value(translated)
    by, patterns = translated["by"], {name: one for name, one in translated.items() if name != "by"}
    if len(text.arguments) == 1:
        return {"variations": {"plural": {category: value(one) for category, one in patterns.items()}}}
    return {"stringUnit": {"state": state, "value": f"%#@{by}@"}, "substitutions": {by: {
        "argNum": text.arguments.index(by) + 1, "formatSpecifier": "lld",
        "variations": {"plural": {category: value(one, by) for category, one in patterns.items()}}}}}


def added(catalogue, language, translations, unsure=()):
    """Adds the translations of a language to a catalogue; returns the problems of those that are left out."""
    bad, unknown = [], sorted(translations.keys() - catalogue["strings"].keys())
    bad += [f"{key}: is not in the catalogue" for key in unknown]
    for key, translated in translations.items():
        if key in unknown:
            continue
        entry = catalogue["strings"][key]
        try:
            # A plural must have each category of the language, and no other.
            if isinstance(translated, dict) and set(translated) - {"by"} != set(categories(language)):
                raise Bad(f"{key}: needs the forms {', '.join(categories(language))}")
            made = localization(Text(key, entry), translated, "needs_review" if key in unsure else "translated")
            Text(key, {**entry, "localizations": {**entry["localizations"], language: made}})
        except Bad as reason:
            bad.append(str(reason))
        else:
            entry["localizations"][language] = made
    return bad


def take(language, file, unsure=None):
    """`--import LANGUAGE FILE [UNSURE]`: FILE has the translations by key, UNSURE the keys that somebody has to look at."""
    catalogue = json.loads(CATALOGUE.read_text())
    bad = added(catalogue, language, read(file), read(unsure) if unsure else ())
    CATALOGUE.write_text(written_as_xcode(catalogue))
    return bad


def read(file):
    with open(file, encoding="utf-8") as source:
        return json.load(source)
