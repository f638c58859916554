"""The gallery of all screens, without a server behind it, in a Chromium of its own."""
import importlib.util
import os
import random
import threading
from pathlib import Path

from .chromium import CONTENT, EXECUTABLE, FLAGS

SIZES = {"narrow": (320, 640), "phone": (390, 844), "desktop": (1280, 800)}


def _server():
    # By its path: other tests may have a module named server.
    path = Path(__file__).resolve().parents[1] / "gallery/server.py"
    spec = importlib.util.spec_from_file_location("gallery_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Gallery:
    """Serves the page with every state it can have, and opens windows on it."""

    #: How many states are looked at where each could be, unless the whole gallery is.
    SAMPLE = 16

    def __init__(self, playwright, is_whole):
        self.is_whole = is_whole
        module = _server()
        module.Handler.caching = "max-age=3600"
        self.web = module.start()
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.web.server_port}"
        self.address = self.origin + module.ADDRESS
        self.browser = playwright.chromium.launch(executable_path=EXECUTABLE, headless=True, args=FLAGS)
        self.windows = {}

    def open(self, size="desktop", theme="light", motion="reduce", language="en"):
        """A window that shows nothing yet; one of each kind is used again and again."""
        kind = (size, theme, motion, language)
        if kind not in self.windows:
            width, height = SIZES[size]
            self.windows[kind] = self.browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion=motion)
            self.windows[kind].add_init_script(CONTENT)
        self.windows[kind].goto(f"{self.address}?state=loading&language={language}")
        # Its texts come after the page itself.
        self.windows[kind].wait_for_selector("#page > *")
        return self.windows[kind]

    def names(self, page):
        """The states to look at: by default some at random."""
        names = page.evaluate("names")
        assert len(names) > 80
        if self.is_whole:
            return names
        seed = os.environ.get("GALLERY_SEED") or str(random.randrange(2**32))
        print(f"seed {seed}: {self.SAMPLE} of {len(names)} states")
        return random.Random(seed).sample(names, self.SAMPLE)

    def rest(self):
        """Empties the windows: what moves in them would take as much of the machine as a call does."""
        for window in self.windows.values():
            window.goto("about:blank")

    def close(self):
        self.browser.close()
        self.web.shutdown()
        self.web.server_close()


def show(page, name):
    """Changes the screen in place, as the page itself does."""
    page.evaluate("(name) => show(name)", name)
