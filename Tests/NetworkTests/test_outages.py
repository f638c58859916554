"""Lines that are down for a while, and addresses that change: the same call continues, with one gap."""
import time

import pytest

from bench.command_line import event
from measure import Pair, Side, note

pytestmark = pytest.mark.long

#: Seconds before the outage, and after it.
BEFORE, AFTER = 6, 8


@pytest.fixture(scope="module")
def pair(lab):
    pair = Pair(lab)
    yield pair
    lab.set("")
    pair.stop()


def gap(lab, pair, title, happens, lasts):
    """The time that each side saw nothing, beyond that of the outage, in seconds."""
    seconds = BEFORE + lasts + AFTER
    lab.set("delay=20")
    lab.ask("stats")
    listening = pair.bo.listen("--once")
    calling = pair.ana.call(pair.bo.name, "--video", "--stay-on-line", seconds)
    event(calling, "firstPicture", 20)
    time.sleep(BEFORE)
    happens()
    began = time.monotonic()
    told = event(listening, "participantConnection", lasts + 10) if lasts >= 5 else None
    noticed = time.monotonic() - began
    ends = {"down": event(calling, "ended", seconds + 60), "up": event(listening, "ended", 30)}
    sides = {way: Side(way, end["statistics"], seconds) for way, end in ends.items()}
    note(title, sides, lab.ask("stats"))
    if told:
        print(f"{title}: the other side was told after {noticed:.1f} s")
        assert told["state"] == "reconnecting" and noticed < 3.5
    assert ends["down"]["reason"] == "hungUp" and ends["up"]["reason"] == "remoteHungUp"
    return {way: side.longest - lasts for way, side in sides.items()}, sides


@pytest.mark.parametrize("seconds", [1, 10, 20])
def test_a_call_survives_an_outage(lab, pair, seconds):
    gaps, sides = gap(lab, pair, f"{seconds} s outage", lambda: lab.ask("down", seconds), seconds)
    for way, beyond in gaps.items():
        print(f"{way}: back {beyond:.1f} s after the line")
        assert beyond < 4, f"{way}: back {beyond:.1f} s after the line"
        assert sides[way].frozen < sides[way].longest + 3, f"{way}: more than one gap"


# 003-19
def test_a_call_survives_a_change_of_address(lab, pair):
    """Media continue from the new address on new connections: losses between two connections are not in the statistics."""
    lab.set("delay=20")
    lab.ask("stats")
    listening = pair.bo.listen("--once")
    calling = pair.ana.call(pair.bo.name, "--video", "--stay-on-line", BEFORE + AFTER)
    event(calling, "firstPicture", 20)
    time.sleep(BEFORE)
    lab.ask("move")
    began = time.monotonic()
    calling.wait_line(r'"event":"connection","state":"connected"', 20)
    back = time.monotonic() - began
    ends = {"down": event(calling, "ended", BEFORE + AFTER + 60), "up": event(listening, "ended", 30)}
    sides = {way: Side(way, end["statistics"], BEFORE + AFTER) for way, end in ends.items()}
    note("change of address", sides, lab.ask("stats"))
    print(f"change of address: media flow again after {back:.1f} s")
    assert back < 4, f"media flow again after {back:.1f} s"
    for way, side in sides.items():
        assert side.fps > 20, f"{way}: {side.fps:.1f} pictures a second over the whole call"
