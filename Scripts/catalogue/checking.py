"""The inconsistencies between the catalogue and its users."""
import json
import re

from . import apple, page, swift
from .places import CATALOGUE, ROOT, WEB


def drift(files):
    return [f"{path.relative_to(ROOT)}: differs from the catalogue: run Scripts/texts.py"
            for path, content in files.items() if not path.exists() or path.read_text() != content]


def unused(found):
    """Texts that neither the page nor a client in Swift uses, and that the system does not show for the app."""
    used = page.named()
    named = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        if "Generated" not in path.parts:
            named.update(re.findall(r"\.(\w+)", path.read_text()))
    used.update(text.key for text in found if swift.name(text.key) in named)
    used.update(STATIC, apple.used())
    return [f"{CATALOGUE.relative_to(ROOT)}: {text.key}: nothing uses it" for text in found if text.key not in used]


#: The words in index.html, which loads before any texts: they are in English, and the same as in the catalogue.
STATIC = {
    "common.brand": "<title>{}</title>",
    "page.description": '<meta name="description" content="{}">',
    "page.unreachable": '<p id="unreachable" hidden>{}</p>',
    "page.unstyled": '<p id="unstyled">{}</p>',
    "page.noScript": "<noscript>{}</noscript>",
}


def static(found):
    index = (WEB / "index.html").read_text()
    texts = {text.key: text.languages["en"] for text in found}
    bad = [f"Web/index.html: has not {element.format(texts.get(key, key))}" for key, element in STATIC.items()
           if element.format(texts.get(key, key)) not in index]
    if json.loads(page.manifest(found, "en")) != json.loads((WEB / "manifest.webmanifest").read_text()):
        bad.append("Web/manifest.webmanifest: has other texts than the catalogue")
    return bad
