"""What is read of the events that Swift Testing writes."""
import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

SPEC = importlib.util.spec_from_file_location("run_tests", Path(__file__).parents[1] / "run-tests.py")
run_tests = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(run_tests)


def event(kind, test, seconds, case=None):
    payload = {"kind": kind, "testID": test, "instant": {"absolute": seconds}}
    if case is not None:
        payload["_testCase"] = {"id": case}
    return {"kind": "event", "payload": payload}


def events(*records):
    functions = [{"kind": "test", "payload": {"kind": "function", "id": test}} for test in ("M.S/waits()", "M.S/hangs()")]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(record) + "\n" for record in [*functions, *records]) + '{"kind": "ev')
        file.flush()
        return run_tests.Events(file.name)


class EventsTests(unittest.TestCase):
    def test_waiting_is_no_work(self):
        found = events(
            event("testStarted", "M.S", 0), event("testStarted", "M.S/waits()", 0),
            event("testCaseStarted", "M.S/waits()", 100, "a"), event("testCaseStarted", "M.S/waits()", 101, "b"),
            event("testCaseEnded", "M.S/waits()", 103, "a"), event("testCaseEnded", "M.S/waits()", 102, "b"),
            event("testEnded", "M.S/waits()", 200), event("testEnded", "M.S", 200))
        for in_order in (True, False):
            self.assertEqual(list(found.durations(in_order)), [(4, "M.S/waits()")])
        self.assertEqual(found.running(), [])

    def test_without_arguments(self):
        found = events(event("testStarted", "M.S/waits()", 100), event("testEnded", "M.S/waits()", 130))
        self.assertEqual(list(found.durations(True)), [(30, "M.S/waits()")])
        self.assertEqual(list(found.durations(False)), [], "nobody says how long it waited")

    def test_what_hangs_is_named(self):
        found = events(event("testStarted", "M.S/hangs()", 0), event("testCaseStarted", "M.S/hangs()", 1))
        self.assertEqual((list(found.durations(True)), found.running()), ([], ["M.S/hangs()"]))

    def test_what_fails_is_counted_once(self):
        found = events(
            event("testStarted", "M.S/waits()", 0), event("issueRecorded", "M.S/waits()", 1), event("issueRecorded", "M.S/waits()", 2),
            event("testEnded", "M.S/waits()", 3))
        self.assertEqual(found.failed, {"M.S/waits()"})


if __name__ == "__main__":
    unittest.main()
