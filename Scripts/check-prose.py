#!/usr/bin/env python3
"""Refuses prose that reads as if it were translated: prints each breach as path:line: what, and exits 1 if there is one.

    check-prose.py           checks screens, documents and, against Scripts/prose-limits.json, comments and names of tests
    check-prose.py --write   lowers the limits to what is there now

Screens and documents have no exceptions but those listed here. Comments have a limit a folder: a change cannot exceed it.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = ROOT / "Scripts/prose-limits.json"
CATALOGUE = "Sources/ECallLanguage/Localizable.xcstrings"

#: Words that neither a screen nor a document uses, and their replacements.
WORDS = {
    r"(?<![Tt]here[ \n])\b(?:is|are|was|were) no (?!longer|more than|less than|later|earlier|fewer|other)": "\"isn't a\" or \"has no\" instead of \"is no\"",
    r"\b[Mm]ay not\b": "\"cannot\", \"is blocked\" or \"might not\": \"may not\" has two meanings",
    r"\b[Ss]omebody\b": "\"someone\", or whoever it is: a contact, the caller",
    r"\b[Nn]obody\b": "\"no one\", or whoever it is",
    r"(?:^|[.!?] )(?:Who|Whom) (?!is |are |was |were |can |may |has |have |does |do |did |will )[^.?!]*[.!](?: |$)":
        "a sentence begins with its subject: \"Anyone who …\"",
    r"\bof yours\b(?=[^.]* no\b)|\bno \w+ of yours\b": "\"isn't one of your …\"",
}
#: A sentence that is acceptable nevertheless: a part of it.
EXCEPTIONS = ()
#: The opening of a comment without a subject.
HEADLESS = re.compile(r"^\s*(?:///?|\*|/\*\*|#) (?:Who|Whom|What|Of|That|Which)(?: |,)", re.M)
COMMENTED = (".swift", ".js", ".mjs", ".py", ".sh", ".c", ".h", ".cpp")
#: A single word states no fact that could be false.
ONE_WORD = re.compile(r"@Test\(\s*\"[\w-]+\"\s*[,)]")


def files():
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\n") if name and (ROOT / name).is_file()]


def foreign(text):
    """The advice for each word that should not be there, with its place."""
    for pattern, why in WORDS.items():
        for match in re.finditer(pattern, text, re.M):
            around = text[max(0, match.start() - 60):match.end() + 60]
            if not any(part in around for part in EXCEPTIONS):
                yield match.start(), why


def values(entry):
    """The texts of one key, including plural forms."""
    if isinstance(entry, dict):
        for name, inner in entry.items():
            if name == "value":
                yield inner
            else:
                yield from values(inner)


def screens(catalogue):
    """(line, what) for each text of a catalogue."""
    strings = json.loads(catalogue)["strings"]
    for key, entry in strings.items():
        for text in values(entry.get("localizations", {}).get("en", {})):
            for _, why in foreign(text):
                yield catalogue.count("\n", 0, catalogue.index(f'"{key}" :')) + 1, f"{key}: {why}"


def prose_of(document):
    """A document without headings, code and link targets, with its lines at their numbers."""
    text = re.sub(r"^#.*", "", document, flags=re.M)
    text = re.sub(r"^(```|~~~).*?^\1", lambda match: "\n" * match[0].count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`|\]\([^)\n]*\)", "", text)


def documents(names):
    for name in names:
        text = prose_of((ROOT / name).read_text())
        for place, why in foreign(text):
            yield name, text.count("\n", 0, place) + 1, why


def folder_of(name):
    return "/".join(name.split("/")[:2]) if "/" in name else "."


def counted(names):
    """{folder: comments without a subject and tests with one word} and {folder: their places}."""
    counts, places = {}, {}
    for name in names:
        if not name.endswith(COMMENTED) or "/Generated/" in name or "/vendor/" in name:
            continue
        text = (ROOT / name).read_text(errors="replace")
        for pattern in (HEADLESS, ONE_WORD):
            for match in pattern.finditer(text):
                folder = folder_of(name)
                counts[folder] = counts.get(folder, 0) + 1
                places.setdefault(folder, []).append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}")
    return counts, places


def is_read_by_people(name):
    return name.endswith(".md") and not name.startswith(("docs/decisions/", "docs/requirements/", "CHANGELOG"))


def main():
    names = files()
    counts, places = counted(names)
    if sys.argv[1:] == ["--write"]:
        LIMITS.write_text(json.dumps(dict(sorted(counts.items())), indent=2) + "\n")
        return 0
    bad = [f"{CATALOGUE}:{line}: {what}" for line, what in screens((ROOT / CATALOGUE).read_text())]
    bad += [f"{name}:{line}: {why}" for name, line, why in documents(filter(is_read_by_people, names))]
    limits = json.loads(LIMITS.read_text())
    for folder, count in sorted(counts.items()):
        if count > limits.get(folder, 0):
            bad.append(f"{folder}: {count} comments begin with Who, What, Of, That or Which, or tests with one word; {limits.get(folder, 0)} "
                       f"are allowed. Begin yours with its subject. All of them: {' '.join(places[folder])}")
    for line in bad:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
