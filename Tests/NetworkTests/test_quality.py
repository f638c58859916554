"""The reported quality of a line during a call, and the results of `ecall netcheck` before it."""
import json
import time

import pytest

from bench.command_line import event
from measure import Pair


@pytest.fixture(scope="module")
def pair(lab):
    pair = Pair(lab)
    yield pair
    lab.set("")
    pair.stop()


def status(person):
    [line] = person.run("status")
    return line


def test_status_reports_the_loss_of_each_side(lab, pair):
    """Loss upstream counts as the far side's own, by the media server's reports; the near side sees it in the incoming media."""
    lab.set("delay=20")
    listening = pair.bo.listen("--once")
    calling = pair.ana.call(pair.bo.name, "--video")
    event(calling, "firstPicture", 20)
    event(listening, "firstPicture", 20)
    time.sleep(8)
    clean = status(pair.ana)
    print(json.dumps(clean))
    [bo] = clean["participants"]
    assert clean["state"] == "inCall" and clean["encryption"] == "protected" and clean["seconds"] >= 5
    # A busy machine adds delay.
    assert clean["own"]["quality"] in ("good", "fair") and bo["quality"] in ("good", "fair")
    assert 35 <= clean["own"]["roundTripMilliseconds"] < 250 and clean["own"]["path"]
    assert clean["own"]["isRelayed"] is ("relay" in clean["own"]["path"])
    for flows in (clean["own"], bo):
        assert flows["audio"]["bitsPerSecond"] > 10_000 and flows["video"]["bitsPerSecond"] > 30_000
        assert flows["video"]["width"] >= 160 and flows["video"]["height"] >= 120
    starts = len(calling.lines), len(listening.lines)
    lab.set("delay=20 loss=25", "up")
    began = time.monotonic()
    calling.wait_line(r'"event":"quality","quality":"poor"', 20, starts[0])
    print(f"own: weak after {time.monotonic() - began:.1f} s")
    listening.wait_line(r'"event":"participantQuality".*"quality":"poor"', 20, starts[1])
    print(f"the other side: weak after {time.monotonic() - began:.1f} s")
    print(json.dumps(status(pair.ana)), json.dumps(status(pair.bo)))
    starts = len(calling.lines), len(listening.lines)
    lab.set("delay=20")
    began = time.monotonic()
    calling.wait_line(r'"event":"quality","quality":"good"', 40, starts[0])
    listening.wait_line(r'"event":"participantQuality".*"quality":"good"', 40, starts[1])
    print(f"good again after {time.monotonic() - began:.1f} s")
    pair.ana.run("hangup")
    event(calling, "ended", 30)
    event(listening, "ended", 30)


#: Lines (up, down), and the expected kilobits a second: from, to, whether more was possible (None: either, on a busy machine).
LINES = {
    "clean": ("", "", (1_900, 4_100, None), (1_900, 4_100, None)),
    "slow up": ("rate=400 delay=20", "rate=3000 delay=20", (240, 560, False), None),
    "slow down": ("delay=20", "rate=800 delay=20", (1_900, 4_100, None), (500, 1_001, False)),
}


@pytest.mark.parametrize("name", LINES)
def test_netcheck_measures_the_line(lab, pair, name):
    up, down, sent, received = LINES[name]
    lab.set(up, "up")
    lab.set(down, "down")
    lab.ask("stats")
    began = time.monotonic()
    report = pair.ana.run("netcheck")[-1]
    counts = lab.ask("stats")
    lab.set("")
    volume = {way: counts[way]["bytes"] for way in ("up", "down")}
    print(f"{name}: {time.monotonic() - began:.1f} s, {volume}, {json.dumps(report)}")
    assert report["carriesCalls"] and report["measuredOver"] == "udp"
    assert [relay["reach"]["isReached"] for relay in report["relays"]][:2] == [True, True]
    assert set(report["candidates"]) == {"host", "srflx", "relay"}
    assert sum(volume.values()) < 3_000_000
    for rate, expected in ((report["up"], sent), (report.get("down"), received)):
        if expected:
            least, most, is_at_least = expected
            assert least <= rate["bitsPerSecond"] / 1_000 <= most
            assert is_at_least is None or rate["isAtLeast"] is is_at_least


def test_netcheck_reports_loss(lab, pair):
    lab.set("delay=20 loss=8")
    report = pair.ana.run("netcheck")[-1]
    lab.set("")
    print(json.dumps(report))
    assert 0.05 < report["loss"] < 0.3
    # Random loss does not indicate a slow line.
    assert report["up"]["bitsPerSecond"] >= 1_000_000
    assert any("packets are lost" in sentence for sentence in report["advice"])
