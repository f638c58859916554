"""Debian's Chromium, driven by Playwright: a separate browser for each person."""
import json
import os
import random
import re
from pathlib import Path

from . import media_files
from .fonts import environment
from .process import once_loaded, until

CONTENT = (Path(__file__).parent / "content.js").read_text()
EXECUTABLE = next((path for path in ("/usr/lib/chromium/chromium", "/usr/bin/chromium") if Path(path).exists()),
                  "/usr/bin/chromium")
#: The same engine without the browser around a page: no window, no address bar, no profile. Three quarters of the processor time.
SHELL = next((path for path in ("/usr/lib/chromium/chromium-headless-shell",) if Path(path).exists()), EXECUTABLE)
#: Chromium obeys its last --disable-features alone: these are those of Playwright, which come before.
OF_PLAYWRIGHT = [
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"]
#: Each profile would load the pages of an address bar that no one sees, and one more process would wait for the next site: half of the
#: processor time of a sign-in.
UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"]
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required",
    "--use-fake-device-for-media-stream", f"--disable-features={','.join([*OF_PLAYWRIGHT, *UNSEEN])}",
]
#: Accepts for the person whenever a page requests a microphone or a camera.
SAYS_YES = "--use-fake-ui-for-media-stream"


def _within(prefix, directory, executable):
    """Returns the browser, or a script that starts it behind a prefix, in another network."""
    if not prefix:
        return executable
    script = directory / "chromium-there"
    script.write_text(f'#!/bin/sh\nexec {" ".join(map(str, prefix))} {executable} "$@"\n')
    script.chmod(0o700)
    return script


def launch(playwright, executable=EXECUTABLE, arguments=FLAGS):
    """Starts a browser with the test fonts."""
    return playwright.chromium.launch(executable_path=executable, headless=True, args=arguments, env=environment())


class Browsers:
    """Browsers that are started once and serve one test after another, each with an unused profile."""

    def __init__(self, playwright):
        self.playwright, self.running = playwright, {}

    def get(self, executable, arguments):
        key = (str(executable), *arguments)
        if key not in self.running or not self.running[key].is_connected():
            self.running[key] = launch(self.playwright, executable, arguments)
        return self.running[key]

    def close(self):
        for browser in self.running.values():
            browser.close()


class ChromiumPage:
    """One window. `problems` are the errors that it reported; every test expects none."""

    browser_name = "chromium"

    def __init__(self, browsers, directory, sender, phone=False, dark=False, prefix=(), grain=False, flags=(), camera=None, insecure=False,
                 asks=False, size_of_camera=media_files.SMALL, fakes=0, keeps=False, whole=False):
        """`browsers`: its pool, else Playwright. `asks`: the test grants microphone and camera, in a browser that would otherwise ask its user.
        `keeps`: whether its service worker may install the page, which would hide answers that a test replaces or withholds.
        `fakes`: the number of the browser's own fake cameras in place of the one that shows a code.
        `whole`: whether it is the stock browser, as always if it asks, keeps, has other devices or another network."""
        # Files are shared by the tests of a directory, so their names say what is in them.
        kind = f"{sender}-{size_of_camera[1]}{'-grain' if grain else ''}"
        camera, microphone = camera or directory / f"camera-{kind}.y4m", directory / f"microphone-{sender}.wav"
        if not camera.exists():
            media_files.write_camera(camera, sender, grain, size_of_camera)
        if not microphone.exists():
            media_files.write_microphone(microphone, sender)
        self.problems = []
        #: Whether it opens the page as it is written: one of which a part was replaced.
        self.is_of_sources = False
        # A separate one ends with the window.
        self.own = None if isinstance(browsers, Browsers) else Browsers(browsers)
        executable = EXECUTABLE if whole or asks or keeps or fakes or prefix else SHELL
        browser = (self.own or browsers).get(_within(prefix, directory, executable), [
            *FLAGS, *([] if asks else [SAYS_YES]), *flags, *([f"--use-fake-device-for-media-stream=device-count={fakes}"] if fakes else [f"--use-file-for-fake-video-capture={camera}"]),
            f"--use-file-for-fake-audio-capture={microphone}"])
        self.context = browser.new_context(
            permissions=["camera", "microphone", "clipboard-read", "clipboard-write"],
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            color_scheme="dark" if dark else "light", reduced_motion="reduce",
            service_workers="allow" if keeps else "block",
            # A test's issuer has a self-made certificate.
            ignore_https_errors=insecure)
        self.context.add_init_script(CONTENT)
        if delay := int(os.environ.get("DELAY_ANSWERS_MS", "0")):
            seed = int(os.environ.get("DELAY_ANSWERS_SEED") or random.randrange(2**32))
            print(f"answers are delayed by DELAY_ANSWERS_SEED={seed}")
            # People of one test are delayed in different ways.
            self.context.add_init_script(f"Object.assign(bench.answers, {{ delay: {delay}, seed: {(seed + sender) % 2**32} }})")
        # A call may end while a page comes into it, or asks who is in it: the browser logs this, however the page handles it. The same
        # happens when the page asks whether its own link was used meanwhile, which the server answers with a refusal.
        self.expected = [r"status of 410 .*/call/\d+/(join|participants)\)", r"status of (409|410) .*/share-token/resolve\)"]
        self.page = self.open_window()

    def open_window(self):
        """Opens another window of the same profile, whose errors count too."""
        page = self.context.new_page()
        page.on("console", lambda message: message.type == "error" and self._note(
            f"{message.text} ({message.location.get('url')})"))
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("crash", lambda _: self.problems.append("the page crashed"))
        return page

    def _note(self, problem):
        if not any(re.search(pattern, problem) for pattern in self.expected):
            self.problems.append(problem)

    def expects(self, pattern):
        """Ignores this console error from now on: the test provokes it."""
        self.expected.append(pattern)

    def drop_signals(self, *kinds):
        """Makes pages opened from now on miss these signals of the server."""
        self.context.add_init_script(f"bench.drops.push(...{json.dumps(kinds)})")

    def relay_only(self):
        """Makes pages opened from now on send and receive media only by the TURN server."""
        self.context.add_init_script("bench.transport.iceTransportPolicy = 'relay'")

    def replace(self, path, old, new):
        """From now on serves a file of the unbundled page, also to workers, with one text replaced by another."""
        self.is_of_sources = True
        def answer(route):
            response = route.fetch()
            text = response.text()
            assert text.count(old) == 1, f"{path} does not have {old!r} once"
            route.fulfill(response=response, body=text.replace(old, new))
        self.context.route(f"**{path}", answer)

    def goto(self, url, waits=True):
        self.page.goto(url, wait_until="load" if waits else "commit")

    def reload(self):
        self.page.reload()

    def _find(self, role, name):
        return self.page.get_by_role(role, name=re.compile(name))

    def click(self, role, name, seconds=15, is_first=False):
        """Clicks the only such element, or the first."""
        # In several steps, like a hand: a pointer that leaves the pictures of a call comes back.
        self.page.mouse.move(2, 2)
        self.page.mouse.move(4, 4)
        found = self._find(role, name)
        (found.first if is_first else found).click(timeout=seconds * 1000)

    def fill(self, name, text, seconds=15):
        self._find("textbox", name).fill(text, timeout=seconds * 1000)

    def search(self, name, text, seconds=15):
        self._find("searchbox", name).fill(text, timeout=seconds * 1000)

    def choose_file(self, selector, path):
        """Chooses a file, as in the system's dialog."""
        self.page.set_input_files(selector, path)

    def sees(self, role, name, seconds=15):
        """Waits until an element is visible; returns its text."""
        element = self._find(role, name).first
        element.wait_for(state="visible", timeout=seconds * 1000)
        return element.inner_text()

    def wait(self, expression, what, seconds=20):
        """Waits until a JavaScript expression is true; returns its value."""
        # Polled from here: in the page it would need eval, which the policy forbids.
        return until(lambda: self.page.evaluate(once_loaded(expression)), what, seconds)

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def screenshot(self, path):
        self.page.screenshot(path=path)

    def close_window(self):
        """Closes the window as by its tab's close button, without a question whether to stay."""
        self.page.close()

    def close(self):
        self.context.close()
        if self.own:
            self.own.close()
