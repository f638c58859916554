"""A child process whose output is kept, ended by its id."""
import os
import re
import signal
import subprocess
import threading
import time


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


class Late:
    """What is waited for, with what there is in its place once it did not happen."""

    def __init__(self, what, instead):
        self.what, self.instead = what, instead

    def __str__(self):
        return f"{self.what}, and not {self.instead()},"


def once_loaded(expression):
    """A page that still loads has no state to ask about: that is no more than not yet."""
    return f"globalThis.ecallInspection && ({expression})" if "ecallInspection" in expression else expression


class Process:
    """A child in a session of its own; `wait_line` waits for a line that it prints."""

    def __init__(self, name, arguments, **options):
        self.name, self.lines, self.condition, self.is_over = name, [], threading.Condition(), False
        self.child = subprocess.Popen(
            [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, **options)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            with self.condition:
                self.lines.append(line.rstrip("\n"))
                self.condition.notify_all()
        with self.condition:
            self.is_over = True
            self.condition.notify_all()

    def wait_line(self, pattern, seconds=30, start=0):
        """The first match in a line from number `start` on."""
        end = time.monotonic() + seconds
        with self.condition:
            while True:
                for line in self.lines[start:]:
                    found = re.search(pattern, line)
                    if found:
                        return found
                if self.is_over:
                    raise AssertionError(f"{self.name} ended without saying {pattern!r}:\n{self.log(12)}")
                if time.monotonic() >= end:
                    raise AssertionError(f"{self.name} did not say {pattern!r} within {seconds} s:\n{self.log(12)}")
                self.condition.wait(max(0.01, end - time.monotonic()))

    def stop(self, number=signal.SIGINT, seconds=15):
        """Asks the process to end; after some seconds ends it and what it started by force."""
        if self.child.poll() is None:
            self.child.send_signal(number)
            try:
                self.child.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(self.child.pid, signal.SIGKILL)
                self.child.wait()
        return self.child.returncode

    def log(self, lines=60):
        """The last lines."""
        return "\n".join(self.lines[-lines:])
