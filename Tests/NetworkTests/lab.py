"""Two networks joined by a bad line (link_emulator.py): the server and some people are near, others far."""
import json
import os
import subprocess
import sys
from pathlib import Path

from bench.process import Process, until
from bench.stage import ADDRESS, Stage

HERE = Path(__file__).resolve().parent
EMULATOR = HERE / "link_emulator.py"


class Side:
    """A side of the line: commands run in its network and reach the server by `origin`."""

    def __init__(self, stage, prefix, origin):
        self.stage, self.prefix, self.origin, self.directory = stage, prefix, origin, stage.directory

    def code(self, to):
        return self.stage.code(to)


class Lab:
    """Server, Janus and coturn on the near side; people are on the sides `near` and `far`."""

    #: The address at which far reaches the server.
    reached = ADDRESS

    def __init__(self, directory, seed, name="lab", settings=()):
        self.name = f"ecall-{os.getpid()}-{name}"
        self.emulator = Process("link_emulator", [sys.executable, EMULATOR, "run", "--name", self.name, "--seed", seed])
        self.stage, self.forwarders = None, []
        try:
            names = json.loads(self.emulator.wait_line(r"^{.*}$", 20)[0])
            near, far = (["ip", "netns", "exec", names[side]] for side in ("near", "far"))
            self.stage = Stage(directory, near, settings)
            port = int(self.stage.origin.rsplit(":", 1)[1])
            # Clients use HTTP without TLS only to their own machine.
            self._forward(near, f"{ADDRESS}:{port}", f"127.0.0.1:{port}")
            self._forward(far, f"127.0.0.1:{port}", f"{self.reached}:{port}")
            self.near = Side(self.stage, near, self.stage.origin)
            self.far = Side(self.stage, far, self.stage.origin)
        except BaseException:
            self.stop()
            raise

    def _forward(self, prefix, listen, connect):
        forwarder = Process(f"forwarder of {listen}", [*prefix, sys.executable, HERE / "forward.py", listen, connect])
        self.forwarders.append(forwarder)
        forwarder.wait_line("^ready$", 10)

    def ask(self, *words):
        done = subprocess.run([sys.executable, EMULATOR, words[0], "--name", self.name, *map(str, words[1:])],
                              capture_output=True, text=True, timeout=20, check=True)
        return json.loads(done.stdout) if done.stdout.strip() else {}

    def set(self, profile, way="both"):
        self.ask("set", "--way", way, profile)

    def border(self, words=""):
        """Sets the border between far and everything else from now on."""
        self.ask("border", words)

    def gate(self, words=""):
        """Sets the border between the server's network and everything else from now on."""
        self.ask("gate", words)

    def port_of_relay(self, kind="listening-port"):
        """The port that coturn listens on, by the name of its setting."""
        lines = (self.stage.data / "run/coturn.conf").read_text().splitlines()
        return next(int(line.split("=")[1]) for line in lines if line.startswith(kind + "="))

    def stop(self):
        if self.stage:
            self.stage.stop()
        for forwarder in self.forwarders:
            forwarder.stop()
        self.emulator.stop(15)
        until(lambda: self.emulator.child.poll() is not None, "the end of the line", 10)

    def log(self):
        parts = [self.stage.log()] if self.stage else []
        return "\n".join(parts + [f"== link_emulator\n{self.emulator.log(12)}"])
