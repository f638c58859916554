"""The page behind a line that is down for a while: the same call continues, with one gap. A line with much loss is shown as weak."""
import time

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from bench.process import until
from measure import Side, note, numbers

pytestmark = pytest.mark.long

#: Seconds before the line is down, and after it is back.
BEFORE, AFTER = 6, 8


@pytest.fixture(scope="module")
def page(lab):
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, lab.stage.directory, number, prefix=lab.far.prefix)
        # The browser reports connection attempts during the outage.
        window.expects("net::ERR_|WebSocket connection to")
        person = Person(lab.far, window, f"Eve {number}", number)
        person.sign_in()
        yield person
        window.close()


@pytest.fixture(scope="module")
def native(lab, page):
    number = next(numbers)
    person = CommandLine(lab.near, f"Dan {number}", number)
    person.sign_in()
    page.ask(person.link())
    page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
    person.run("accept", page.name)
    yield person
    lab.set("")
    person.stop()


def frames(page):
    """The number of audio frames of the other side decrypted so far."""
    return page.statistics()["audioFramesOpened"]


@pytest.mark.parametrize("seconds", [10, 20, 35])
def test_the_call_of_a_page_survives_an_outage(lab, page, native, seconds):
    lasts = BEFORE + seconds + AFTER
    lab.set("delay=20")
    lab.ask("stats")
    child = native.call(page.name, "--video", "--stay-on-line", lasts)
    page.rings(native.name)
    page.answer()
    page.wait_pictures()
    event(child, "firstPicture", 20)
    time.sleep(BEFORE)
    start, made = len(child.lines), page.page.evaluate("bench.made()")
    lab.ask("down", seconds)
    began = time.monotonic()
    told = event(child, "participantConnection", 10)
    shown = time.monotonic() - began
    page.page.wait("ecallInspection.state.call.connection === 'reconnecting'", "the page reconnects", 10)
    noticed = time.monotonic() - began
    heard = frames(page)
    left = began + seconds - time.monotonic()
    time.sleep(max(0, left))
    # The frames in transit when the line went down are few.
    until(lambda: frames(page) > heard + 10, "sound of the other side", 20)
    back = time.monotonic() - began - seconds
    page.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected", 20)
    child.wait_line(r'"event":"participantConnection".*"state":"connected"', 20)
    reached = time.monotonic() - began - seconds
    another = page.page.evaluate("bench.made()") > made
    if another:
        # A new connection has its own counters: the gap between two is not in the statistics.
        event(child, "firstPicture", 10, start)
        seen = time.monotonic() - began - seconds
    ended = event(child, "ended", lasts + 30)
    page.wait_ended("remoteHungUp")
    page.close_call()
    side = Side("up", ended["statistics"], lasts)
    note(f"page, {seconds} s outage", {"up": side}, lab.ask("stats"))
    if not another:
        seen = side.longest - seconds
    print(f"measured page, {seconds} s outage, {'another' if another else 'the same'} connection: shown as reconnecting after {shown:.1f} s, noticed by the page after"
          f" {noticed:.1f} s; after the line was back the page heard after {back:.1f} s, was seen after"
          f" {seen:.1f} s and shown as connected after {reached:.1f} s")
    assert told["state"] == "reconnecting" and shown < 3.5
    assert noticed < 4.5
    assert back < 4 and seen < 4
    assert side.frozen < side.longest + 3, "more than one gap"
    assert page.page.problems == []


SENTENCE = "document.querySelector('.call-quality').textContent"


def test_a_weak_line_is_shown(lab, page, native):
    lab.set("delay=20")
    child = native.call(page.name, "--video", "--stay-on-line", 40)
    page.rings(native.name)
    page.answer()
    page.wait_pictures()
    assert page.page.evaluate(SENTENCE) == ""
    lab.set("delay=20 loss=15")
    began = time.monotonic()
    page.page.wait(f"{SENTENCE} === 'Your connection is weak. Your video may freeze for others.'", "the line is called weak", 15)
    said = time.monotonic() - began
    lab.set("delay=20")
    began = time.monotonic()
    page.page.wait(f"{SENTENCE} === ''", "the line is called weak no more", 20)
    print(f"measured page, 15 % lost: called weak after {said:.1f} s, and no more {time.monotonic() - began:.1f} s after that was over")
    event(child, "ended", 60)
    page.wait_ended("remoteHungUp")
    page.close_call()
