"""Fixtures of the tests with browsers. Each test has people of its own on one server, and a time limit."""
import faulthandler
import os
import signal
import tempfile
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from bench.chromium import Browsers, ChromiumPage
from bench.command_line import CommandLine
from bench.firefox import FirefoxPage
from bench.gallery import Gallery
from bench.person import Person
from bench.results import keep_results
from bench.stage import ROOT, Stage, prepare_network
from bench.webkit import WebKitPage

#: Seconds a test may take, unless it is marked with another limit.
LIMIT = 90


def pytest_configure(config):
    keep_results(config)
    prepare_network()


def pytest_collection_modifyitems(items):
    """Tests that need the gallery and no server can run beside the rest."""
    for item in items:
        if "gallery" in item.fixturenames and not {"cast", "stage"} & set(item.fixturenames):
            item.add_marker("gallery")


def pytest_addoption(parser):
    parser.addoption("--pictures", type=Path, help="a directory for pictures of the main screens")
    parser.addoption("--measure", type=int, default=0, help="how many calls to measure; without it none")


def pytest_ignore_collect(collection_path, config):
    return True if collection_path.name == "test_measure.py" and not config.getoption("--measure") else None


@pytest.fixture(autouse=True)
def time_limit(request):
    """Fails a test that takes too long; ends everything if even that doesn't help."""
    marker = request.node.get_closest_marker("limit")
    seconds = marker.args[0] if marker else LIMIT

    def expire(_signal, _frame):
        raise TimeoutError(f"the test did not end within {seconds} s")

    previous = signal.signal(signal.SIGALRM, expire)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(seconds + 45, exit=True)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browsers(playwright):
    browsers = Browsers(playwright)
    yield browsers
    browsers.close()


@pytest.fixture(scope="session")
def running_gallery(playwright):
    gallery = Gallery(playwright)
    yield gallery
    gallery.close()


@pytest.fixture
def gallery(running_gallery):
    yield running_gallery
    running_gallery.rest()


@pytest.fixture(scope="session")
def stage():
    with tempfile.TemporaryDirectory(prefix="ecall-web-", ignore_cleanup_errors=True) as directory:
        stage = Stage(directory)
        yield stage
        stage.stop()


#: The state of a page's call, or the events that a test without screens has recorded.
CALL_STATE = """(async () => JSON.stringify({
    screen: globalThis.ecallInspection?.state.screen, connection: globalThis.ecallInspection?.state.connection,
    call: globalThis.ecallInspection?.state.call ?? globalThis.events, streams: await bench.streams(),
    statistics: await (globalThis.ecallInspection?.statistics ?? globalThis.calls?.statistics()),
}, (name, value) => (value instanceof MediaStream ? value.getTracks().map(({ kind, muted, readyState }) => ({ kind, muted, readyState })) : value)))()"""

counts = count(1)


class Cast:
    """Makes the people of a test, and ends what they run."""

    names = ("Ana", "Bo", "Cai", "Dia", "Eli")

    def __init__(self, stage, browsers, title):
        self.stage, self.browsers, self.pages, self.profiles, self.title = stage, browsers, [], [], title

    def _next(self):
        place = len(self.pages) + len(self.profiles)
        # No name exists twice on a server. Pictures and tones are distinguished within a test: there are 48 tones.
        return f"{self.names[place % len(self.names)]} {next(counts)}", 1 + place % 47

    def page(self, browser="chromium", **options):
        """A person at the page who is not signed in."""
        name, number = self._next()
        make = {"chromium": lambda: ChromiumPage(self.browsers, self.stage.directory, number, **options),
                "firefox": lambda: FirefoxPage(self.stage.directory, number, **options),
                "webkit": lambda: WebKitPage(self.stage.directory, number, **options)}[browser]
        page = make()
        self.pages.append(page)
        return Person(self.stage, page, name, number)

    def signed_in(self, browser="chromium", **options):
        return self.together(self.page(browser, **options))[0]

    def two(self):
        return self.together(self.page(), self.page())

    @staticmethod
    def together(*people):
        """Signs people in at the same time."""
        for _ in zip(*(person.steps_of_signing_in() for person in people), strict=True):
            pass
        return people

    def command_line(self):
        """A signed-in person at the command line."""
        name, number = self._next()
        profile = CommandLine(self.stage, name, number)
        self.profiles.append(profile)
        profile.sign_in()
        return profile

    def further_device(self, person):
        """The same person signs in on one more device of the same kind."""
        number = self._next()[1]
        if isinstance(person, CommandLine):
            profile = CommandLine(self.stage, person.name, number, place=f"-{number}")
            self.profiles.append(profile)
            profile.sign_in()
            return profile
        page = self.page()
        page.email, page.name = person.email, person.name
        page.sign_in()
        return page

    def befriend(self, one, other):
        """Makes two people contacts: one asks by the other's link."""
        if isinstance(one, CommandLine):
            one, other = other, one
        link = other.link()
        if isinstance(other, CommandLine):
            one.ask(link)
            one.page.wait("['sent', 'becameContacts'].includes(ecallInspection.state.add.status)", "the request is sent")
            other.run("accept", one.name)
        else:
            one.ask(link)
            other.accept()
            other.wait_contact(one.name)
        one.wait_contact(other.name)

    def problems(self):
        return [f"{page.browser_name}: {problem}" for page in self.pages for problem in page.problems]

    def forget_problems(self):
        for page in self.pages:
            page.problems.clear()

    def log(self):
        return "\n".join([self.stage.log(), *(profile.log() for profile in self.profiles), "== console errors",
                          *self.problems()])

    def keep_evidence(self):
        """Pictures of all windows and the state of their calls, for a failed test; the latter is returned."""
        directory = Path(os.environ.get("WEB_TEST_PICTURES", ROOT / ".build/web-failures"))
        directory.mkdir(parents=True, exist_ok=True)
        told = []
        for index, page in enumerate(self.pages):
            try:
                page.screenshot(str(directory / f"{self.title}-{index}.png"))
                told.append(f"== window {index}\n{page.evaluate(CALL_STATE)}")
            except Exception as error:
                told.append(f"== window {index}\n{error}")
        return "\n".join(told)

    def close(self):
        for thing in self.pages + self.profiles:
            try:
                thing.close() if thing in self.pages else thing.stop()
            except Exception as error:
                print(f"could not be ended: {error}")


@pytest.fixture
def cast(stage, browsers, request):
    cast = Cast(stage, browsers, request.node.name.replace("/", "-"))
    request.node.cast = cast
    yield cast
    problems = cast.problems()
    cast.close()
    assert problems == [], "a page told of errors"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    cast = getattr(item, "cast", None)
    if report.failed:
        item.has_failed = True
    if report.failed and cast is not None:
        if call.when == "call":
            report.sections.append(("windows", cast.keep_evidence()))
        report.sections.append(("processes", cast.log()))
    return report
