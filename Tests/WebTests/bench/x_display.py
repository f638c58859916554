"""An X11 display without a screen, with windows of one color on it."""
import os

from .process import Process


class XDisplay:
    def __init__(self, size="1280x720"):
        # Otherwise it would reset when its last client leaves, and lose clients that connect then.
        self.server = Process(
            "Xvfb", ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"])
        self.name = f":{self.server.wait_line('^([0-9]+)$', 20)[1]}"
        self.windows = []

    def show(self, title, colour, geometry="640x480+100+50"):
        """Shows a window above the others: there is no window manager."""
        window = Process(f"window {title}", [
            "xmessage", "-display", self.name, "-title", title, "-bg", colour, "-fg", colour, "-bd", colour, "-geometry", geometry,
            "-buttons", "", " "], env={**os.environ, "LC_ALL": "C"})
        self.windows.append(window)
        return window

    def stop(self):
        for window in self.windows:
            window.stop()
        self.server.stop()
