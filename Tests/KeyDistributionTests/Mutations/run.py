#!/usr/bin/env python3
"""Breaks the key distribution in one place after the other, and checks that a test sees each.

    Tests/KeyDistributionTests/Mutations/run.py [FIRST [LAST]]

Builds a package of the few modules that are concerned beside the checkout, in a folder that is kept for the next time
(`.build-mutations`). Takes about 20 s for each; `mutations.json` has file, text, its replacement, and what breaks.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = ROOT / '.build-mutations'
MANIFEST = '''// swift-tools-version: 6.2
import PackageDescription
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
let package = Package(
    name: "mutations", dependencies: [.package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")],
    targets: [
        .target(name: "ECallAPI", swiftSettings: settings),
        .target(name: "FrameCrypto", swiftSettings: settings),
        .target(
            name: "ECallSecurity", dependencies: ["ECallAPI", "FrameCrypto", crypto, cryptoExtras],
            swiftSettings: settings),
        .target(name: "KeyDistribution", dependencies: ["ECallSecurity"], swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "KeyDistributionTests",
            dependencies: ["KeyDistribution", "ECallSecurity", "TestSupport", "ECallAPI"],
            exclude: ["Mutations"], swiftSettings: settings),
    ])
'''


def prepare():
    """Links to the sources, and copies of those that are broken and of their tests."""
    (WORK / 'Sources').mkdir(parents=True, exist_ok=True)
    (WORK / 'Tests' / 'TestSupport').mkdir(parents=True, exist_ok=True)
    manifest = WORK / 'Package.swift'
    if not manifest.exists() or manifest.read_text() != MANIFEST:
        manifest.write_text(MANIFEST)
    links = {f'Sources/{name}': f'Sources/{name}' for name in ('ECallAPI', 'FrameCrypto', 'ECallSecurity')}
    links['Tests/Vectors'] = 'Tests/Vectors'
    links['Tests/TestSupport/SeededGenerator.swift'] = 'Tests/TestSupport/SeededGenerator.swift'
    for link, target in links.items():
        path = WORK / link
        if not path.is_symlink():
            path.symlink_to(ROOT / target)
    for name in ('Sources/KeyDistribution', 'Tests/KeyDistributionTests'):
        shutil.rmtree(WORK / name, ignore_errors=True)
        shutil.copytree(ROOT / name, WORK / name)


def is_seen():
    """What a test says of the broken sources; None where all pass."""
    build = subprocess.run(
        ['swift', 'build', '--build-tests', '-Xcc', '-O2'], cwd=WORK, capture_output=True, text=True, check=False)
    if build.returncode != 0:
        errors = [line for line in build.stdout.splitlines() if line.startswith('/') and ' error: ' in line]
        sys.exit('it does not build:\n' + '\n'.join(sorted(set(errors))))
    environment = os.environ | {'SCHEDULES': os.environ.get('SCHEDULES', '120'), 'SEED': os.environ.get('SEED', '1')}
    command = [
        str(WORK / '.build/debug/mutationsPackageTests.xctest'), '--testing-library', 'swift-testing', '--skip',
        'FlowVectorTests']
    try:
        run = subprocess.run(
            command, cwd=WORK, env=environment, capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        return 'does not end'
    failures = [line.strip() for line in (run.stdout + run.stderr).splitlines() if ' recorded an issue' in line]
    return failures[0][:160] if run.returncode != 0 and failures else (None if run.returncode == 0 else 'ends early')


def main():
    mutations = json.loads((HERE / 'mutations.json').read_text())
    first, last = (int(value) for value in (sys.argv[1:3] + ['1', str(len(mutations))][len(sys.argv[1:3]):]))
    prepare()
    if is_seen():
        sys.exit('the tests fail without any mutation')
    unseen = []
    for number, (name, text, replacement, what) in list(enumerate(mutations, 1))[first - 1:last]:
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
