"""Browsers under test use the test fonts, whatever the machine prefers."""
import json
import os
import re

import pytest

from bench.chromium import ChromiumPage
from bench.firefox import FirefoxPage
from bench.stage import ROOT

pytestmark = pytest.mark.pages

#: A person's own configuration, which the system's includes.
DECOY = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>%s</fontconfig>
"""
PREFERRED = """<match target="pattern"><test name="family"><string>%s</string></test>
<edit name="family" mode="assign" binding="strong"><string>DejaVu Sans Mono</string></edit></match>"""
WIDTHS = """(() => {
    const widthOf = (family) => {
        const span = document.createElement('span');
        span.textContent = 'iiiiiiiiiiWWWWWWWWWW';
        span.style.cssText = 'position: absolute; font-size: 100px';
        span.style.fontFamily = family;
        document.documentElement.append(span);
        return span.getBoundingClientRect().width;
    };
    return [%s, '"DejaVu Sans"', '"DejaVu Sans Mono"'].map(widthOf);
})()"""


@pytest.fixture
def page(request, playwright, tmp_path, monkeypatch):
    """A browser on a machine whose user prefers a monospaced font."""
    folder = tmp_path / "fontconfig"
    folder.mkdir()
    families = ("system-ui", "sans", "sans-serif", "DejaVu Sans", "Noto Sans")
    (folder / "fonts.conf").write_text(DECOY % "".join(PREFERRED % family for family in families))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for module in getattr(request, "param", {}).get("without", ()):
        monkeypatch.setattr(f"bench.{module}.environment", lambda: dict(os.environ))
    browser = request.node.callspec.params["browser"]
    page = ChromiumPage(playwright, tmp_path, 1) if browser == "chromium" else FirefoxPage(tmp_path, 1)
    yield page
    page.close()


def widths(page):
    """Returns the widths of the page's text, of the test font, and of a monospaced font."""
    [family] = re.findall(r"--font: (.*);", (ROOT / "Web/design/tokens.css").read_text())
    # Fonts of other scripts, which depend on the language.
    return page.evaluate(WIDTHS % json.dumps(family.replace("var(--scripts), ", "")))


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_text_has_the_test_font(page, browser):
    text, ours, decoy = widths(page)
    assert text == ours != decoy


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
@pytest.mark.parametrize("page", [{"without": ("chromium", "firefox")}], indirect=True, ids=["without"])
def test_the_machine_would_use_another_font(page, browser):
    """Otherwise the test above could not fail."""
    text, _, decoy = widths(page)
    assert text == decoy
