"""The result of each test, one JSON object a line, in the file named by TEST_RESULTS."""
import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def _first_line(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else str(report.longrepr)).strip().splitlines()
    return lines[0] if lines else ""


class Results:
    """A pytest plugin. `folder`: the base of the names of tests."""

    def __init__(self, path, folder):
        self.path, self.prefix, self.running = path, Path(folder).resolve().relative_to(ROOT).as_posix(), {}

    def _write(self, test, seconds, outcome, message):
        line = json.dumps({"runner": "pytest", "test": f"{self.prefix}/{test}", "seconds": round(seconds, 3), "outcome": outcome,
                           "message": message}, ensure_ascii=False)
        # In one write, so that the lines of several processes do not mix.
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(file, f"{line}\n".encode())
        finally:
            os.close(file)

    def pytest_runtest_logreport(self, report):
        seconds, outcome, message = self.running.get(report.nodeid, (0, "passed", ""))
        if report.failed and outcome != "failed":
            outcome, message = "failed", _first_line(report)
        elif report.skipped and outcome == "passed":
            outcome, message = "skipped", str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        self.running[report.nodeid] = seconds + report.duration, outcome, message
        if report.when == "teardown":
            self._write(report.nodeid, *self.running.pop(report.nodeid))

    def pytest_collectreport(self, report):
        # A file that cannot be read has no tests that could fail.
        if report.failed:
            self._write(report.nodeid, 0, "failed", _first_line(report))


def keep_results(config):
    if path := os.environ.get("TEST_RESULTS"):
        config.pluginmanager.register(Results(path, config.rootpath), "test results")
