"""The page and the command line over a bad line: each obeys what the other reports."""
import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import ChromiumPage
from bench.command_line import CommandLine, event
from bench.person import Person
from measure import Side, note, numbers


@pytest.fixture
def page(lab):
    number = next(numbers)
    with sync_playwright() as playwright:
        window = ChromiumPage(playwright, lab.stage.directory, number, prefix=lab.near.prefix, grain=True)
        person = Person(lab.near, window, f"Eve {number}", number)
        person.sign_in()
        yield person
        window.close()


@pytest.fixture
def native(lab):
    number = next(numbers)
    person = CommandLine(lab.far, f"Dan {number}", number)
    person.environment["ECALL_TEST_GRAIN"] = "1"
    person.sign_in()
    yield person
    lab.set("")
    person.stop()


# 000-75
def test_a_page_obeys_reports_through_500_kbit(lab, page, native):
    page.ask(native.link())
    page.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
    native.run("accept", page.name)
    lab.set("rate=500 delay=20")
    lab.ask("stats")
    child = native.call(page.name, "--video", "--stay-on-line", 15)
    page.rings(native.name)
    page.answer()
    side = Side("down", event(child, "ended", 90)["statistics"], 15)
    note("page, rate=500 delay=20", {"down": side}, lab.ask("stats"))
    # The page sends 20 pictures a second, and must detect the line first.
    assert side.fps >= 6, f"{side.fps:.1f} pictures a second"
    assert side.frozen < 9 and side.tones > 0.8, f"frozen for {side.frozen:.1f} s, the tone for {100 * side.tones:.0f} %"
