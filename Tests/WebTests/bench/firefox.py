"""Debian's Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) over one WebSocket."""
import base64
import json
import re
import signal
import tempfile
import threading
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .fonts import environment
from .media_files import frequency
from .process import Process, once_loaded

CONTENT = (Path(__file__).parent / "content.js").read_text()
#: It never reports a permission that it would grant without asking: the page would explain the coming prompt at the first call.
EXPLAINED = "try { localStorage.setItem('explained', 'microphone camera'); } catch { /* not on every page */ }"
PREFERENCES = {
    "media.navigator.streams.fake": True, "media.navigator.permission.disabled": True, "media.autoplay.default": 0,
    # No prompt can be answered here, and without an answer the page would wait forever.
    "dom.storageManager.prompt.testing": True, "dom.storageManager.prompt.testing.allow": True,
    # Without a sound device Firefox does not analyse audio: it plays to a null device that only keeps time.
    "media.cubeb.sandbox": False, "media.cubeb.force_mock_context": True,
    # Nothing but the page under test is requested.
    "app.update.enabled": False, "browser.safebrowsing.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,", "toolkit.telemetry.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "remote.active-protocols": 1, "remote.log.level": "Error", "media.gmp-manager.updateEnabled": False,
}


class Session:
    """Commands and events of WebDriver BiDi."""

    def __init__(self, url):
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(connect(url, max_size=None, open_timeout=20))
        self.numbers, self.answers, self.condition, self.listeners = count(1), {}, threading.Condition(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for text in self.socket:
                message = json.loads(text)
                if "id" in message and message["id"] is not None:
                    with self.condition:
                        self.answers[message["id"]] = message
                        self.condition.notify_all()
                else:
                    for listener in self.listeners:
                        listener(message.get("method"), message.get("params", {}))
        except ConnectionClosed:
            pass
        finally:
            with self.condition:
                self.answers[None] = {}
                self.condition.notify_all()

    def send(self, method, seconds=30, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        with self.condition:
            if not self.condition.wait_for(lambda: number in self.answers or None in self.answers, seconds):
                raise AssertionError(f"Firefox did not answer {method} within {seconds} s")
            if number not in self.answers:
                raise AssertionError(f"Firefox ended during {method}")
            answer = self.answers.pop(number)
        if answer.get("type") == "error":
            raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]


class FirefoxPage:
    """One window, with the members of ChromiumPage that tests for both browsers use."""

    browser_name = "firefox"
    #: Its pages are not modified in transit.
    is_of_sources = False

    def __init__(self, directory, sender, size=(1280, 800)):
        self.problems, self.expected = [], []
        profile = Path(tempfile.mkdtemp(prefix="firefox-", dir=directory))
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in (PREFERENCES | {"media.navigator.audio.fake_frequency": frequency(sender)}).items()))
        self.process = Process("firefox", ["firefox-esr", "--headless", "--no-remote", "--profile", profile,
                                           "--remote-debugging-port", "0"], env=environment())
        try:
            url = self.process.wait_line(r"WebDriver BiDi listening on (ws://\S+)", 40)[1]
            self.session = Session(f"{url}/session")
            self.session.send("session.new", capabilities={})
            self.session.listeners.append(self._hear)
            self.session.send("session.subscribe", events=["log.entryAdded"])
            self.session.send("script.addPreloadScript", functionDeclaration=(
                f"() => {{ globalThis.benchSender = {sender};\n{EXPLAINED}\n{CONTENT}\n }}"))
            self.context = self.session.send("browsingContext.create", type="tab")["context"]
            self.session.send("browsingContext.setViewport", context=self.context,
                              viewport={"width": size[0], "height": size[1]})
        except BaseException:
            self.process.stop(signal.SIGTERM)
            raise

    def _hear(self, method, entry):
        if method == "log.entryAdded" and entry["level"] == "error":
            problem = f"{entry.get('text')} ({entry.get('type')})"
            if not any(re.search(pattern, problem) for pattern in self.expected):
                self.problems.append(problem)

    def expects(self, pattern):
        """Ignores this console error from now on: the test provokes it."""
        self.expected.append(pattern)

    def goto(self, url, waits=True):
        self.session.send("browsingContext.navigate", context=self.context, url=url, wait="complete" if waits else "interactive")

    def reload(self):
        self.session.send("browsingContext.reload", context=self.context, wait="complete")

    def _run(self, expression, **options):
        result = self.session.send(
            "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True, **options)
        if result["type"] == "exception":
            raise AssertionError(f"{result['exceptionDetails']['text']} in {expression[:200]}")
        return result["result"]

    def evaluate(self, expression):
        text = self._run(f"(async () => JSON.stringify(await ({expression})))()", seconds=60).get("value")
        return None if text is None else json.loads(text)

    def wait(self, expression, what, seconds=20):
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(once_loaded(expression))
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not happen within {seconds} s")
            time.sleep(0.05)

    def _find(self, role, name, seconds):
        search = f"bench.find({json.dumps(role)}, {json.dumps(name)})"
        self.wait(f"{search}.length > 0", f"a {role} named {name}", seconds)
        return self._run(f"{{ const [found] = {search}; found.scrollIntoView({{ block: 'nearest' }}); found }}",
                         resultOwnership="root")

    def _press(self, element):
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        self.session.send("input.performActions", context=self.context, actions=[{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def click(self, role, name, seconds=15, is_first=True):
        """Clicks the first such element."""
        end = time.monotonic() + seconds
        element = self._find(role, name, seconds)
        find = f"bench.find({json.dumps(role)}, {json.dumps(name)})[0]"
        self.wait(f"!{find}?.disabled", f"{name} can be clicked", max(1, end - time.monotonic()))
        self._press(element)

    def fill(self, name, text, seconds=15):
        self._press(self._find("textbox", name, seconds))
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.session.send("input.performActions", context=self.context, actions=[
            {"type": "key", "id": "keyboard", "actions": keys}])

    def choose_file(self, selector, path):
        element = self._run(f"document.querySelector({json.dumps(selector)})", resultOwnership="root")
        self.session.send("input.setFiles", context=self.context, element={"sharedId": element["sharedId"]}, files=[str(path)])

    def sees(self, role, name, seconds=15):
        self._find(role, name, seconds)
        return self.evaluate(f"bench.find({json.dumps(role)}, {json.dumps(name)})[0]?.innerText")

    def screenshot(self, path):
        data = self.session.send("browsingContext.captureScreenshot", context=self.context)["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def close_window(self):
        """Closes the window as by its tab's close button, without a question whether to stay; the browser has another one."""
        self.session.send("browsingContext.close", context=self.context, promptUnload=False)

    def close(self):
        try:
            self.session.send("browser.close", seconds=10)
        except AssertionError:
            pass
        self.session.stack.close()
        self.process.stop(signal.SIGTERM)
