"""The data read from the events that Swift Testing writes."""
import json
import tempfile
import unittest

from testing.swift_events import Events


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
        return Events(file.name)


def durations(found, in_order):
    return [(result.seconds, result.test) for result in found.results(in_order) if result.seconds is not None]


class EventsTests(unittest.TestCase):
    def test_waiting_does_not_count_as_work(self):
        found = events(
            event("testStarted", "M.S", 0), event("testStarted", "M.S/waits()", 0),
            event("testCaseStarted", "M.S/waits()", 100, "a"), event("testCaseStarted", "M.S/waits()", 101, "b"),
            event("testCaseEnded", "M.S/waits()", 103, "a"), event("testCaseEnded", "M.S/waits()", 102, "b"),
            event("testEnded", "M.S/waits()", 200), event("testEnded", "M.S", 200))
        for in_order in (True, False):
            self.assertEqual(durations(found, in_order), [(4, "M.S/waits()")])
        self.assertEqual(found.running(), [])

    def test_a_test_without_arguments_is_timed_by_its_own_events(self):
        found = events(event("testStarted", "M.S/waits()", 100), event("testEnded", "M.S/waits()", 130))
        self.assertEqual(durations(found, True), [(30, "M.S/waits()")])
        self.assertEqual(durations(found, False), [], "nobody says how long it waited")

    def test_a_hanging_test_is_named(self):
        found = events(event("testStarted", "M.S/hangs()", 0), event("testCaseStarted", "M.S/hangs()", 1))
        self.assertEqual((durations(found, True), found.running()), ([], ["M.S/hangs()"]))

    def test_a_failed_test_is_counted_once(self):
        found = events(
            event("testStarted", "M.S/waits()", 0), event("issueRecorded", "M.S/waits()", 1), event("issueRecorded", "M.S/waits()", 2),
            event("testEnded", "M.S/waits()", 3))
        failed = [result.test for result in found.results(True) if result.outcome == "failed"]
        self.assertEqual(failed, ["M.S/waits()"])

    def test_the_first_issue_of_a_failed_test_is_its_message(self):
        records = [event("testStarted", "M.S/waits()", 0)]
        for text in ("Expectation failed:\n1 == 2", "another"):
            records.append(event("issueRecorded", "M.S/waits()", 1))
            records[-1]["payload"]["messages"] = [{"text": text}]
        (result,) = events(*records, event("testEnded", "M.S/waits()", 3)).results(True)
        self.assertEqual((result.outcome, result.message), ("failed", "Expectation failed: 1 == 2"))

    def test_a_running_test_has_failed(self):
        (result,) = events(event("testStarted", "M.S/hangs()", 0)).results(True)
        self.assertEqual((result.outcome, result.message), ("failed", "had begun and not ended"))


if __name__ == "__main__":
    unittest.main()
