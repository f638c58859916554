#!/usr/bin/env python3
"""Prints what the stand-ins of Apple's frameworks declare and the app does not use, and which other target could find them; exits 1
if there is any.

The larger a stand-in grows beyond its use, the more it claims that no one has compared with Apple's own.
"""
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The users of the stand-ins.
APP = ("Sources/AppViews", "Sources/AppSystem", "Sources/ECallWebRTC", "Apps/iOS")
#: The targets that get the folder of the stand-ins.
ALLOWED = {"AppViews", "AppSystem", "ECallWebRTC", "AppViewsTests", "AppSystemTests", "ECallWebRTCTests"}
#: Called by the compiler, never by name.
BY_COMPILER = {"wrappedValue", "projectedValue", "body", "subscript", "rawValue", "defaultValue", "callAsFunction"}
#: Declarations by which a test sets the state of the system.
BY_TESTS = {"case compact"}
DECLARATION = re.compile(
    r"^(?P<indent> *)(?:@\S+(?:\([^)]*\))? )*(?:public|open) (?:@\S+ )*"
    r"(?:(?:nonisolated|static|final|mutating|nonmutating|indirect|override|weak|private\(set\)|class(?= (?:func|var|let)\b)) )*"
    r"(?P<kind>func|init|var|let|struct|enum|class|protocol|typealias|subscript|extension)\b[?]? ?(?P<name>`?\w+`?)?", re.M)
TYPE = re.compile(r"^(?P<indent> *)(?:@\S+ )*(?:public |open )?(?:final )?(?P<kind>struct|enum|class|protocol|extension) "
                  r"(?!func\b|var\b|let\b)(?P<name>[\w.]+)", re.M)
#: For tests; the attribute may be on a line of its own.
FOR_TESTS = re.compile(r"@_spi\(\w+\)(?: @\S+)*\s*\Z")
CASES = re.compile(r"\bcase ((?:\w+(?:, )?)+)")


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


def bracketed(text, start):
    """The text between the parenthesis at `start` and its partner, and its range."""
    depth = 0
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return text[start + 1:position], position
    return text[start + 1:], len(text)


def parts(text):
    """The arguments of a list, split at the commas outside of brackets."""
    found, depth, begin = [], 0, 0
    for position, sign in enumerate(text):
        if sign == ">" and text[position - 1] == "-":
            continue
        depth += {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            found.append(text[begin:position])
            begin = position + 1
    return [part.strip() for part in [*found, text[begin:]] if part.strip()]


def required(parameters):
    """The labels that identify a call, `_` among them: not of closures, which may trail, nor of parameters with a default."""
    labels = []
    for part in parts(parameters):
        head, _, kind = part.partition(":")
        label = re.sub(r"@\S+(\([^)]*\))? ", "", head).split()[0]
        if "->" not in kind and " = " not in kind:
            labels.append(label)
    return labels


def calls(name, app):
    """The labels of each call of this name, `_` for an argument without one; a call may have a closure alone."""
    for match in re.finditer(rf"(?<![\w`]){re.escape(name)}(?:<[^()]*>)?(?P<open>\(| \{{)", app):
        if match["open"] != "(":
            yield []
            continue
        inside, _ = bracketed(app, match.end() - 1)
        yield [label[1] if (label := re.match(r"(\w+):", part)) else "_" for part in parts(inside)]


def is_called(name, parameters, app):
    needed = Counter(required(parameters))
    return any(needed <= Counter(labels) for labels in calls(name, app))


def is_named(name, text):
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def unused(source, others, app):
    """(line, declaration) of unused declarations. `others`: all of the stand-in, for types that only it uses."""
    types = [(0, "", False, False)]
    for match in sorted([*DECLARATION.finditer(source), *TYPE.finditer(source)], key=lambda match: match.start()):
        indent = len(match["indent"])
        line = source.count("\n", 0, match.start()) + 1
        while types[-1][0] >= indent and len(types) > 1:
            types.pop()
        (_, owner, is_open, is_for_tests), name = types[-1], (match["name"] or "").strip("`")
        is_for_tests = is_for_tests or "@_spi(" in match[0] or FOR_TESTS.search(source[:match.start()].rstrip(" ")) is not None
        if match.re is TYPE:
            types.append((indent, name.split(".")[-1], "open " in match[0], is_for_tests))
            continue
        if is_for_tests:
            continue
        kind = match["kind"]
        if kind in ("struct", "enum", "class", "protocol", "typealias"):
            # Used by the app, or by a part of the stand-in that is itself used.
            if not is_named(name, app) and len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", others)) < 2:
                yield line, name
        elif kind in ("func", "init"):
            start = source.index("(", match.end())
            inside, _ = bracketed(source, start)
            name = owner if kind == "init" else name
            # Builders, and the raw values of option sets.
            if name.startswith("build") or name in BY_COMPILER or required(inside) == ["rawValue"]:
                continue
            is_wrapper = kind == "init" and is_named(f"@{name}", app)
            if not is_wrapper and not is_called(name, inside, app):
                yield line, f"{name}({', '.join(required(inside))})"
        elif kind in ("var", "let") and name not in BY_COMPILER:
            # A default is used by omitting the argument. A declaration without an owner, or an inherited one, is used by its name alone.
            before = r"(?<!\w)" if is_open or not owner else r"[.\\]"
            if re.search(rf"{before}{re.escape(name)}\b", app) or f" = .{name}" in others:
                continue
            yield line, f"{owner}.{name}"
    for match in CASES.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        text = source.splitlines()[line - 1]
        if "public enum" not in text:
            continue
        for name in match[1].split(", "):
            is_used = re.search(rf"\.{name}\b", app) or f" = .{name}" in others or f"case {name}" in BY_TESTS
            if not is_used:
                yield line, f"case {name}"


def finders(manifest):
    """The targets that get a folder of stand-ins."""
    return {target["name"] for target in manifest["targets"] if "apple-stubs" in json.dumps(target["settings"])}


def main():
    app = "\n".join(without_comments(path.read_text()) for folder in APP for path in sorted((ROOT / folder).rglob("*.swift")))
    bad = []
    for folder in sorted((ROOT / "Stubs").iterdir()):
        # How a stand-in is walked is for tests.
        files = [path for path in sorted(folder.rglob("*.swift")) if "Walk" not in path.relative_to(folder).parts]
        others = "\n".join(without_comments(path.read_text()) for path in files)
        for path in files:
            bad += [f"{path.relative_to(ROOT)}:{line}: the app does not use {what}" for line, what in unused(path.read_text(), others, app)]
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, env=os.environ | {"ECALL_APPLE": "stubs"},
                          capture_output=True, text=True, check=True)
    bad += [f"Package.swift: {name} finds the stand-ins" for name in sorted(finders(json.loads(done.stdout)) - ALLOWED)]
    for line in bad:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
