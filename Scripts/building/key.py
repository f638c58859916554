"""The key of a build cache: everything that third-party modules are compiled from and with."""
import hashlib
import json
import platform
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Name and version of every Swift package, one per line, as SwiftPM resolved them.
VERSIONS = ROOT / "Scripts/package-versions.txt"
#: Flags of every build.
FLAGS = ("--explicit-target-dependency-import-check", "error")


def development_packages():
    """The -dev packages that ./run and ./test install."""
    text = (ROOT / "Scripts/packages.sh").read_text()
    return re.search(r"^build_packages=\(([^)]*)\)", text, re.M)[1].split()


def output_of(*words):
    """The output of a program; empty if it is missing or fails, as dpkg-query does outside Debian."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


def ingredients():
    """The ingredients of the key. A checkout on another machine or compiler, or with other packages, has another key."""
    return {
        "compiler": output_of("swift", "--version"),
        "architecture": platform.machine(),
        "flags": FLAGS,
        "C libraries": output_of("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *development_packages()),
        "Swift packages": VERSIONS.read_text(),
    }


def key():
    """16 hexadecimal digits."""
    return hashlib.sha256(json.dumps(ingredients(), sort_keys=True).encode()).hexdigest()[:16]


def resolved_versions(resolved):
    """The lines of VERSIONS for the text of a Package.resolved."""
    return [f"{pin['identity']} {pin['state']['version']}" for pin in json.loads(resolved)["pins"]]


def version_differences():
    """How the packages that SwiftPM resolved in this checkout differ from those written down, one sentence each."""
    found = dict(line.split() for line in resolved_versions((ROOT / "Package.resolved").read_text()))
    expected = dict(line.split() for line in VERSIONS.read_text().splitlines())
    return [
        f"{name} is {found.get(name, 'not used')}, and {expected.get(name, 'not listed')} in {VERSIONS.name}"
        for name in sorted(found.keys() | expected.keys()) if found.get(name) != expected.get(name)]
