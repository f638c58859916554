"""The page that is made of the sources (Scripts/bundle-page): the same bytes each time, and read once."""
import hashlib
import subprocess

from bench.stage import ROOT

ASKED = "performance.getEntriesByType('resource').map(({ name, transferSize, encodedBodySize }) => [new URL(name).pathname, transferSize, encodedBodySize])"
#: Of all that the first opening asks for, compressed, in bytes.
MOST_BYTES = 170_000


def hashes(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_same_sources_give_the_same_bytes(tmp_path):
    """Wherever it is made, and over one of before, of which nothing is left; another folder is not taken for one."""
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


def test_the_second_opening_reads_nothing_again(cast):
    """Files with names by content come from what the browser has kept; the first opening is few files."""
    ana = cast.page()
    ana.open()
    ana.page.sees("textbox", "^E-mail")
    first = ana.page.evaluate(ASKED)
    assets = [name for name, *_ in first if name.startswith("/assets/")]
    total = sum(sent for _, sent, _ in first)
    print(f"measured: the first opening asks for {len(first)} files, {total} bytes")
    assert len(assets) == 4 and total < MOST_BYTES, first
    ana.page.reload()
    ana.page.sees("textbox", "^E-mail")
    again = {name: sent for name, sent, _ in ana.page.evaluate(ASKED)}
    assert [name for name in assets if again[name] != 0] == [], again
