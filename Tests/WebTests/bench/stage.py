"""A whole system in a network namespace: server with Janus and coturn, browsers, command lines. All ended by id."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BINARIES = Path(os.environ.get("ECALL_BINARIES", ROOT / ".build/debug"))
ADDRESS = "10.77.0.1"


def until(condition, what, seconds=20):
    """Asks again and again, for what gives no event; returns the first true answer."""
    end = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)


class Process:
    """A child whose lines are kept; `wait_line` waits for one that matches."""

    def __init__(self, name, arguments, **options):
        self.name, self.lines, self.condition = name, [], threading.Condition()
        self.child = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, **options)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            with self.condition:
                self.lines.append(line.rstrip("\n"))
                self.condition.notify_all()
        with self.condition:
            self.lines.append(None)
            self.condition.notify_all()

    def wait_line(self, pattern, seconds=30, start=0):
        """The first match in a line from `start` on."""
        end = time.monotonic() + seconds
        with self.condition:
            while True:
                for line in self.lines[start:]:
                    found = re.search(pattern, line) if line is not None else None
                    if found:
                        return found
                if None in self.lines:
                    raise AssertionError(f"{self.name} ended without saying {pattern!r}")
                if not self.condition.wait(max(0, end - time.monotonic())) and time.monotonic() >= end:
                    raise AssertionError(f"{self.name} did not say {pattern!r} within {seconds} s")

    def stop(self, number=signal.SIGINT, seconds=15):
        if self.child.poll() is None:
            self.child.send_signal(number)
            try:
                self.child.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(self.child.pid, signal.SIGKILL)
                self.child.wait()
        return self.child.returncode

    def log(self):
        return "\n".join(line for line in self.lines if line is not None)


class Stage:
    """The server; serves the page, and under /bench the vectors and their checks."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.data = self.directory / "data"
        web = self.directory / "web"
        shutil.copytree(ROOT / "Web", web)
        bench = web / "Tests"
        shutil.copytree(ROOT / "Tests/WebTests/vectors", bench / "WebTests/vectors")
        shutil.copytree(ROOT / "Tests/Vectors", bench / "Vectors", ignore=shutil.ignore_patterns("*.py"))
        # The checks import from ../../../Web, as they do in the repository.
        shutil.copytree(ROOT / "Web", web / "Web")
        self.server = Process(
            "ecall-server",
            [BINARIES / "ecall-server", "serve", "--dev", "--port", "0", "--data", self.data, "--web", web,
             "--media-address", ADDRESS, "--log-level", "info"])
        self.origin = self.server.wait_line(r"listening on (http://\S+)", 60)[1]

    def code(self, to):
        """The newest code that was sent to an address."""
        def newest():
            for path in sorted(glob.glob(str(self.data / "outbox/*.json")), reverse=True):
                message = json.loads(Path(path).read_text())
                if message["to"] == to:
                    return message["code"]
            return None
        return until(newest, f"a code for {to}")

    def stop(self):
        return self.server.stop()

    def log(self):
        logs = [f"== ecall-server\n{self.server.log()}"]
        for path in sorted((self.data / "log").glob("*.log")):
            logs.append(f"== {path.name}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-30:]))
        return "\n".join(logs)


class CommandLine:
    """One profile of `ecall`, signed in."""

    def __init__(self, stage, name, number):
        self.stage, self.name, self.number, self.children = stage, name, number, []
        self.home = stage.directory / f"home-{name}"
        self.home.mkdir()
        self.email = f"{name.lower()}@example.org"
        self.run("login", "--email", self.email, "--name", name, "--request-only", "--server", stage.origin)
        self.run("login", "--email", self.email, "--name", name, "--code", stage.code(self.email), "--server",
                 stage.origin)

    @property
    def environment(self):
        return dict(os.environ, ECALL_HOME=str(self.home), ECALL_PROFILE=self.name.lower())

    def run(self, *arguments):
        """Runs a command to its end; its JSON lines."""
        done = subprocess.run(
            [BINARIES / "ecall", *arguments, "--json"], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=60)
        assert done.returncode == 0, f"ecall {arguments[0]}: {done.stdout}{done.stderr}"
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def start(self, *arguments):
        """Starts a command that goes on; `event` waits for what it tells."""
        child = Process(
            f"ecall {self.name}",
            [BINARIES / "ecall", *arguments, "--json", "--check-content", "--test-source", str(self.number)],
            env=self.environment)
        self.children.append(child)
        return child

    def stop(self):
        for child in self.children:
            child.stop()
        subprocess.run([BINARIES / "ecall", "logout"], env=self.environment, capture_output=True, timeout=60)


def event(process, name, seconds=30, start=0):
    """The JSON of the first event of this name."""
    process.wait_line(rf'"event":"{name}"', seconds, start)
    return next(json.loads(line) for line in process.lines[start:] if line and f'"event":"{name}"' in line)
