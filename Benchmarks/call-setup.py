#!/usr/bin/env python3
"""From pressing *Call* to the first decrypted picture, and from answering to it: each step, over many calls.

    Scripts/build --configuration release --product ecall-server && Scripts/build --configuration release --product ecall
    Scripts/in-namespace python3 Benchmarks/call-setup.py [--calls 20]
    python3 Benchmarks/call-setup.py --line delay=50      (as root: over a line of 100 ms there and back)

Prints, for both people, when each step was done (median and p95, milliseconds), and what lies between. The callee answers at
once. `--first` has both agents started anew for each call.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if "ECALL_BINARIES" not in os.environ:
    os.environ["ECALL_BINARIES"] = subprocess.run(
        [ROOT / "Scripts/build-folder", "release"], capture_output=True, text=True, check=True).stdout.strip()
sys.path[:0] = [str(ROOT / "Tests/WebTests"), str(ROOT / "Tests/NetworkTests")]

from bench.command_line import CommandLine, event  # noqa: E402
from bench.stage import Stage  # noqa: E402
from lab import Lab  # noqa: E402


def p95(values):
    return sorted(values)[math.ceil(len(values) * 0.95) - 1]


def one_call(ana, bo):
    """The steps of the caller, and of the callee."""
    listening = bo.listen("--once")
    calling = ana.call(bo.name, "--video", "--stay-on-line", 3, "--for", 30)
    event(listening, "firstPicture", 30)
    steps = [event(child, "ended", 60)["statistics"]["setUp"] for child in (calling, listening)]
    for child in (calling, listening):
        child.stop()
    ana.children.clear()
    bo.children.clear()
    return steps


def table(name, calls):
    order = sorted({step for call in calls for step in call}, key=lambda step: statistics.median(c[step] for c in calls if step in c))
    print(f"\n{name}: {len(calls)} calls\n{'step':14}{'median':>8}{'p95':>8}{'after':>8}   ms")
    before = 0
    for step in order:
        values = [call[step] for call in calls if step in call]
        middle = statistics.median(values)
        print(f"{step:14}{middle:8.0f}{p95(values):8.0f}{middle - before:+8.0f}")
        before = middle


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=20)
    parser.add_argument("--line", help="what link_emulator.py takes for both ways; without it there is no line")
    parser.add_argument("--first", action="store_true", help="each call is the first of its agents")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ecs-") as directory:
        lab = Lab(Path(directory), 1) if arguments.line else None
        stage = lab.stage if lab else Stage(Path(directory))
        sides = (lab.far, lab.near) if lab else (stage, stage)
        ana, bo = (CommandLine(side, name, number) for side, name, number in zip(sides, ("Ana", "Bo"), (1, 2)))
        try:
            for person in (ana, bo):
                person.sign_in()
            bo.run("add", ana.link())
            ana.run("accept", bo.name)
            if lab:
                lab.set(arguments.line)
            if not arguments.first:
                one_call(ana, bo)
            results = []
            for _ in range(arguments.calls):
                if arguments.first:
                    ana.stop()
                    bo.stop()
                results.append(one_call(ana, bo))
            for name, side in (("who calls", 0), ("who answers", 1)):
                table(name, [steps[side] for steps in results])
            firsts = {name: [steps[side]["decrypted"] for steps in results] for name, side in (("calls", 0), ("answers", 1))}
            print(json.dumps({name: {"median": statistics.median(v), "p95": p95(v)} for name, v in firsts.items()}))
        except BaseException:
            print(ana.log(), bo.log(), file=sys.stderr)
            raise
        finally:
            for person in (ana, bo):
                person.stop()
            (lab or stage).stop()


if __name__ == "__main__":
    main()
