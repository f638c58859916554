#!/usr/bin/env python3
"""Breaks the key distribution in one place after the other, and checks that a test sees each.

    Tests/KeyDistributionTests/Mutations/run.py [NUMBER | FIRST-LAST]...

Takes about 10 s for each; `mutations.json` has file, text, its replacement, and what breaks.
"""

import json
import os
import pathlib
import subprocess
import sys

from package import WORK, build, prepare

HERE = pathlib.Path(__file__).resolve().parent


def is_seen():
    """What a test reports about the broken sources; None if all pass."""
    tests = build()
    environment = os.environ | {'SCHEDULES': os.environ.get('SCHEDULES', '120'), 'SEED': os.environ.get('SEED', '1')}
    command = [str(tests), '--testing-library', 'swift-testing', '--skip', 'VectorTests']
    try:
        run = subprocess.run(
            command, cwd=WORK, env=environment, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        return 'does not end'
    failures = [line.strip() for line in (run.stdout + run.stderr).splitlines() if ' recorded an issue' in line]
    return failures[0][:160] if run.returncode != 0 and failures else (None if run.returncode == 0 else 'ends early')


def chosen(arguments):
    """The numbers that are named, singly or as ranges."""
    numbers = []
    for argument in arguments:
        first, _, last = argument.partition('-')
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def main():
    mutations = json.loads((HERE / 'mutations.json').read_text())
    numbers = chosen(sys.argv[1:]) or range(1, len(mutations) + 1)
    prepare()
    if is_seen():
        sys.exit('the tests fail without any mutation')
    unseen = []
    for number in numbers:
        name, text, replacement, what = mutations[number - 1]
        path = WORK / 'Sources' / 'KeyDistribution' / name
        source = path.read_text()
        if source.count(text) != 1:
            sys.exit(f'{number}: {name} has {source.count(text)} times {text!r}')
        path.write_text(source.replace(text, replacement))
        seen = is_seen()
        path.write_text(source)
        print(f'{number:2} {"caught" if seen else "MISSED"}  {what}' + (f'\n     {seen}' if seen else ''), flush=True)
        if not seen:
            unseen.append(number)
    if unseen:
        sys.exit(f'no test sees {unseen}')


main()
