"""Restrictive networks: the server is reached from behind a symmetric NAT, by the relay, by TCP 443 only, by IPv6 only."""
import os
import subprocess

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from bench.process import until
from bench.stage import ROOT, Stage
from measure import Pair, Side, note, numbers
from reach import ReachLab

pytestmark = pytest.mark.long

SECONDS = 8
#: The filters of far in addition to a symmetric NAT, and whether media must be relayed. HTTP is that of the server itself.
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
    """Sets one of `BORDERS` for far, and removes it at the end."""
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
# 002-15
def test_a_call_from_behind_a_symmetric_nat(lab, border, name):
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


def test_a_call_where_only_tcp_443_passes(reach):
    """HTTPS, WebSockets and TURN over TLS on one port, distinguished by a proxy; names and certificates are checked."""
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


def test_netcheck_where_only_tcp_443_passes(reach):
    """The relay is found over TLS, with its certificate checked."""
    reach.border("nat=symmetric pass=tcp:443")
    pair = Pair(reach)
    try:
        report = pair.ana.run("netcheck")[-1]
        print(report)
        reached = {relay["transport"]: relay["reach"]["isReached"] for relay in report["relays"]}
        assert reached["tls"] and not reached["udp"] and not reached["tcp"]
        assert report["carriesCalls"] and report["measuredOver"] == "tls"
        # A stream loses nothing.
        assert report["up"]["bitsPerSecond"] >= 1_000_000 and "loss" not in report
    finally:
        pair.stop()


def page_and_native(stage, near, far, title, is_relayed, stats=dict, flags=(), change=lambda window: None):
    """The page in Chromium at `far` is called by the command line at `near`; both are seen and heard."""
    number = next(numbers)
    native = CommandLine(near, f"Dan {number}", number)
    native.sign_in()
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, stage.directory, number, prefix=far.prefix, grain=True, flags=flags)
        try:
            change(window)
            page = Person(far, window, f"Eve {number}", number)
            page.sign_in()
            page.ask(native.link())
            page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
            native.run("accept", page.name)
            stats()
            child = native.call(page.name, "--video", "--stay-on-line", 15)
            page.rings(native.name)
            page.answer()
            page.wait_pictures()
            ways = page.page.evaluate("bench.ways()")
            side = Side("up", event(child, "ended", 90)["statistics"], 15)
            counts = stats()
            if counts:
                note(title, {"up": side}, counts)
            print(f"{title}: {side.fps:.1f} pictures a second, the page by {ways}")
            assert side.fps >= 10 and side.tones > 0.8, f"{side.fps:.1f} pictures a second, the tone {100 * side.tones:.0f} %"
            assert ways and all(way == "relay" for way in ways) is is_relayed, ways
        finally:
            print(f"the page's errors: {window.problems}")
            window.close()
            native.stop()


def show_state(lab):
    """The state is visible only to pages of the own machine. The driver does not use the name of the server."""
    def change(window):
        text = (ROOT / "Web/main.js").read_text()
        near = " && isOwnNetwork(location.hostname)"
        assert text.count(near) == 1
        window.is_of_sources = True
        window.context.route(f"{lab.far.origin}/main.js", lambda route: route.fulfill(
            body=text.replace(near, ""), content_type="text/javascript"))
    return change


# 002-15
def test_a_page_behind_a_symmetric_nat(lab, border):
    """The page can reach only the relay."""
    border("NAT, relay by TCP")
    page_and_native(lab.stage, lab.near, lab.far, "page, NAT, relay by TCP", True, lambda: lab.ask("stats"))


def test_a_page_where_only_tcp_443_passes(reach):
    """The browser accepts any certificate: its refusal of a wrong one is not tested here."""
    reach.border("nat=symmetric pass=tcp:443")
    page_and_native(
        reach.stage, reach.near, reach.far, "page, TCP 443 alone", True, lambda: reach.ask("stats"),
        ["--ignore-certificate-errors"], show_state(reach))


def test_the_pages_network_check_where_only_tcp_443_passes(reach):
    """The relay is found over TLS alone, and the page says which port of UDP to ask for."""
    reach.border("nat=symmetric pass=tcp:443")
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, reach.stage.directory, number, prefix=reach.far.prefix, flags=["--ignore-certificate-errors"])
        try:
            show_state(reach)(window)
            page = Person(reach.far, window, f"Eve {number}", number)
            page.sign_in()
            page.go("/settings/network")
            window.click("button", "^Check the network$")
            check = "ecallInspection.state.networkCheck"
            window.wait(f"{check}.stage === 'done'", "the check is over", 30)
            assert [window.evaluate(f"{check}.ways.{way}.status") for way in ("udp", "tcp", "tls")] == ["fails", "fails", "works"]
            said = window.evaluate("document.querySelector('.detail-body .message').innerText")
            assert f"calls use TLS and may stutter. Ask the network’s administrator to open UDP port {reach.port_of_relay()}." in said
        finally:
            window.close()


@pytest.fixture
def six(request, tmp_path):
    """A server in a network without any IPv4 address except loopback."""
    name = f"ecall-{os.getpid()}-six"
    prefix = ["ip", "netns", "exec", name]
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        for words in ("link set lo up", "link add v0 type veth peer name v1", f"address add {request.param}/64 dev v0 nodad",
                      "link set v0 up", "link set v1 up"):
            subprocess.run([*prefix, "ip", *words.split()], check=True)
        until(lambda: "tentative" not in subprocess.run(
            [*prefix, "ip", "-6", "-o", "address"], capture_output=True, text=True, check=True).stdout, "settled addresses", 10)
        # The server finds the address by itself.
        stage = Stage(tmp_path, prefix, address=None)
        try:
            yield stage
        finally:
            stage.stop()
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=True)


@pytest.mark.parametrize("six", ["fd00:77::1"], indirect=True)
def test_a_page_on_ipv6_alone(six):
    page_and_native(six, six, six, "page, IPv6 alone", False)


@pytest.mark.parametrize("six, arguments", [("fd00:77::1", ()), ("2001:db8:77::1", ("--relay-only",))],
                         indirect=["six"], ids=["local, direct", "global, relayed"])
def test_a_call_on_ipv6_alone(six, arguments):
    ana, bo = (CommandLine(six, f"{name} {number}", number) for name, number in (("Ana", next(numbers)), ("Bo", next(numbers))))
    try:
        for person in (ana, bo):
            person.sign_in()
        bo.run("add", ana.link())
        ana.run("accept", bo.name)
        listening = bo.listen("--once", *arguments)
        calling = ana.call(bo.name, "--video", "--stay-on-line", SECONDS, *arguments)
        for child in (calling, listening):
            statistics = event(child, "ended", SECONDS + 60)["statistics"]
            pairs, fps = statistics["candidatePairs"], sum(statistics["picturesRead"].values()) / SECONDS
            print(f"{fps:.1f} pictures a second, by {pairs}")
            assert fps >= 15
            assert pairs and all(pair.startswith("relay/" if arguments else "host/") for pair in pairs)
    finally:
        for person in (ana, bo):
            person.stop()
