"""Jobs as processes: beside each other, before and after the build, and ended when the run is."""
import os
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from testing.jobs import Job
from testing.running import Runner


def job(name, script, cores=1, is_early=False, skipped=""):
    return Job(name, "unit", "plain", (sys.executable, "-c", script), 30, cores=cores, is_early=is_early, skipped=skipped)


class RunnerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.lines = Path(folder.name), []
        self.runner = Runner(2, os.environ, self.lines.append)
        self.addCleanup(self.runner.close)

    def outcomes(self):
        return {run.job.name: [result.outcome for result in run.results() if result.outcome != "measured"]
                for run in self.runner.ended}

    def meeting(self, mine, other):
        """Exits with success once the other one has started too."""
        folder = str(self.folder)
        return (f"import time, pathlib; folder = pathlib.Path({folder!r}); (folder / {mine!r}).touch(); end = time.monotonic() + 20\n"
                f"while not (folder / {other!r}).exists() and time.monotonic() < end: time.sleep(0.02)\n"
                f"if not (folder / {other!r}).exists(): raise SystemExit(1)")

    def test_jobs_run_beside_each_other(self):
        self.assertTrue(self.runner.run([job("a", self.meeting("a", "b")), job("b", self.meeting("b", "a"))], is_built=True))
        self.assertEqual(self.outcomes(), {"a": ["passed"], "b": ["passed"]})

    def test_each_line_follows_the_name_of_its_job(self):
        self.runner.run([job("a", "print('hello')")], is_built=True)
        self.assertIn("a: hello", self.lines)

    def test_failed_and_passed_jobs_are_reported(self):
        self.runner.run([job("a", "raise SystemExit(3)"), job("b", "")], is_built=True)
        self.assertEqual(self.outcomes(), {"a": ["failed"], "b": ["passed"]})

    def test_a_skipped_job_says_why(self):
        self.runner.run([job("a", "", skipped="no root")], is_built=True)
        self.assertEqual((self.outcomes(), self.lines), ({}, ["skipped: no root"]))

    def test_early_jobs_run_beside_the_build_and_the_rest_afterwards(self):
        self.runner.build([sys.executable, "-c", self.meeting("build", "style")])
        built = self.folder / "build"
        jobs = [job("unit", f"raise SystemExit(not __import__('os').path.exists({str(built)!r}))"),
                job("style", self.meeting("style", "build"), is_early=True)]
        self.assertTrue(self.runner.run(jobs, is_built=False))
        self.assertEqual(self.outcomes(), {"style": ["passed"], "unit": ["passed"]})

    def test_no_job_starts_after_a_failed_build(self):
        self.runner.build([sys.executable, "-c", self.meeting("build", "style") + "\nraise SystemExit(1)"])
        jobs = [job("unit", ""), job("style", self.meeting("style", "build"), is_early=True)]
        self.assertFalse(self.runner.run(jobs, is_built=False))
        self.assertEqual(self.outcomes(), {"style": ["passed"]})

    def test_stopping_ends_the_build_and_all_jobs(self):
        pids = [self.folder / name for name in ("build", "job")]
        script = "import os, pathlib, time; path = pathlib.Path({!r}); path.with_suffix('.new').write_text(str(os.getpid())); path.with_suffix('.new').rename(path); time.sleep(100)"
        self.runner.build([sys.executable, "-c", script.format(str(pids[0]))])
        thread = threading.Thread(
            target=self.runner.run, args=([job("a", script.format(str(pids[1])), is_early=True)], False), daemon=True)
        thread.start()
        end = time.monotonic() + 20
        while not all(path.exists() for path in pids) and time.monotonic() < end:
            time.sleep(0.02)
        self.runner.stop()
        thread.join(20)
        self.assertFalse(thread.is_alive())
        for path in pids:
            stat = Path(f"/proc/{path.read_text()}/stat")
            self.assertTrue(not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z")


if __name__ == "__main__":
    unittest.main()
