"""The generated files of the page: a table and a manifest for each language, and the types of keys and arguments."""
import json
import re

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


#: The texts of the installed page that systems show: its own, and those of its shortcuts by their addresses.
DESCRIPTION = "page.description"
SHORTCUTS = {"/#/calls": "history.title", "/#/contacts": "contacts.title", "/#/add": "add.title", "/#/link": "link.title"}
RIGHT_TO_LEFT = ("ar",)


def manifest(found, language):
    """The manifest in a language; everything else in it comes from the English one."""
    words = {text.key: text.languages[language] for text in found}
    told = json.loads((WEB / "manifest.webmanifest").read_text())
    told.update(lang=language, dir="rtl" if language in RIGHT_TO_LEFT else "ltr", description=words[DESCRIPTION],
                shortcuts=[{**shortcut, "name": words[SHORTCUTS[shortcut["url"]]]} for shortcut in told["shortcuts"]])
    return json.dumps(told, ensure_ascii=False, indent=4) + "\n"


def named():
    """The keys in the page's scripts, where each appears literally."""
    scripts = [path.read_text() for path in WEB.rglob("*.js") if "vendor" not in path.parts and path.name != "text-arguments.js"]
    return set(re.findall(r"'([a-z][\w.]+)'", "\n".join(scripts)))


def files(found):
    return {WEB / "texts/text-arguments.js": argument_types(found),
            **{WEB / f"texts/{language}.json": table(found, language) for language in LANGUAGES},
            **{WEB / f"manifests/{language}.webmanifest": manifest(found, language) for language in LANGUAGES[1:]}}
