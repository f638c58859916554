"""The events that Swift Testing writes for each test: its start, its end, failures, and the duration of each of its cases."""
import collections
import json
import re

from .results import Result


class Events:
    def __init__(self, path):
        self.begun, self.ended, self.failed, self.functions = {}, {}, {}, set()
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
            said = " ".join(message.get("text", "") for message in payload.get("messages", []))
            self.failed.setdefault(test, " ".join(said.split())[:300])

    def running(self):
        return sorted(test for test in self.begun if test not in self.ended and test in self.functions)

    def duration(self, test, in_order):
        """A test has begun while it still waits for its turn. The actual start is known for the cases of tests with arguments; the
        others are counted only if tests run one after another. None if unknown."""
        if test in self.worked:
            return self.worked[test]
        return self.ended[test] - self.begun[test] if in_order and test in self.begun else None

    def results(self, in_order):
        """The results of all tests that ended or were running; an issue without a test belongs to the whole run."""
        running = set(self.running())
        for test in sorted((self.ended.keys() & self.functions) | running | self.failed.keys(), key=str):
            message = self.failed.get(test)
            if message is None and test in running:
                message = "had begun and not ended"
            seconds = self.duration(test, in_order) if test in self.ended else None
            yield Result("swift", name(test), seconds, "passed" if message is None else "failed", message or "")


def name(test):
    """Module.Suite/function() without the place in the file."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test or "?")
