"""A person at the command line: one signed-in profile of `ecall`."""
import json
import os
import signal
import subprocess

from .process import Process, until
from .stage import BINARIES


class CommandLine:
    """The person's camera and microphone are the test source with their number; received media is read back and counted."""

    def __init__(self, stage, name, number, place=""):
        """`place`: distinguishes the devices of one person."""
        self.stage, self.name, self.number, self.children = stage, name, number, []
        self.home = stage.directory / f"profiles-{_word(name)}{place}"
        self.home.mkdir(mode=0o700)
        self.email = f"{_word(name)}@example.org"
        self.environment = dict(
            os.environ, ECALL_HOME=str(self.home), ECALL_PROFILE=_word(name), ECALL_SERVER=stage.origin)

    def sign_in(self):
        arguments = ["login", "--email", self.email, "--name", self.name]
        self.run(*arguments, "--request-only")
        self.run(*arguments, "--code", self.stage.code(self.email))

    def run(self, *arguments):
        """Runs a command to its end; returns its JSON lines."""
        done = self._read(*arguments, "--json")
        assert done.returncode == 0, f"ecall {arguments[0]} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def says(self, *arguments):
        """Returns the text output of a command that succeeds."""
        done = self._read(*arguments)
        assert done.returncode == 0, f"ecall {arguments[0]} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout

    def fails(self, *arguments):
        """Runs a command that must fail; returns its error message."""
        done = self._read(*arguments)
        assert done.returncode != 0, f"ecall {arguments[0]} did it: {done.stdout}"
        return done.stderr

    def _read(self, *arguments):
        return subprocess.run(
            [*self.stage.prefix, BINARIES / "ecall", *arguments], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=60)

    def link(self):
        """Returns a link by which one person can send a contact request."""
        return next(line["link"] for line in self.run("share") if "link" in line)

    def start(self, *arguments):
        """Starts a command that takes part in a call; `event` waits for its events."""
        child = Process(
            f"ecall of {self.name}",
            [*self.stage.prefix, BINARIES / "ecall", *arguments, "--json", "--check-content", "--test-source", self.number],
            env=self.environment)
        self.children.append(child)
        return child

    def listen(self, *arguments):
        """Waits for calls and answers each at once."""
        child = self.start("listen", "--auto-answer=anyone", *arguments)
        event(child, "listening")
        return child

    def call(self, name, *arguments):
        return self.start("call", name, *arguments)

    def kill_agent(self):
        """Kills the agent as the system does when memory is short: without notice to anyone."""
        found = [agent for agent in self.processes() if b"agent" in _arguments(agent)[1:2]]
        assert len(found) == 1, f"{len(found)} agents of {self.name}"
        os.kill(found[0], signal.SIGKILL)

    def processes(self):
        """Returns the process ids of the profile's agent and commands."""
        mark = f"ECALL_HOME={self.home}".encode()
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) != os.getpid():
                try:
                    with open(f"/proc/{entry}/environ", "rb") as file:
                        if mark in file.read().split(b"\0"):
                            yield int(entry)
                except OSError:
                    continue

    def stop(self):
        """Ends the commands and the agent of the profile, by their ids."""
        for child in self.children:
            child.stop()
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in self.processes():
                os.kill(process, number)
            try:
                until(lambda: not list(self.processes()), "the end of the agent", 5)
                return
            except AssertionError:
                continue

    def log(self):
        logs = [f"== {child.name}\n{child.log(20)}" for child in self.children]
        for path in self.home.glob("**/agent.log"):
            logs.append(f"== agent of {self.name}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-30:]))
        return "\n".join(logs)


def _arguments(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def _word(name):
    return name.lower().replace(" ", "-")


def event(process, name, seconds=30, start=0):
    """Waits for the first event of this name in a command's output."""
    return json.loads(process.wait_line(rf'^{{.*"event":"{name}".*}}$', seconds, start)[0])
