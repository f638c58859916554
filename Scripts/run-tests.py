#!/usr/bin/env python3
"""run-tests.py --limit SECONDS [--results FILE] -- COMMAND...   runs `swift test` so that it always ends, and says what hung.

Shows what a person needs of the output while it comes. When the limit is over, or the tests end by a crash, it names the
tests that have begun and not ended, shows the last lines, and ends every process that the command started, wherever it
hides (process groups and sessions of its own included). The last line is "N passed, M failed"; FILE gets one line a test:
seconds, a tab, its name."""
import argparse
import collections
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

SHOWN = re.compile(r"(✘|SCHEDULE=|recorded an issue|error:|Fatal|Crash|skipped|measured|seed|Test run with)")
# The build's own, and what the sound library says of a machine without sound devices.
NOISE = re.compile(r"prohibited flag|^ALSA lib ")
LAST_LINES = 40
PATIENCE_TO_END = 15
PR_SET_CHILD_SUBREAPER = 36


def processes():
    """Parent of each process, from /proc."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
    return parents


def descendants(root):
    parents = processes()
    found, frontier = set(), {root}
    while frontier:
        frontier = {child for child, parent in parents.items() if parent in frontier} - found
        found |= frontier
    return found


def send(number, targets):
    for target in targets:
        try:
            os.kill(target, number)
        except ProcessLookupError:
            continue


def end_all(process):
    """Asks all processes to end, then ends them; who is found is found before its parent goes."""
    everyone = descendants(process.pid) | {process.pid}
    send(signal.SIGTERM, everyone)
    try:
        process.wait(PATIENCE_TO_END)
    except subprocess.TimeoutExpired:
        pass
    send(signal.SIGKILL, everyone | descendants(process.pid))
    process.wait()


class Events:
    """What Swift Testing wrote of each test: begun, ended, failed, and how long each of its cases took."""

    def __init__(self, path):
        self.begun, self.ended, self.failed, self.functions = {}, {}, set(), set()
        self.cases, self.worked = {}, collections.Counter()
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    try:
                        self.read(json.loads(line))
                    except (ValueError, KeyError, TypeError):
                        continue  # the last line of a run that was ended may be half a line
        except OSError:
            pass

    def read(self, record):
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.functions.add(payload["id"])
            return
        test, kind = payload.get("testID"), payload["kind"]
        case = test, (payload.get("_testCase") or {}).get("id")
        if kind == "testStarted":
            self.begun[test] = payload["instant"]["absolute"]
        elif kind == "testCaseStarted":
            self.cases[case] = payload["instant"]["absolute"]
        elif kind == "testCaseEnded":
            self.worked[test] += payload["instant"]["absolute"] - self.cases.pop(case)
        elif kind in ("testEnded", "testSkipped"):
            self.ended[test] = payload["instant"]["absolute"]
            if kind == "testSkipped":
                self.begun.pop(test, None)
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown", False):
            self.failed.add(test)

    def running(self):
        return sorted(test for test in self.begun if test not in self.ended and test in self.functions)

    def durations(self, in_order):
        """A test has begun while it still waits for its turn. When that has come is known of the cases of tests with arguments;
        the others are counted only where tests run one after another."""
        for test, begun in self.begun.items():
            if test not in self.ended or test not in self.functions:
                continue
            if test in self.worked:
                yield self.worked[test], test
            elif in_order:
                yield self.ended[test] - begun, test


def name(test):
    """Module.Suite/function() without the place in the file."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test or "?")


def adopt_orphans():
    """What loses its parent becomes a child of this process, so that it can be found."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def left_behind():
    """Names of the processes that still run though the tests are over."""
    names = []
    for pid in sorted(descendants(os.getpid())):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    continue
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                names.append(file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:120])
        except OSError:
            continue
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, required=True)
    parser.add_argument("--results")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    descriptor, events_path = tempfile.mkstemp(prefix="test-events-")
    os.close(descriptor)
    command = options.command + ["--event-stream-output-path", events_path, "--event-stream-version", "0"]
    adopt_orphans()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    last = collections.deque(maxlen=LAST_LINES)

    def show():
        is_of_issue = False
        for raw in process.stdout:
            line = raw.decode("utf-8", errors="replace").rstrip("\n")
            if NOISE.search(line):
                continue
            last.append(line)
            # What an issue says of itself stands in the lines below it.
            is_of_issue = "recorded an issue" in line or (is_of_issue and "↳" in line)
            if is_of_issue or SHOWN.search(line):
                print(line, flush=True)

    reader = threading.Thread(target=show, daemon=True)
    reader.start()

    def interrupted(*_):
        end_all(process)
        os.unlink(events_path)
        sys.exit(130)

    signal.signal(signal.SIGTERM, interrupted)
    signal.signal(signal.SIGINT, interrupted)
    begin = time.monotonic()
    timed_out = False
    try:
        status = process.wait(options.limit)
    except subprocess.TimeoutExpired:
        timed_out, status = True, 124
    events = Events(events_path)
    if timed_out:
        end_all(process)
    leavings = left_behind()
    send(signal.SIGKILL, descendants(os.getpid()))
    reader.join(5)
    for leaving in leavings:
        print(f"left behind, and ended: {leaving}", file=sys.stderr)

    if timed_out or (events.running() and status != 0):
        why = f"did not end within {options.limit:.0f} s" if timed_out else f"ended with status {status}"
        print(f"error: the tests {why}; begun and not ended:", file=sys.stderr)
        for test in events.running():
            print(f"    {name(test)}", file=sys.stderr)
        print("the last lines they printed:", *last, sep="\n    ", file=sys.stderr)
    elif status != 0 and not events.failed:
        print(f"error: the tests ended with status {status}; the last lines they printed:", *last, sep="\n    ",
              file=sys.stderr)
    if options.results:
        with open(options.results, "a", encoding="utf-8") as file:
            for seconds, test in events.durations("--no-parallel" in command):
                file.write(f"{seconds:.3f}\t{name(test)}\n")
    os.unlink(events_path)

    failed = len(events.failed | set(events.running()))
    if status != 0:
        failed = max(failed, 1)
    passed = sum(1 for test in events.ended if test in events.functions and test not in events.failed)
    print(f"{passed} passed, {failed} failed in {time.monotonic() - begin:.0f} s", flush=True)
    sys.exit(status if 0 <= status < 256 else 1)


if __name__ == "__main__":
    main()
