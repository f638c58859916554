"""Every state of the gallery by the rules of axe-core: WCAG 2.2 A and AA, and the best practices."""
from importlib.resources import files

import pytest

from bench.gallery import settle

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: The rules whose result depends on the theme. They take most of the time, and nothing in the design has another color at another size.
COLORS = ["color-contrast", "link-in-text-block"]
#: A window, and the options of axe-core in it.
WINDOWS = {
    "phone": (("phone", "light"), {"runOnly": RULES}),
    "phone, dark": (("phone", "dark"), {"runOnly": COLORS}),
    "desktop": (("desktop", "light"), {"runOnly": RULES, "rules": {rule: {"enabled": False} for rule in COLORS}}),
}
#: On a desktop, list and detail are side by side. Screens without them are the same as on a phone.
PANES = "document.querySelector('.shell:not([inert])') !== null"
#: The states are checked in this many tests for each window, each well within its limit.
PARTS = 4
FOUND = """async (options) => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...options });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}"""


@pytest.mark.limit(90)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing(gallery, window, part):
    kind, options = WINDOWS[window]
    page = gallery.open(*kind)
    page.evaluate(AXE)
    found = {}
    for name in page.evaluate("names")[part::PARTS]:
        settle(page, name)
        if window == "desktop" and not page.evaluate(PANES):
            continue
        if told := page.evaluate(FOUND, options):
            found[name] = told
    assert found == {}


#: A rule, what breaks it, and the window whose test finds it.
BROKEN = [
    ("region", "() => document.body.append(Object.assign(document.createElement('p'), { textContent: 'Outside of all landmarks' }))", "phone"),
    ("link-in-text-block", "() => { document.querySelector('.muted a').style.textDecoration = 'none'; }", "phone, dark"),
    ("color-contrast", "() => { document.querySelector('.muted').style.color = '#666'; }", "phone, dark"),
    ("button-name", "() => { document.querySelector('.button').replaceChildren(); }", "desktop"),
]


@pytest.mark.parametrize("rule, change, window", BROKEN, ids=[rule for rule, *_ in BROKEN])
def test_axe_finds_a_broken_screen(gallery, rule, change, window):
    kind, options = WINDOWS[window]
    page = gallery.open(*kind)
    page.evaluate(AXE)
    settle(page, "scan")
    assert page.evaluate(FOUND, options) == []
    page.evaluate(change)
    assert {told.split(":")[0] for told in page.evaluate(FOUND, options)} == {rule}
