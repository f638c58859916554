#!/usr/bin/env python3
"""Rules that the formatter cannot check: prints each breach as path:line: what, and exits 1 if there is one."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = subprocess.run(
    ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.split("\n")
LIBRARIES = ("Sources/ECall", "Sources/STOMP", "Sources/Janus", "Sources/FrameCrypto")
# The command line writes to the terminal: that is its work.
TERMINAL = ("Sources/ECallCommandLine/",)
breaches = []


def breach(path, number, what):
    breaches.append(f"{path}:{number}: {what}")


def swift(path, lines):
    if len(lines) > 500:
        breach(path, len(lines), "over 500 lines: cut it")
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        above = lines[number - 2] if number > 1 else ""
        if re.search(r"@unchecked Sendable|nonisolated\(unsafe\)", code) and "//" not in above + line:
            breach(path, number, "unchecked concurrency needs a one-line proof")
        if not path.startswith("Sources/"):
            # A test's clock has a sleep of its own; a poll with a bound and a time limit say that they are one.
            sleeps = re.search(r"Task\.sleep|\busleep\(|\bsleep\(", code) and "func sleep(" not in code
            if sleeps and not re.search(r"// (Polls|Limit)", above) and "time.sleep" not in code:
                if "manual.sleep" not in code:
                    breach(path, number, "await an event instead of sleeping")
            if ".disabled(" in code:
                breach(path, number, "no disabled tests")
            continue
        if re.search(r"static (let|var) shared\b", code):
            breach(path, number, "no singletons: pass what is needed")
        if re.search(r"\btry!|\bas! ", code):
            breach(path, number, "no forced try or cast")
        if re.search(r"(^|\s)print\(", code) and path.startswith(LIBRARIES) and not path.startswith(TERMINAL):
            breach(path, number, "libraries do not print")


def links(path, text):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not (ROOT / path).parent.joinpath(target).exists():
            breach(path, 1, f"link to a file that is not there: {target}")


for name in filter(None, FILES):
    file = ROOT / name
    if not file.is_file():
        continue
    if name.endswith(".swift"):
        swift(name, file.read_text().splitlines())
    if name.endswith(".md"):
        links(name, file.read_text())
    if file.suffix in {".swift", ".md", ".sh", ".py", ""} and name != "Scripts/check-style.py":
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                breach(name, number, "do it, or say in an issue that it is open")
            if "@testable" in line and name.startswith("Sources/"):
                breach(name, number, "@testable belongs to tests")
for text in breaches:
    print(text)
sys.exit(1 if breaches else 0)
