"""A person whose network passes HTTPS and WebSockets, and neither UDP nor any relay: everyone is told, and the server counts it."""
import re
import subprocess
import time

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from bench.process import until
from lab import Lab
from measure import Pair, numbers

#: The address of the metrics, in the network of the server.
METRICS = "127.0.0.1:9191"


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    lab = Lab(tmp_path_factory.mktemp("counted"), 1, "counted", [f"metrics.listen={METRICS}"])
    yield lab
    lab.stop()


@pytest.fixture
def blocked(counted):
    """Lets nothing of far through but HTTP; everything passes again at the end."""
    counted.border(f"nat=symmetric pass=tcp:{counted.stage.origin.rsplit(':', 1)[1]}")
    yield counted
    counted.border()


def metrics(lab):
    """The values by name and labels."""
    text = subprocess.run([*lab.near.prefix, "curl", "--silent", "--fail", f"http://{METRICS}/metrics"], capture_output=True, text=True,
                          check=True, timeout=10).stdout
    return {name: float(value) for name, value in re.findall(r"^(ecall_\S+) (\S+)$", text, re.MULTILINE)}


def change(before, after, name):
    return after.get(name, 0) - before.get(name, 0)


def connections(before, after):
    return {outcome: change(before, after, f'ecall_media_connections_total{{outcome="{outcome}"}}') for outcome in ("connected", "failed", "lost")}


def phases(values):
    return {phase: values.get(f'ecall_call_setup_seconds_count{{phase="{phase}"}}', 0) for phase in ("answer", "connect")}


def missing(lab):
    return [line for line in lab.stage.server.lines if "do not reach the server" in line]


# Media count as late after 10 s, and the way of a connection is looked for every 10 s.
@pytest.mark.long
def test_a_call_that_works_counts_its_connections_and_their_way(counted):
    pair = Pair(counted)
    before = metrics(counted)
    try:
        pair.bo.listen("--once")
        calling = pair.ana.call(pair.bo.name, "--for", 25)
        event(calling, "firstSound", 30)
        assert connections(before, metrics(counted)) == {"connected": 2, "failed": 0, "lost": 0}
        until(lambda: change(before, metrics(counted), 'ecall_media_ways_total{way="udp"}') == 2, "the ways are counted", 25)
        event(calling, "ended", 60)
        after = metrics(counted)
        assert phases(after)["connect"] - phases(before)["connect"] == 1
        assert change(before, after, "ecall_media_connect_seconds_count") == 2
        assert change(before, after, 'ecall_media_loss_ratio_count{direction="up"}') >= 1
        assert not missing(counted)
    finally:
        pair.stop()


@pytest.mark.long
def test_a_call_by_the_relay_is_counted_by_its_transport(counted):
    counted.border(f"nat=symmetric pass=tcp:{counted.stage.origin.rsplit(':', 1)[1]},tcp:{counted.port_of_relay()}")
    pair = Pair(counted)
    before = metrics(counted)
    try:
        pair.bo.listen("--once")
        calling = pair.ana.call(pair.bo.name, "--for", 25)
        event(calling, "firstSound", 30)
        way = 'ecall_media_ways_total{way="%s"}'
        until(lambda: change(before, metrics(counted), way % "relay-tcp") == 1, "the way is counted", 25)
        assert change(before, metrics(counted), way % "udp") == 1
        event(calling, "ended", 60)
    finally:
        pair.stop()
        counted.border()


@pytest.mark.long
def test_a_call_whose_media_cannot_be_is_explained_and_counted(blocked):
    """At the command line: the blocked person, and the one they call."""
    pair = Pair(blocked)
    before, known = metrics(blocked), len(missing(blocked))
    try:
        listening = pair.bo.listen("--once")
        calling = pair.ana.call(pair.bo.name)
        event(calling, "answered", 30)
        answered = time.monotonic()
        late = event(calling, "mediaWait", 20)
        assert late["wait"] == "ownNetwork" and 9 <= time.monotonic() - answered <= 14
        assert event(listening, "mediaWait", 20)["wait"] == "others"
        assert pair.ana.says("status").startswith("Connecting with ")
        until(lambda: len(missing(blocked)) > known, "a line about it", 10)
        after = metrics(blocked)
        assert connections(before, after) == {"connected": 1, "failed": 1, "lost": 0}
        assert change(before, after, 'ecall_calls{state="connected"}') == 0
        assert phases(after)["answer"] - phases(before)["answer"] == 1
        assert phases(after)["connect"] == phases(before)["connect"], "nobody has talked"
        pair.ana.run("hangup")
        event(calling, "ended", 30)
        lines = missing(blocked)[known:]
        assert len(lines) == 1 and " notice " in lines[0] and not re.search(r"\d+\.\d+\.\d+\.\d+", lines[0].partition("notice")[2]), lines
    finally:
        pair.stop()


def lost(lab):
    return [line for line in lab.stage.server.lines if "media of a device in a call were lost" in line]


@pytest.mark.long
def test_media_that_are_cut_off_count_as_lost(counted):
    """In a call that is connected, the network of one person begins to block all but HTTP."""
    pair = Pair(counted)
    known = len(lost(counted))
    try:
        listening = pair.bo.listen("--once")
        calling = pair.ana.call(pair.bo.name)
        event(calling, "firstSound", 30)
        event(listening, "firstSound", 30)
        until(lambda: metrics(counted).get('ecall_calls{state="connected"}') == 1, "the call is connected", 10)
        before = metrics(counted)
        # Without translating addresses: the signalling connection continues.
        counted.border(f"pass=tcp:{counted.stage.origin.rsplit(':', 1)[1]}")
        cut = time.monotonic()
        until(lambda: connections(before, metrics(counted))["lost"] == 1, "the loss is counted", 10)
        print(f"measured: counted {time.monotonic() - cut:.1f} s after the cut")
        lines = lost(counted)[known:]
        assert len(lines) == 1 and " notice " in lines[0] and not re.search(r"\d+\.\d+\.\d+\.\d+", lines[0].partition("notice")[2]), lines
        # The media of the other one still come, and nobody has failed to connect yet.
        assert connections(before, metrics(counted)) == {"connected": 0, "failed": 0, "lost": 1}
        counted.border()
        until(lambda: "reconnecting" not in pair.bo.says("status").lower(), "the media are back", 40)
        pair.ana.run("hangup")
        event(calling, "ended", 30)
        # Losses of one device are counted each, and logged once.
        assert len(lost(counted)) == known + 1
    finally:
        counted.border()
        pair.stop()


@pytest.mark.long
def test_a_page_whose_media_cannot_be_says_why(blocked):
    """The page of the blocked person says that it connects, after 10 seconds whose network is to blame, and on request what it blocks."""
    number = next(numbers)
    native = CommandLine(blocked.near, f"Dan {number}", number)
    native.sign_in()
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, blocked.stage.directory, number, prefix=blocked.far.prefix)
        try:
            page = Person(blocked.far, window, f"Eve {number}", number)
            page.sign_in()
            page.ask(native.link())
            page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
            native.run("accept", page.name)
            native.call(page.name)
            page.rings(native.name)
            page.answer()
            page.page.wait("ecallInspection.state.call?.phase === 'inCall'", "the call runs")
            shown = "document.querySelector('.call-notes')?.textContent ?? ''"
            line = "document.querySelector('.call-line')?.textContent ?? ''"
            assert "network" not in page.page.evaluate(shown)
            page.page.wait(f"({shown}).includes('get through your network')", "the page says why")
            assert "onnecting" in page.page.evaluate(line)
            assert page.page.evaluate("ecallInspection.state.call.connectedAt") is None
            # One press leads from there to what is blocked, and the call goes on.
            page.page.click("button", "^Check the network$")
            check = "ecallInspection.state.networkCheck"
            page.page.wait(f"{check}.stage === 'done'", "the check is over", 30)
            port = blocked.port_of_relay()
            assert page.page.evaluate(f"{check}.verdict") == "none"
            assert [page.page.evaluate(f"{check}.ways.{way}.status") for way in ("udp", "tcp", "tls")] == ["fails", "fails", "notOffered"]
            shown = page.page.evaluate("[...document.querySelectorAll('.detail-body .message')].map((one) => one.innerText.trim()).join('|')")
            assert shown == ("No relay can be reached, so calls may have no sound on this network. "
                             f"Ask its administrator to open UDP port {port} and TCP port {port}.")
            assert page.page.evaluate("ecallInspection.state.call?.phase") == "inCall"
            native.run("hangup")
            page.wait_ended("remoteHungUp")
            page.close_call()
            page.go("/calls")
            page.page.wait("document.querySelector('.row-note')?.textContent === 'Answered, never connected'", "the history says that it never connected")
            page.go("/settings/network")
            blocked.border(f"nat=symmetric pass=tcp:{blocked.stage.origin.rsplit(':', 1)[1]},tcp:{port}")
            page.page.click("button", "^Check the network$")
            page.page.wait(f"{check}.stage === 'done' && {check}.verdict === 'limited'", "TCP is found", 30)
            assert page.page.evaluate(f"{check}.ways.tcp.status") == "works"
        finally:
            window.close()
            native.stop()
