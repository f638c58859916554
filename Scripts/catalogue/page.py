"""The generated files of the page: a table for each language, and the types of keys and arguments."""
import json

from .places import HEAD, WEB
from .reading import LANGUAGES


def table(found, language):
    """A pattern by key, or patterns by plural category of the number `by`."""
    lines = [f"  {json.dumps(text.key)}: {json.dumps(text.languages[language], ensure_ascii=False)}" for text in found]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def argument_types(found):
    """The arguments of the texts that have any, for the type checker of the page; the keys are those of en.json."""
    types = {"@": "import('./text.js').Argument", "lld": "number"}
    lines = [f"/**\n * {HEAD} The arguments of each text that has any.\n * @typedef {{{{"]
    for text in filter(lambda text: text.arguments, found):
        members = ", ".join(f"{name}: {types[kind]}" for name, kind in zip(text.arguments, text.kinds))
        lines.append(f" *     '{text.key}': {{ {members} }},")
    return "\n".join(lines) + "\n * }} NamedArguments\n */\n\nexport {};\n"


def files(found):
    return {WEB / "texts/text-arguments.js": argument_types(found),
            **{WEB / f"texts/{language}.json": table(found, language) for language in LANGUAGES}}
