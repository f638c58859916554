"""Every state of the gallery in each size, theme and language, in one pass each."""
import json

import pytest

from bench.gallery import show
from bench.reader import Reader, complaints

#: The properties of a window, and the checks of each state in it.
WALKS = {
    "narrow": ({"size": "narrow"}, ["small"]),
    "narrow in a long language from right to left": ({"size": "narrow", "language": "en-XA"}, ["cut", "sideways", "uncatalogued"]),
    "longest names of every script": ({"size": "narrow", "names": "longest"}, ["piled", "sideways", "outside", "columns"]),
    "names of piled marks": ({"size": "phone", "names": "piled"}, ["piled", "sideways", "outside"]),
    "names of piled marks, wide": ({"size": "desktop", "names": "piled"}, ["piled", "sideways"]),
    "text of twice the size": ({"size": "phone", "text": 32}, ["sideways", "outside", "columns"]),
}
#: The same for windows that are also read as by a screen reader.
READ = {"phone": ["contrast", "destroying", "unmarked", "emphasised"], "desktop": []}
#: There are more states than this.
LEAST = 430


@pytest.mark.limit(180)
@pytest.mark.parametrize("kind", WALKS)
def test_every_state_passes(gallery, kind):
    options, checks = WALKS[kind]
    page = gallery.open(**options)
    assert len(page.evaluate("names")) > LEAST
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{options.get('text', 16)}px"
    assert page.evaluate("document.documentElement.dir") == ("rtl" if "language" in options else "ltr")
    assert page.evaluate("(checks) => walk(checks)", checks) == {}


@pytest.mark.limit(180)
@pytest.mark.parametrize("size", READ)
def test_every_state_is_accessible(gallery, size):
    """Controls and pictures have names, and there is one first heading and one main landmark."""
    page = gallery.open(size)
    names = page.evaluate("names")
    assert len(names) > LEAST
    reader, found = Reader(page), {}
    for name in names:
        found |= page.evaluate("([name, checks]) => look(name, checks)", [name, READ[size]])
        if told := complaints(reader.read()):
            found[f"{name}: told"] = told
    assert found == {}


def test_a_screen_without_names_is_inaccessible(gallery):
    page = gallery.open()
    show(page, "link")
    reader = Reader(page)
    page.evaluate("document.querySelector('a.icon-button').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('a.icon-button').removeAttribute('title')")
    page.evaluate("document.querySelector('.qr').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('h1').replaceWith('My code')")
    page.evaluate("void document.body.append(document.createElement('main'))")
    found = complaints(reader.read())
    assert found == ["a link has no name", "a image has no name", "the first headings are []", "there are 2 main parts"]


CUT = """() => {
    const cut = document.createElement('p');
    cut.textContent = 'Words that do not fit';
    Object.assign(cut.style, { overflow: 'hidden', inlineSize: '3rem', whiteSpace: 'nowrap' });
    document.querySelector('.pane-body').prepend(cut);
}"""
PILED = """() => {
    const piled = document.createElement('div');
    piled.textContent = 'Z\u0300\u0301\u0302\u0303\u0304';
    document.querySelector('.pane-body').prepend(piled);
}"""
#: Check, state, what breaks it, and what the check must say.
BROKEN = [
    ("contrast", "contacts", "() => { document.querySelector('h1').style.color = '#777'; }", "Contacts"),
    ("small", "sign-in", "() => { document.querySelector('button').style.cssText = 'min-block-size: 0; block-size: 30px'; }", " x 30"),
    ("destroying", "contact", "() => { document.querySelector('.person-actions').append(document.querySelector('.menu-item-danger')); }", "Block"),
    ("unmarked", "contact", "() => { document.querySelector('.menu-item-danger').classList.remove('menu-item-danger'); }", "Block"),
    ("emphasised", "sign-in", "() => { const first = document.querySelector('.button-primary'); first.after(first.cloneNode(true)); }", "Send code"),
    ("cut", "contacts", CUT, "Words that do not fit"),
    ("uncatalogued", "contacts", CUT, "Words that do not fit"),
    ("sideways", "contacts", "() => { document.querySelector('.pane-body').style.inlineSize = '500px'; }", "pane"),
    ("outside", "contacts", "() => { document.querySelector('.pane-body a').style.translate = '-400px'; }", "row"),
    ("piled", "contacts", PILED, "pane-body > div."),
    ("columns", "contacts", "() => { document.querySelector('h1').style.inlineSize = '1.5em'; }", "Contacts"),
]


@pytest.mark.parametrize("check, state, change, words", BROKEN, ids=[check for check, *_ in BROKEN])
def test_a_broken_screen_is_found(gallery, check, state, change, words):
    page = gallery.open("phone", language="en-XA" if check in ("cut", "uncatalogued") else "en")
    look = f"look({json.dumps(state)}, [{json.dumps(check)}])"
    assert page.evaluate(look) == {}
    page.evaluate(change)
    found = page.evaluate(f"checks.{check}({json.dumps(state)})")
    assert any(words in complaint for complaint in found), found


def test_grey_text_is_found_in_either_theme(gallery):
    page = gallery.open("phone")
    show(page, "contacts")
    page.evaluate("document.querySelector('h1').style.color = '#777'")
    assert {complaint.split(":")[0] for complaint in page.evaluate("checks.contrast('contacts')")} == {"light", "dark"}


def test_the_system_theme_has_the_colours_of_the_chosen_one(gallery):
    """The colors are equal, so contrast is measured in the chosen themes alone."""
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    found = {}
    for system in ("light", "dark"):
        page = gallery.open("phone", system)
        show(page, "contacts")
        for chosen in (None, "light", "dark"):
            page.evaluate("(theme) => { if (theme) document.documentElement.dataset.theme = theme; }", chosen)
            found[system, chosen] = page.evaluate(ground)
    assert found["light", None] == found["light", "light"] == found["dark", "light"] != found["dark", None] == found["dark", "dark"] == found["light", "dark"]
