"""Runs that crash, hang or leave something behind."""
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from testing import results

SUPERVISE = Path(__file__).parents[1] / "supervise"
#: A process in a session of its own, which prints its number.
LEAVING = "import subprocess; print(subprocess.Popen(['sleep', '100'], start_new_session=True).pid, flush=True); "


def supervise(script, *options, limit=20):
    """Status, output and results of a Python script as a test run."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/results"
        done = subprocess.run(
            [SUPERVISE, "--runner", "pytest", "--name", "job", "--limit", str(limit), "--results", file, *options, "--",
             sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
        found = [result for result in results.read(file) if result.outcome != "measured"]
        return done, found


def is_running(pid):
    """A killed process counts as ended even before its parent has read its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class SuperviseTests(unittest.TestCase):
    def test_results_of_the_runner_are_counted(self):
        done, found = supervise(
            "import os, json; open(os.environ['TEST_RESULTS'], 'a').write(json.dumps("
            "{'runner': 'pytest', 'test': 't', 'seconds': 1, 'outcome': 'passed', 'message': ''}) + '\\n')")
        self.assertEqual((done.returncode, [result.test for result in found]), (0, ["t"]))
        self.assertIn("1 passed, 0 failed", done.stdout)

    def test_a_run_that_fails_without_a_failed_test_has_failed_as_a_whole(self):
        done, found = supervise("import sys; sys.exit(3)")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([(result.runner, result.message) for result in found], [("run", "ended with status 3")])

    def test_a_run_that_hangs_is_ended_with_all_that_it_started(self):
        begin = time.monotonic()
        done, found = supervise(LEAVING + "import time; time.sleep(100)", limit=2)
        self.assertLess(time.monotonic() - begin, 40)
        self.assertEqual([result.message for result in found], ["did not end within 2 s"])
        self.assertFalse(is_running(int(done.stdout.split()[0])))

    def test_leftover_processes_are_named_and_ended(self):
        done, found = supervise(LEAVING)
        self.assertIn("left behind, and ended: sleep 100", done.stderr)
        self.assertFalse(is_running(int(done.stdout.split()[0])))
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
