"""A desktop on which a command line shows calls: a private session bus with a notification server that records what it shows."""
import ast
import re
import signal
from pathlib import Path
from typing import NamedTuple

from .process import Process

#: Without the services of the machine: calls on the bus start nothing.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""
#: The system's Python, which has dbusmock as a package.
PYTHON = "/usr/bin/python3"


class Note(NamedTuple):
    """A notification, as shown."""

    title: str
    body: str


class Desktop:
    """Commands run with its `environment` show calls on it."""

    def __init__(self, directory):
        directory = Path(directory)
        directory.mkdir(mode=0o700)
        socket, configuration = directory / "bus", directory / "bus.conf"
        configuration.write_text(BUS.format(socket=socket))
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={socket}"}
        self.bus = Process("dbus-daemon", ["/usr/bin/dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address=1"])
        self.bus.wait_line("unix:")
        self.server = Process(
            "dbusmock", [PYTHON, "-u", "-m", "dbusmock", "--session", "--template", "notification_daemon",
                         "--parameters", '{"capabilities": "actions body"}'], env=self.environment)
        # It answers once it owns its name on the bus.
        waiting = Process("gdbus", ["/usr/bin/gdbus", "wait", "--session", "--timeout", "20", "org.freedesktop.Notifications"], env=self.environment)
        assert waiting.child.wait(25) == 0, self.server.log()
        self.first = 0

    def begin(self):
        """Ignores notifications from before."""
        self.first = len(self.server.lines)

    @property
    def shown(self):
        """Returns all notifications since `begin`, the oldest first."""
        return [note for note, _ in self._notices()]

    @property
    def open(self):
        """Returns the notifications since `begin` that are on the screen now."""
        left = {}
        for note, number in self._notices():
            left[number] = note
        closed = {int(found[1]) for line in self.server.lines[self.first:] if (found := re.search(r" CloseNotification (\d+)", line))}
        return [note for number, note in left.items() if number not in closed]

    def _notices(self):
        """Yields each with the ID that it replaces, or gets: IDs count from 1."""
        given = 0
        for place, line in enumerate(self.server.lines):
            # 1700000000.123 Notify "ecall" 0 "call-start" "Incoming call" "Ana" ["answer", …] {…} 0
            found = re.search(r' Notify "[^"]*" (\d+) "[^"]*" ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")', line)
            if not found:
                continue
            number = int(found[1])
            if number == 0:
                given += 1
                number = given
            if place >= self.first:
                yield Note(ast.literal_eval(found[2]), ast.literal_eval(found[3])), number

    def stop(self):
        for process in (self.server, self.bus):
            process.stop(signal.SIGTERM)
