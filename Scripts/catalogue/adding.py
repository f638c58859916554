"""Adds a text in English."""
import json
import re

from .places import CATALOGUE
from .reading import Bad, written_as_xcode


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
