"""The page bundled from its sources (Scripts/bundle-page): the same bytes each time, and loaded once."""
import hashlib
import re
import subprocess

import pytest

from bench.stage import ROOT

pytestmark = pytest.mark.pages

ASKED = "performance.getEntriesByType('resource').map(({ name, transferSize, encodedBodySize }) => [new URL(name).pathname, transferSize, encodedBodySize])"
#: In bytes, compressed: the files that the first opening needs before a person can sign in, with the texts of one language and the plan of phone numbers.
MOST_BYTES = 133_000


def hashes(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_same_sources_give_the_same_bytes(tmp_path):
    """The output is the same in any folder, also over an older page, whose files are deleted; a foreign folder is refused."""
    for name in ("one", "another"):
        subprocess.run([ROOT / "Scripts/bundle-page", tmp_path / name], check=True, timeout=30)
    made = hashes(tmp_path / "one")
    assert made == hashes(tmp_path / "another")
    assert any(name.startswith("assets/main-") for name in made) and not any(str(tmp_path) in path.read_text() for path in (tmp_path / "one").rglob("*.js"))
    (tmp_path / "one/assets/main-0.js").write_text("of before")
    subprocess.run([ROOT / "Scripts/bundle-page", tmp_path / "one"], check=True, timeout=30)
    assert hashes(tmp_path / "one") == made
    (tmp_path / "other").mkdir()
    (tmp_path / "other/letter.txt").write_text("kept")
    refused = subprocess.run([ROOT / "Scripts/bundle-page", tmp_path / "other"], capture_output=True, text=True, timeout=30)
    assert refused.returncode == 1 and "name another folder" in refused.stderr and (tmp_path / "other/letter.txt").read_text() == "kept"


def test_the_second_opening_loads_nothing_again(cast):
    """Files named by content come from the browser's cache, and the first opening loads few files."""
    ana = cast.page(whole=True)
    ana.open()
    ana.page.sees("textbox", "^E-mail")
    first = ana.page.evaluate(ASKED)
    assets = [name for name, *_ in first if name.startswith("/assets/")]
    needed = sum(sent for name, sent, _ in first if not re.match(r"/assets/(signed-in|qrcode)-", name)) + ana.page.evaluate("performance.getEntriesByType('navigation')[0].transferSize")
    print(f"measured: {needed} bytes until it can be used; {len(first)} files")
    assert len(assets) <= 7 and needed < MOST_BYTES, first
    ana.page.reload()
    ana.page.sees("textbox", "^E-mail")
    again = {name: sent for name, sent, _ in ana.page.evaluate(ASKED)}
    assert [name for name in assets if again.get(name, 0) != 0] == [], again


@pytest.mark.parametrize("language", ["en", "km"])
def test_opens_on_a_slow_connection(cast, language):
    """The browser throttles loading to 150 ms and 1.6 Mbit/s, Lighthouse's slow 4G."""
    ana = cast.page()
    tab = ana.page.page
    tab.add_init_script(f"localStorage.setItem('language', '{language}')")
    line = tab.context.new_cdp_session(tab)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750})
    seconds = {}
    for opening in ("cold", "again"):
        ana.open()
        tab.wait_for_selector("#identifier")
        assert tab.evaluate("document.documentElement.lang") == language
        drawn, usable = tab.evaluate("""[performance.getEntriesByName('first-contentful-paint')[0].startTime,
            performance.now()].map((at) => Math.round(at) / 1000)""")
        seconds[opening] = drawn
        print(f"measured: slow 4G, {language}, {opening}: first drawing after {drawn} s, the form after {usable} s")
    # The aims are 1.2 and 0.3 s on a quiet machine.
    assert seconds["cold"] < 2.5 and seconds["again"] < 1, seconds
