"""The gallery of all screens, without a server, in its own Chromium."""
import importlib.util
import tempfile
import threading
from pathlib import Path

from .bundle import bundle
from .chromium import CONTENT, SHELL, launch

SIZES = {"narrow": (320, 640), "phone": (390, 844), "desktop": (1280, 800)}


def _server():
    # By its path: other tests may have a module named server.
    path = Path(__file__).resolve().parents[1] / "gallery/server.py"
    spec = importlib.util.spec_from_file_location("gallery_server", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Gallery:
    """Serves the page in each of its states, and opens windows on it."""

    def __init__(self, playwright):
        module = _server()
        self.directory = tempfile.TemporaryDirectory(prefix="ecall-gallery-")
        bundled = Path(self.directory.name) / "gallery.js"
        # A window loads it in a tenth of the time that three hundred modules take.
        bundle(module.HERE / "gallery.js", bundled)

        class Bundled(module.Handler):
            # Nothing changes while the tests run.
            caching = "max-age=3600"

            def translate_path(self, path):
                found = super().translate_path(path)
                return str(bundled) if found == str(module.HERE / "gallery.js") else found

        self.web = module.start(handler=Bundled)
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.web.server_port}"
        self.address = self.origin + module.ADDRESS
        self.browser = launch(playwright, SHELL)
        self.windows = {}

    def open(self, size="desktop", theme="light", motion="reduce", language="en", text=None, names=""):
        """Returns a window that shows nothing yet; one of each kind is reused. `text`: the font size in pixels that the user has
        set in the browser. `names`: "longest" for those of every script, "piled" for one
        with stacked combining marks."""
        kind = (size, theme, motion, language, text, names)
        if kind not in self.windows:
            width, height = SIZES[size]
            self.windows[kind] = self.browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion=motion)
            self.windows[kind].add_init_script(CONTENT)
            if text is not None:
                session = self.windows[kind].context.new_cdp_session(self.windows[kind])
                session.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text * 13 // 16}})
        self.windows[kind].goto(f"{self.address}?state=loading&language={language}&names={names}")
        # Its texts come after the page itself.
        self.windows[kind].wait_for_selector("#page > *")
        return self.windows[kind]

    def rest(self):
        """Empties the windows: their animations would use as much of the machine as a call does."""
        for window in self.windows.values():
            window.goto("about:blank")

    def close(self):
        self.browser.close()
        self.web.shutdown()
        self.web.server_close()
        self.directory.cleanup()


def show(page, name):
    """Changes the screen in place, as the page itself does."""
    page.evaluate("(name) => show(name)", name)


def settle(page, name):
    """Changes the screen in place, and waits until its layout is stable."""
    page.evaluate("(name) => settle(name)", name)
