"""WebKitGTK's own browser, driven by WebDriver (https://www.w3.org/TR/webdriver2/): the engine of Safari, without its WebRTC."""
import base64
import json
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path

from .fonts import environment
from .process import Process, once_loaded, until
from .x_display import XDisplay

CONTENT = (Path(__file__).parent / "content.js").read_text()
#: Records the errors of a page, since this driver reports none. It runs once the page has loaded, as early as WebDriver can.
ERRORS = """if (!globalThis.benchErrors) {
    globalThis.benchErrors = [];
    addEventListener('error', ({ message }) => benchErrors.push(String(message)));
    addEventListener('unhandledrejection', ({ reason }) => benchErrors.push(String(reason)));
    const told = console.error;
    console.error = (...parts) => { benchErrors.push(parts.join(' ')); told.apply(console, parts); };
}"""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: A page that has nothing to draw is never captured: the driver waits for its next frame.
MOVE = "globalThis.benchMoving = document.documentElement.animate([{ outlineOffset: '0px' }, { outlineOffset: '1px' }], { duration: 1000, iterations: Infinity })"


def _browser():
    """Debian puts it into the folder of the machine's architecture."""
    return next(Path("/usr/lib").glob("*-linux-gnu/webkit2gtk-4.1/MiniBrowser"))


def _free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class WebKitPage:
    """One window, with the members of ChromiumPage that tests for all browsers use."""

    browser_name = "webkit"
    #: Its pages are not modified in transit.
    is_of_sources = False

    def __init__(self, directory, sender=0, size=(1280, 800), language="en-GB"):
        self.problems, self.expected, self.session = [], [], None
        home = Path(directory) / f"webkit-{sender}-{id(self):x}"
        home.mkdir()
        # With its tool bar the window would be wider than a phone.
        (home / "gtk-3.0").mkdir()
        (home / "gtk-3.0/gtk.css").write_text("* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border: 0 none; }")
        self.display = XDisplay("1400x1000")
        port = _free_port()
        self.driver = Process("WebKitWebDriver", ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"], env={
            **environment(), "DISPLAY": self.display.name, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home),
            "LANG": f"{language.replace('-', '_')}.UTF-8", "LANGUAGE": language.replace("-", "_"), "GDK_BACKEND": "x11",
            # There is no graphics card, and no desktop bus.
            "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1", "GIO_USE_VFS": "local",
            # No sound device either: searching for sound servers would delay the page.
            "GST_PLUGIN_FEATURE_RANK": "pulsedeviceprovider:NONE,alsadeviceprovider:NONE,v4l2deviceprovider:NONE,pipewiredeviceprovider:NONE,pulsesink:NONE,pulsesrc:NONE"})
        self.address = f"http://127.0.0.1:{port}"
        try:
            until(self._is_ready, "WebKitWebDriver listens", 30)
            options = {"binary": str(_browser()), "args": ["--automation"]}
            session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
            self.session = f"/session/{session['sessionId']}"
            self._ask("POST", f"{self.session}/timeouts", {"script": 60_000, "pageLoad": 60_000})
            self.resize(size)
        except BaseException:
            self.close()
            raise

    def _is_ready(self):
        try:
            return self._ask("GET", "/status")["ready"]
        except OSError:
            return False

    def _ask(self, method, path, body=None, seconds=30):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            told = json.loads(error.read())["value"]
            raise AssertionError(f"{path}: {told['error']}: {told['message']}") from None

    def resize(self, size):
        """Gives the page this size: the window is larger by what is around a page."""
        outer = list(size)
        for _ in range(4):
            self._ask("POST", f"{self.session}/window/rect", {"x": 0, "y": 0, "width": outer[0], "height": outer[1]})
            inner = self._run("return [innerWidth, innerHeight]")
            if inner == list(size):
                return
            outer = [one + wanted - found for one, wanted, found in zip(outer, size, inner, strict=True)]
        raise AssertionError(f"the window has the size {inner}, not {size}")

    def _run(self, script, *arguments):
        return self._ask("POST", f"{self.session}/execute/sync", {"script": script, "args": arguments})

    def _collect(self):
        for problem in self._run("return (globalThis.benchErrors ?? []).splice(0)"):
            if not any(re.search(pattern, problem) for pattern in self.expected):
                self.problems.append(problem)

    def expects(self, pattern):
        """Ignores this console error from now on: the test provokes it."""
        self.expected.append(pattern)

    def goto(self, url, waits=True):
        self._collect()
        self._ask("POST", f"{self.session}/url", {"url": url})
        self._prepare()

    def reload(self):
        self._collect()
        self._ask("POST", f"{self.session}/refresh", {})
        self._prepare()

    def _prepare(self):
        self._run(f"{ERRORS}\nif (!globalThis.bench) {{ globalThis.benchSender = 0;\n{CONTENT}\n}}")

    def open_window(self):
        """Opens one more window of the same browser; what is asked from now on is asked of it. Returns the handle of the one before."""
        before = self._ask("GET", f"{self.session}/window")
        self.switch(self._ask("POST", f"{self.session}/window/new", {"type": "tab"})["handle"])
        return before

    def switch(self, handle):
        self._ask("POST", f"{self.session}/window", {"handle": handle})

    def evaluate(self, expression):
        script = (f"const done = arguments[arguments.length - 1];\n(async () => JSON.stringify(await ({expression})) ?? null)()"
                  ".then((value) => done({ value }), (error) => done({ error: String(error) }));")
        answer = self._ask("POST", f"{self.session}/execute/async", {"script": script, "args": []}, seconds=60)
        if "error" in answer:
            raise AssertionError(f"{answer['error']} in {expression[:200]}")
        return None if answer["value"] is None else json.loads(answer["value"])

    def wait(self, expression, what, seconds=20):
        return until(lambda: self.evaluate(once_loaded(expression)), what, seconds)

    def _find(self, role, name, seconds):
        search = f"bench.find({json.dumps(role)}, {json.dumps(name)})"
        self.wait(f"{search}.length > 0", f"a {role} named {name}", seconds)
        return self._run(f"const [found] = {search}; found.scrollIntoView({{ block: 'nearest' }}); return found")[ELEMENT]

    def click(self, role, name, seconds=15, is_first=True):
        """Clicks the first such element."""
        end = time.monotonic() + seconds
        element = self._find(role, name, seconds)
        find = f"bench.find({json.dumps(role)}, {json.dumps(name)})[0]"
        self.wait(f"!{find}?.disabled", f"{name} can be clicked", max(1, end - time.monotonic()))
        self._ask("POST", f"{self.session}/element/{element}/click", {})

    def fill(self, name, text, seconds=15):
        self._ask("POST", f"{self.session}/element/{self._find('textbox', name, seconds)}/value", {"text": text})

    def sees(self, role, name, seconds=15):
        self._find(role, name, seconds)
        return self.evaluate(f"bench.find({json.dumps(role)}, {json.dumps(name)})[0]?.innerText")

    def screenshot(self, path):
        self._run(MOVE)
        Path(path).write_bytes(base64.b64decode(self._ask("GET", f"{self.session}/screenshot")))
        self._run("benchMoving.cancel()")

    def close(self):
        if self.session:
            try:
                self._collect()
                self._ask("DELETE", self.session, seconds=15)
            except (AssertionError, OSError):
                pass
            self.session = None
        self.driver.stop(signal.SIGTERM)
        self.display.stop()
