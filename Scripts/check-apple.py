#!/usr/bin/env python3
"""Refuses what the library cannot have where it is built for an iPhone: prints each breach as path:line: what, and exits 1
if there is one. Looks at the targets that ECallKit needs on Apple's platforms; docs/decisions has the reasons."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# APIs that iOS lacks or implements differently, with their replacements.
UNAVAILABLE = {
    r"\bhomeDirectoryForCurrentUser\b": "iOS has no home directory of a user: the caller says where files lie",
    r"\bNSFullUserName\b|\bNSHomeDirectoryForUser\b": "iOS has no users",
    r"(?<![.\w])Process\(\)|\bProcess\.run\b": "iOS starts no other programs",
    r"\bHost\.current\b": "iOS has no Host",
    r"(?<![.\w])(?<!case )(?:system|popen|fork|execve?|execvp|posix_spawnp?)\(": "iOS starts no other programs",
    r"eventLoopGroupProvider: \.singleton|HTTPClient\.shared\b|HTTPClient\.defaultEventLoopGroup":
        "Network.framework on Apple's platforms, where the check of pins finds no NIOSSL: name MultiThreadedEventLoopGroup.singleton",
    r"\bNWConnection\b|\bURLSession\b": "checks no pins: connections are made by SwiftNIO",
}
# Macros that only the compiler plugins of Xcode expand.
MACROS = {
    r"#Preview\b": "previews need a plugin that Linux lacks",
    r"@Entry\b": "@Entry needs a plugin that Linux lacks: write the EnvironmentKey",
}
# One code base: differences between systems are in adapters.
BY_SYSTEM = {
    r"\bos\(iOS\)|\btargetEnvironment\(|\bos\(visionOS\)|\bos\(watchOS\)|\bos\(tvOS\)":
        "only AppSystem knows on which of Apple's systems it is",
}
FRAMEWORKS = {
    r"\bcanImport\((?:SwiftUI|UIKit|AppKit|Network|Security|Combine|CallKit|PushKit|AVFAudio|AVFoundation|WebRTC)\)":
        "only the app's targets import Apple's frameworks",
    r"^\s*(?:public |package |internal |private )?import (?:SwiftUI|UIKit|AppKit|Network|Security|Combine|CallKit|PushKit|AVFAudio|AVFoundation|WebRTC)\b":
        "only the app's targets import Apple's frameworks",
}
# Modules of Linux, which are imported only under a condition.
LINUX = r"^\s*(?:public |package |internal |private )?import (Glibc|Musl|FoundationNetworking|CNetlink|Libcrypto|CLibcrypto|ECallGStreamer)\b"
APP = ("AppViews", "AppSystem", "ECallWebRTC")

def literals(text):
    """The text between the parentheses that begin at each match's end."""
    for found in re.finditer(r"\.(?:target|executableTarget|systemLibrary|testTarget)\(", text):
        depth, index = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[index], 0)
            index += 1
        yield text[found.end():index - 1]


def targets(manifest):
    """name: what each target of the manifest needs on Apple's platforms."""
    text = re.sub(r"//[^\n]*", "", manifest)
    # On Linux alone.
    text = re.sub(r'\.target\(name: "\w+", condition: \.when\(platforms: \[\.linux\]\)\)', "", text)
    found = {}
    for literal in literals(text):
        name = re.search(r'name:\s*"([\w-]+)"', literal)
        needs = re.search(r"dependencies:\s*\[(.*)\]", literal, re.DOTALL)
        if name:
            found[name[1]] = set(re.findall(r'(?<![:\w] )"(\w+)"', re.sub(r"\.product\([^)]*\)", "", needs[1]))) if needs else set()
    return found


def reachable(found, first):
    seen, open_ = set(), list(first)
    while open_:
        name = open_.pop()
        if name in found and name not in seen:
            seen.add(name)
            open_ += found[name]
    return seen


def conditions(lines):
    """For each line, the conditions it is under, the negated ones with a "!"."""
    stack, result = [], []
    for line in lines:
        code = line.strip()
        if code.startswith("#if "):
            stack.append([code[4:]])
        elif code.startswith("#elseif ") and stack:
            stack[-1] = ["!" + stack[-1][-1].lstrip("!"), code[8:]]
        elif code.startswith("#else") and stack:
            stack[-1] = ["!" + one for one in stack[-1]]
        elif code.startswith("#endif") and stack:
            stack.pop()
        result.append([one for level in stack for one in level])
    return result


def is_linux_only(below):
    return any(one in ("os(Linux)", "canImport(Glibc)", "canImport(Musl)") for one in below)


def breaches(path, text, target):
    found = []
    lines = text.split("\n")
    for number, (line, below) in enumerate(zip(lines, conditions(lines)), 1):
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line.split("//")[0])
        rules = dict(MACROS)
        if target not in APP:
            rules |= BY_SYSTEM | FRAMEWORKS
        elif target != "AppSystem":
            rules |= BY_SYSTEM
        if not is_linux_only(below):
            rules |= UNAVAILABLE
            if imported := re.match(LINUX, code):
                found.append((path, number, f"{imported[1]} is on Linux alone: import it below #if os(Linux) or canImport"))
        found += [(path, number, why) for rule, why in rules.items() if re.search(rule, code)]
    return found


def check(root):
    found = targets((root / "Package.swift").read_text())
    names = reachable(found, ["ECallKit", *APP])
    if "ECallKit" not in names:
        return [("Package.swift", 1, "ECallKit is not found: has the manifest another form?")]
    result = []
    for name in sorted(names):
        for file in sorted((root / "Sources" / name).rglob("*.swift")):
            result += breaches(file.relative_to(root).as_posix(), file.read_text(), name)
    return result


if __name__ == "__main__":
    result = check(ROOT)
    for path, number, why in result:
        print(f"{path}:{number}: {why}")
    sys.exit(1 if result else 0)
