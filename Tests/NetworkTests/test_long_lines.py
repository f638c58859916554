"""The lines of test_lines.py for longer, with and without rate control; a rate that changes, two calls in one line, relayed
calls, and two pages, with the congestion control of their browsers."""
import time

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from measure import Pair, Side, note, numbers
from test_lines import PROFILES

pytestmark = pytest.mark.long

SECONDS = 30
LINES = {name: line[0] for name, line in PROFILES.items()}


@pytest.fixture(scope="module")
def pairs(lab):
    """A pair that adapts its rate to the line, and a pair that does not."""
    pairs = {"on": Pair(lab), "off": Pair(lab, ECALL_TEST_FIXED_RATE="1")}
    yield pairs
    lab.set("")
    for pair in pairs.values():
        pair.stop()


def measured(lab, title, profile, talk):
    lab.set(profile)
    lab.ask("stats")
    sides = talk()
    note(title, sides, lab.ask("stats"))
    lab.set("")
    return sides


@pytest.mark.parametrize("name", LINES)
def test_a_long_call_over_a_common_line(lab, pairs, name):
    sides = {state: measured(lab, f"{name}, {state}", LINES[name], lambda: pair.talk(SECONDS))
             for state, pair in pairs.items()}
    for way in ("down", "up"):
        on, off = sides["on"][way], sides["off"][way]
        assert on.first is not None and on.fps >= 8, f"{way}: {on.fps:.1f} pictures a second"
        assert on.tones >= 0.9, f"{way}: the tone for {100 * on.tones:.0f} % of the time"
        if name == "500 kbit/s":
            assert on.fps > off.fps and on.tones >= off.tones, f"{way}: no better than without"


def test_a_relayed_call_over_a_common_line(lab, pairs):
    sides = measured(lab, "1 % loss, relayed", LINES["1 % loss"], lambda: pairs["on"].talk(SECONDS, "--relay-only"))
    for side in sides.values():
        assert side.fps >= 15 and side.tones >= 0.9, f"{side.way}: {side.fps:.1f} pictures a second"
        # The near side has not asked for the relay.
        assert side.way == "up" or all(pair.startswith("relay/") for pair in side.statistics["candidatePairs"])


def test_the_rate_follows_a_line_that_changes(lab, pairs):
    """2 Mbit/s, then 250 kbit/s, then 2 Mbit/s again; each 15 s, 10 s and 25 s long."""
    pair = pairs["on"]
    lab.set("rate=2000 delay=20")
    lab.ask("stats")
    listening = pair.bo.listen("--once")
    calling = pair.ana.call(pair.bo.name, "--video", "--stay-on-line", 50)
    event(calling, "firstPicture", 20)
    counts = {}
    # 5 s of the narrow line are for noticing it: the reports of the receivers have to pass it too.
    for name, profile, seconds in (("wide", "rate=2000", 15), ("narrowing", "rate=250", 5), ("narrow", "rate=250", 5),
                                   ("widening", "rate=2000", 20), ("wide again", "rate=2000", 5)):
        lab.set(f"{profile} delay=20")
        lab.ask("stats")
        began = time.monotonic()
        # The measurement itself takes the time.
        time.sleep(seconds)
        counts[name] = lab.ask("stats"), time.monotonic() - began
    sides = {way: Side(way, event(child, "ended", 90)["statistics"], 50) for way, child in
             (("down", calling), ("up", listening))}
    note("2 Mbit/s, 250 kbit/s, 2 Mbit/s", sides, counts["narrow"][0])
    for way in ("down", "up"):
        narrow, (again, seconds) = counts["narrow"][0][way], counts["wide again"]
        rate = again[way]["bytes"] * 8 / seconds / 1000
        print(f"measured: {way}: queue {narrow['queue_ms_max']:.0f} ms at most from 5 s after 250 kbit/s began; "
              f"{rate:.0f} kbit/s 20 s after it ended")
        assert narrow["queue_ms_max"] < 250, f"{way}: a queue of {narrow['queue_ms_max']:.0f} ms"
        assert rate >= 450, f"{way}: {rate:.0f} kbit/s 20 s after the line was wide again"


def test_two_calls_share_a_line(lab, pairs):
    """Two calls through one line of 1 Mbit/s: neither takes more than its share."""
    lab.set("rate=1000 delay=20")
    lab.ask("stats")
    others = Pair(lab)
    try:
        couples = [pairs["on"], others]
        listening = [couple.bo.listen("--once") for couple in couples]
        calling = [couple.ana.call(couple.bo.name, "--video", "--stay-on-line", SECONDS) for couple in couples]
        ends = [[event(child, "ended", 120)["statistics"] for child in pair] for pair in zip(calling, listening)]
    finally:
        lab.set("")
        others.stop()
    counts = lab.ask("stats")
    received = []
    for index, statistics in enumerate(ends):
        sides = {way: Side(way, found, SECONDS) for way, found in zip(("down", "up"), statistics)}
        note(f"1 Mbit/s, call {index + 1} of 2", sides, counts)
        received.append({way: side.fps for way, side in sides.items()})
        assert all(side.tones >= 0.85 for side in sides.values())
    for way in ("down", "up"):
        first, second = (one[way] for one in received)
        assert max(first, second) <= 2.5 * min(first, second), f"{way}: {first:.1f} and {second:.1f} pictures a second"


@pytest.fixture(scope="module")
def pages(lab):
    with sync_playwright() as playwright:
        people = []
        for side, name in ((lab.far, "Fay"), (lab.near, "Gil")):
            number = next(numbers)
            window = ChromiumPage(playwright, lab.stage.directory, number, prefix=side.prefix, grain=True)
            people.append(Person(side, window, f"{name} {number}", number))
        for person in people:
            person.sign_in()
        people[0].ask(people[1].link())
        people[1].accept()
        people[0].wait_contact(people[1].name)
        yield people
        lab.set("")
        for person in people:
            person.page.close()


def decoded(person):
    """Pictures, and seconds frozen, as counted by the browser."""
    videos = [stream for stream in person.streams() if stream["type"] == "inbound-rtp" and stream["kind"] == "video"]
    return {name: sum(video.get(counter, 0) for video in videos)
            for name, counter in (("frames", "framesDecoded"), ("frozen", "totalFreezesDuration"))}


@pytest.mark.parametrize("name", LINES)
def test_two_pages_over_a_line(lab, pages, name):
    """For comparison: the results of Chromium's own congestion control on the same lines."""
    fay, gil = pages
    lab.set("")
    fay.call(gil.name)
    gil.rings(fay.name)
    gil.answer()
    for person in pages:
        person.wait_pictures()
    lab.set(LINES[name])
    lab.ask("stats")
    before = [decoded(person) for person in pages]
    # The measurement itself takes the time.
    time.sleep(SECONDS)
    after = [decoded(person) for person in pages]
    counts = lab.ask("stats")
    lab.set("")
    fay.hang_up()
    for person in pages:
        person.wait_phase("ended")
        person.close_call()
    for way, was, now in zip(("down", "up"), before, after):
        fps, frozen = (now["frames"] - was["frames"]) / SECONDS, now["frozen"] - was["frozen"]
        print(f"measured: page and page, {name}: {way}: {fps:.1f} pictures a second, frozen for {frozen:.1f} s, "
              f"queue {counts[way]['queue_ms_max']:.0f} ms")
        assert fps >= 2, f"{way}: {fps:.1f} pictures a second"
