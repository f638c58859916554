"""A child process whose output is kept, ended by its id."""
import os
import re
import signal
import subprocess
import threading
import time


def until(condition, what, seconds=20):
    """Polls for a condition that has no event; returns its first true value."""
    end = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)


class Late:
    """An awaited condition that did not occur, with the state instead."""

    def __init__(self, what, instead):
        self.what, self.instead = what, instead

    def __str__(self):
        return f"{self.what}, and not {self.instead()},"


def once_loaded(expression):
    """Makes an expression false while the page still loads and has no state."""
    return f"globalThis.ecallInspection && ({expression})" if "ecallInspection" in expression else expression


class Process:
    """A child in its own session; `wait_line` waits for a line that it prints."""

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
        """Returns the first match in a line from number `start` on."""
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
        """Asks the process to end; after some seconds kills it and its children."""
        if self.child.poll() is None:
            self.child.send_signal(number)
            try:
                self.child.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(self.child.pid, signal.SIGKILL)
                self.child.wait()
        return self.child.returncode

    def log(self, lines=60):
        """Returns the last lines."""
        return "\n".join(self.lines[-lines:])
