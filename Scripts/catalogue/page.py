"""What the page reads: a table for each language, and the types of keys and arguments."""
import json

from .places import HEAD, WEB
from .reading import LANGUAGES


def table(found, language):
    """A pattern by key, or patterns by plural category of the number `by`."""
    lines = [f"  {json.dumps(text.key)}: {json.dumps(text.languages[language], ensure_ascii=False)}" for text in found]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def argument_types(found):
    """Keys and arguments for the type checker of the page."""
    types = {"@": "import('./text.js').Argument", "lld": "number"}
    lines = [f"/**\n * {HEAD} Of each text the arguments.\n * @typedef {{{{"]
    for text in found:
        members = ", ".join(f"{name}: {types[kind]}" for name, kind in zip(text.arguments, text.kinds))
        lines.append(f" *     '{text.key}': {{{f' {members} ' if members else ''}}},")
    return "\n".join(lines) + "\n * }} TextArguments\n */\n\nexport {};\n"


def files(found):
    return {WEB / "texts/text-arguments.js": argument_types(found),
            **{WEB / f"texts/{language}.json": table(found, language) for language in LANGUAGES}}
