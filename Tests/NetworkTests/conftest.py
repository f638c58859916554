"""Calls over bad lines: ./test --only network."""
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "WebTests"))

from bench.results import keep_results  # noqa: E402
from lab import Lab  # noqa: E402
from measure import table  # noqa: E402


def pytest_configure(config):
    keep_results(config)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    seed = int(os.environ.get("SEED", "1"))
    print(f"seed {seed}")
    # A short path: agents have sockets in it.
    lab = Lab(tmp_path_factory.mktemp("lab"), seed)
    yield lab
    lab.stop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    lab = item.funcargs.get("lab") if hasattr(item, "funcargs") else None
    if report.when == "call" and report.failed and lab:
        report.sections.append(("the lab", lab.log()))


def pytest_terminal_summary(terminalreporter):
    for line in table():
        terminalreporter.write_line(line)
