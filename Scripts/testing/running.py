"""Jobs as processes, several at once. Their output follows their names."""
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import results
from .schedule import startable

#: Seconds after which a line reports progress if nothing else was printed.
SILENCE = 20
SUPERVISE = Path(__file__).resolve().parents[1] / "supervise"


@dataclass
class Run:
    """A job that was started."""

    job: object
    process: subprocess.Popen
    results_file: str
    began: float
    lines: list = field(default_factory=list)
    seconds: float = 0

    def results(self):
        return results.read(self.results_file)


class Runner:
    """Runs jobs in parallel, and records their results. `stop` ends everything."""

    def __init__(self, processors, environment, write=lambda line: print(line, flush=True)):
        self._processors, self._environment, self._write = processors, environment, write
        self._events = queue.Queue()
        self._folder = tempfile.TemporaryDirectory(prefix="ecall-test-results-")
        self.running, self.ended = [], []
        self.build_seconds, self._building = 0, None
        self._spoke = time.monotonic()

    def build(self, words):
        """Builds beside early jobs; its end is an event."""
        begin = time.monotonic()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
        self._building = process

        def wait():
            status = process.wait()
            self._events.put(("built", (status, time.monotonic() - begin)))

        threading.Thread(target=wait, daemon=True).start()

    def run(self, jobs, is_built):
        """Runs all jobs to their ends. False if the build failed: jobs that had not started by then were not run."""
        waiting = list(jobs)
        for job in [job for job in waiting if job.skipped]:
            self._say(f"skipped: {job.skipped}")
            waiting.remove(job)
        build_failed = False
        while waiting or self.running or not is_built:
            for job in startable(waiting, [run.job for run in self.running], self._processors, is_built):
                waiting.remove(job)
                self._begin(job)
            try:
                kind, value = self._events.get(timeout=5)
            except queue.Empty:
                self._heartbeat(is_built)
                continue
            if kind == "built":
                is_built, self._building = True, None
                status, self.build_seconds = value
                if status != 0:
                    build_failed = True
                    waiting = []
            elif kind == "line":
                run, line = value
                run.lines.append(line)
                self._say(f"{run.job.name}: {line}")
            else:
                self._end(value)
        return not build_failed

    def stop(self):
        """Ends all that runs."""
        if self._building:
            os.killpg(self._building.pid, signal.SIGTERM)
        for run in self.running:
            # It ends what it supervises.
            run.process.terminate()
        for run in self.running:
            run.process.wait(60)

    def close(self):
        self._folder.cleanup()

    def _begin(self, job):
        file = f"{self._folder.name}/{len(self.running) + len(self.ended)}-{job.part}.jsonl"
        words = [SUPERVISE, "--runner", job.runner, "--name", job.name, "--limit", str(job.limit), "--results", file,
                 *(["--in-order"] if job.in_order else []), "--", *job.command]
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env=self._environment | dict(job.environment), start_new_session=True)
        run = Run(job, process, file, time.monotonic())
        self.running.append(run)
        self._say(f"== {job.name}")
        threading.Thread(target=self._read, args=(run,), daemon=True).start()

    def _read(self, run):
        with run.process.stdout as output:
            for line in output:
                self._events.put(("line", (run, line.rstrip("\n"))))
        run.process.wait()
        self._events.put(("ended", run))

    def _end(self, run):
        run.seconds = time.monotonic() - run.began
        self.running.remove(run)
        self.ended.append(run)

    def _say(self, line):
        self._spoke = time.monotonic()
        self._write(line)

    def _heartbeat(self, is_built):
        if is_built and self.running and time.monotonic() - self._spoke >= SILENCE:
            done = [f"{run.job.name} {time.monotonic() - run.began:.0f} s, {len(run.results())} tests" for run in self.running]
            self._say(f"    … {'; '.join(done)}")
