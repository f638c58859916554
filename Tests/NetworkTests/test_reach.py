"""Networks that let little through: the server is reached from behind a symmetric NAT, by the relay, and by TCP 443 alone."""
import os

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from measure import Pair, Side, note, numbers
from reach import ReachLab

SECONDS = 8
#: What stands before far beside a symmetric NAT, and whether media have to be relayed. HTTP is that of the server itself.
BORDERS = {
    "symmetric NAT": ("", False),
    "NAT, relay by UDP": ("pass=tcp:{http},udp:{relay}", True),
    "NAT, relay by TCP": ("pass=tcp:{http},tcp:{relay}", True),
}


@pytest.fixture(scope="module")
def reach(tmp_path_factory):
    reach = ReachLab(tmp_path_factory.mktemp("reach"), int(os.environ.get("SEED", "1")))
    yield reach
    reach.stop()


@pytest.fixture
def border(lab):
    """Puts one of `BORDERS` before far; takes it away in the end."""
    def put(name):
        words, _ = BORDERS[name]
        ports = {"http": lab.stage.origin.rsplit(":", 1)[1], "relay": lab.port_of_relay()}
        lab.border(f"nat=symmetric {words.format(**ports)}")
    yield put
    lab.border()


def judge(sides, counts, is_relayed):
    print(f"the border: {counts['border']}")
    assert counts["border"]["translated"] > 1000
    for way, side in sides.items():
        pairs = side.statistics["candidatePairs"]
        print(f"{way}: {side.fps:.1f} pictures a second, by {pairs}")
        assert side.fps >= 15, f"{way}: {side.fps:.1f} pictures a second"
        assert side.tones >= 0.9, f"{way}: the tone for {100 * side.tones:.0f} % of the time"
    if is_relayed:
        pairs = sides["down"].statistics["candidatePairs"]
        assert pairs and all(pair.startswith("relay/") for pair in pairs), pairs


@pytest.mark.parametrize("name", BORDERS)
def test_symmetric_nat(lab, border, name):
    border(name)
    pair = Pair(lab)
    try:
        lab.ask("stats")
        sides = pair.talk(SECONDS)
        counts = lab.ask("stats")
        note(name, sides, counts)
        judge(sides, counts, BORDERS[name][1])
    finally:
        pair.stop()


def test_only_tcp_443(reach):
    """HTTPS, WebSockets and TURN in TLS by one port, told apart by a proxy; names and certificates are checked."""
    reach.border("nat=symmetric pass=tcp:443")
    pair = Pair(reach)
    try:
        reach.ask("stats")
        sides = pair.talk(SECONDS)
        counts = reach.ask("stats")
        note("TCP 443 alone", sides, counts)
        judge(sides, counts, True)
        assert counts["border"]["filtered"] > 0
    finally:
        pair.stop()


def test_page_behind_symmetric_nat(lab, border):
    """The page in Chromium, to which the relay alone is open, and the command line."""
    border("NAT, relay by TCP")
    number = next(numbers)
    native = CommandLine(lab.near, f"Dan {number}", number)
    native.sign_in()
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, lab.stage.directory, number, prefix=lab.far.prefix, grain=True)
        try:
            page = Person(lab.far, window, f"Eve {number}", number)
            page.sign_in()
            page.ask(native.link())
            page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
            native.run("accept", page.name)
            lab.ask("stats")
            child = native.call(page.name, "--video", "--stay-on-line", 15)
            page.rings(native.name)
            page.answer()
            side = Side("up", event(child, "ended", 90)["statistics"], 15)
            note("page, NAT, relay by TCP", {"up": side}, lab.ask("stats"))
            assert side.fps >= 10 and side.tones > 0.8, f"{side.fps:.1f} pictures a second, the tone {100 * side.tones:.0f} %"
        finally:
            window.close()
            native.stop()
