"""A page shares a screen over a narrow line."""
import time

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.person import Person
from measure import numbers

pytestmark = pytest.mark.long


@pytest.fixture
def people(lab):
    with sync_playwright() as playwright:
        made = []
        for side, name in ((lab.near, "Ana"), (lab.far, "Bo")):
            number = next(numbers)
            made.append(Person(side, ChromiumPage(playwright, lab.stage.directory, number, prefix=side.prefix), f"{name} {number}", number))
        yield made
        lab.set("")
        for person in made:
            person.page.close()


# More than 30 s: the test observes a narrow line for as long as a person would wait.
@pytest.mark.limit(150)
def test_a_screen_is_seen_over_a_narrow_line(lab, people):
    """Over 300 kbit/s and 100 ms, in parallel with camera and voice: seen within 15 s, smaller, and it continues."""
    near, far = people
    for person in people:
        person.sign_in()
    near.ask(far.link())
    far.accept()
    near.wait_contact(far.name)
    lab.set("rate=300 delay=100")
    near.call(far.name)
    far.rings(near.name, 40)
    far.answer()
    for person in people:
        person.wait_phase("inCall", 40)
        person.wait_pictures(1, 40)
    near.page.click("button", "^Share screen$")
    begun = time.monotonic()
    drawn = "document.querySelector('.tile-screen video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0"
    far.page.wait(f"({drawn}) >= 5", "the screen is seen", 40)
    first = time.monotonic() - begun
    before = far.page.evaluate(drawn)
    # The measurement itself takes the time.
    time.sleep(15)
    rate = (far.page.evaluate(drawn) - before) / 15
    size = far.page.evaluate("document.querySelector('.tile-screen video').videoHeight")
    print(f"measured: a screen over 300 kbit/s was seen after {first:.1f} s, {rate:.1f} pictures a second of {size} lines")
    assert first < 15 and rate >= 5 and size >= 360, (first, rate, size)
    assert far.statistics()["framesDroppedBad"] == 0, far.statistics()
