"""The main screens in each language: nothing is cut off, overlaps or breaks inside a word."""
import json
import subprocess

import pytest

from bench.fonts import environment
from bench.gallery import show
from bench.languages import LANGUAGES

SCREENS = [
    "sign-in", "code", "welcome", "contacts", "contact", "requests-pending", "add", "link", "calls", "past-call-group", "incoming-video",
    "outgoing-calling", "call-1", "call-4", "call-1-protection", "call-3-people", "ended-not-answered", "settings", "settings-devices",
    "settings-notifications", "settings-device-own", "personal-link", "compare", "join-call", "incoming-reply", "call-1-second-reply", "calls-promised",
    "call-away", "stage-3-ringing", "sign-in-link", "name-link", "add-opened", "welcome-link", "card-more", "card-joined"]
CHECKS = ["cut", "sideways", "outside", "columns", "small", "broken", "crowded", "overlapping"]
#: A script, and a letter of it that only a font of that script has.
SCRIPTS = {"Arabic": "ع", "Devanagari": "क", "Thai": "ก", "Khmer": "ក", "Han": "汉", "Kana": "か", "Hangul": "한"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_this_machine_has_a_font_for(script):
    """Without a font, letters are boxes of one width, and the tests below could not fail."""
    found = subprocess.run(["fc-list", f":charset={ord(SCRIPTS[script]):x}", "family"], env=environment(), capture_output=True, text=True, check=True).stdout
    assert found.strip() != ""


@pytest.mark.limit(120)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_main_screens_fit_in(language, gallery):
    """000-70"""
    found = {}
    for size in ("narrow", "phone", "desktop"):
        page = gallery.open(size, language=language)
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [language, "rtl" if language == "ar" else "ltr"]
        for screen in SCREENS:
            found |= {f"{size} {name}": told for name, told in page.evaluate("([name, checks]) => look(name, checks)", [screen, CHECKS]).items()}
    assert found == {}, json.dumps(found, ensure_ascii=False, indent=1)


#: Check, language, what breaks a screen, and what the check must say.
BROKEN = [
    ("broken", "de", "() => { const h1 = document.querySelector('h1'); h1.style.inlineSize = '3em'; h1.style.fontSize = '2rem'; }", "h1"),
    ("broken", "km", "() => { const h1 = document.querySelector('h1'); h1.style.wordBreak = 'break-all'; h1.style.inlineSize = '1.6em'; h1.style.fontSize = '2rem'; }", "h1"),
    ("crowded", "km", "() => { const p = document.querySelector('.pane-body').appendChild(document.createElement('p')); p.textContent = 'ស្ត្រី ទាំងអស់ ខ្ញុំ '.repeat(9); p.style.lineHeight = '0.7'; }", "in lines of"),
    ("overlapping", "en", "() => { document.querySelector('.row-note').style.translate = '0 -1.3em'; }", "row-note"),
]


@pytest.mark.parametrize("check, language, change, words", BROKEN, ids=[f"{check}-{language}" for check, language, *_ in BROKEN])
def test_a_screen_that_does_not_fit_is_found(check, language, change, words, gallery):
    page = gallery.open("phone", language=language)
    show(page, "contacts")
    assert page.evaluate(f"checks.{check}()") == []
    page.evaluate(change)
    found = page.evaluate(f"checks.{check}()")
    assert any(words in complaint for complaint in found), found
