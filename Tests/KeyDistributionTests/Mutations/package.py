#!/usr/bin/env python3
"""The key distribution and its tests as a package of their own: minutes less to build than the whole.

    Tests/KeyDistributionTests/Mutations/package.py          builds it optimized, and prints the path of its tests

It stands beside the checkout, in a folder that is kept for the next time (`.build-mutations`)."""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = ROOT / '.build-mutations'
LINKED = ('ECallAPI', 'FrameCrypto', 'CLibcrypto', 'Libcrypto', 'ECallSecurity')
OPTIMIZED = ('-c', 'release', '-Xswiftc', '-enable-testing')
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
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto"),
        .target(name: "Libcrypto", dependencies: ["CLibcrypto"], swiftSettings: settings),
        .target(
            name: "ECallSecurity", dependencies: ["ECallAPI", "FrameCrypto", "Libcrypto", crypto, cryptoExtras],
            swiftSettings: settings),
        .target(name: "KeyDistribution", dependencies: ["ECallSecurity", "ECallAPI"], swiftSettings: settings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "KeyDistributionTests",
            dependencies: ["KeyDistribution", "ECallSecurity", "TestSupport", "ECallAPI", "FrameCrypto", crypto],
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
    links = {f'Sources/{name}': f'Sources/{name}' for name in LINKED}
    links['Tests/Vectors'] = 'Tests/Vectors'
    links['Tests/TestSupport/SeededGenerator.swift'] = 'Tests/TestSupport/SeededGenerator.swift'
    for link, target in links.items():
        path = WORK / link
        if not path.is_symlink():
            path.symlink_to(ROOT / target)
    for name in ('Sources/KeyDistribution', 'Tests/KeyDistributionTests'):
        shutil.rmtree(WORK / name, ignore_errors=True)
        shutil.copytree(ROOT / name, WORK / name)


def build(*options):
    """Builds the tests; answers their path."""
    # BoringSSL is slow unless it is optimized.
    command = ['swift', 'build', '--build-tests', '-Xcc', '-O2', *options]
    run = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        errors = sorted({line for line in (run.stdout + run.stderr).splitlines() if 'error: ' in line})
        sys.exit('it does not build:\n' + '\n'.join(errors))
    return WORK / '.build' / ('release' if options else 'debug') / 'mutationsPackageTests.xctest'


if __name__ == '__main__':
    prepare()
    print(build(*OPTIMIZED))
