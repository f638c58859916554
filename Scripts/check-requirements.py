#!/usr/bin/env python3
"""Rules of docs/requirements: prints each breach as path:line: what, and exits 1 if there is one.

--summary prints how many sentences work, differ and are open on each surface, and why.
"""
import collections
import functools
import pathlib
import re
import sys

ID = re.compile(r"(?<![\w./-])00\d-\d{1,3}\b(?!-)")
SURFACES = ["Server", "Library", "Command line", "Page", "iOS"]
HEADER = ["Id", "Sentence", *SURFACES]
PROVEN = re.compile(r"\[(works|compiled)\]\[[^\]]+\](?:, \[\1\]\[[^\]]+\])*")
DIFFERS = re.compile(r"\[differs\]\[([^\]]+)\]")
DEFINITION = re.compile(r"\[([^\]]+)\]: (\S+)$")
KINDS = ["works", "compiled", "differs", "open", "–"]
# The beginning of a test in Swift, JavaScript and Python, and the lines that may separate it from the comment with an ID.
BEGINNINGS = {".swift": r"@Test\b", ".mjs": r"(?:test|for) ?\(", ".py": r"def test_"}
BETWEEN = {".swift": r"///", ".mjs": r"//", ".py": r"#|@pytest"}


class Checker:
    """All rules, for the repository at `root`."""

    def __init__(self, root):
        self.root = root
        self.breaches = []
        self.cells = collections.defaultdict(collections.Counter)
        self.rows = {}

    def breach(self, path, number, what):
        self.breaches.append(f"{path.relative_to(self.root)}:{number}: {what}")

    def run(self):
        index = self.root / "docs/requirements.md"
        self.causes = set(re.findall(r"^\| `open: ([^`]+)` \|", index.read_text(), re.M))
        for kind in KINDS:
            if f"\n| {kind} |" not in index.read_text():
                self.breach(index, 1, f"no row says what '{kind}' means")
        pages = sorted((self.root / "docs/requirements").glob("*.md"))
        for page in pages:
            self.page(page)
        for page in (index, *pages):
            for number, line in enumerate(page.read_text().splitlines(), 1):
                for name in ID.findall(line):
                    if name not in self.rows:
                        self.breach(page, number, f"there is no row {name}")
        self.tests()
        return self.breaches

    # MARK: Pages

    def page(self, path):
        lines = path.read_text().splitlines()
        targets = dict(found.groups() for line in lines if (found := DEFINITION.match(line)))
        used = {label for line in lines for label in re.findall(r"\]\[([^\]]+)\]", line)}
        for number, line in enumerate(lines, 1):
            if found := DEFINITION.match(line):
                label, target = found.groups()
                if not (path.parent / target.split("#")[0]).is_file():
                    self.breach(path, number, f"link to a file that is not there: {target}")
                elif "#" in target and target.split("#")[1] not in anchors(path.parent / target.split("#")[0]):
                    self.breach(path, number, f"link to a heading that is not there: {target}")
                if label not in used:
                    self.breach(path, number, f"nothing links to {label}")
            elif line.startswith("| Id "):
                if columns(line) != HEADER:
                    self.breach(path, number, f"the columns are {', '.join(HEADER)}")
            elif line.startswith("| ") and not line.startswith("|--"):
                self.row(path, number, columns(line), targets)

    def row(self, path, number, cells, targets):
        name = cells[0]
        if not ID.fullmatch(name) or name[:3] != path.name[:3]:
            self.breach(path, number, f"'{name}' is no id of this page: {path.name[:3]}-1, {path.name[:3]}-2 …")
            return
        if name in self.rows:
            self.breach(path, number, f"{name} is there twice")
        self.rows[name] = (path, number)
        if len(cells) != len(HEADER):
            self.breach(path, number, f"{name} has {len(cells) - 2} surfaces, there are {len(SURFACES)}")
            return
        if set(cells[2:]) == {"–"}:
            self.breach(path, number, f"{name} is of no surface")
        for surface, cell in zip(SURFACES, cells[2:]):
            self.cell(path, number, name, surface, cell, targets)

    def cell(self, path, number, name, surface, cell, targets):
        count = self.cells[surface]
        labels = re.findall(r"\]\[([^\]]+)\]", cell)
        for label in labels:
            if label not in targets:
                self.breach(path, number, f"{name}: [{label}] is not defined at the end of the page")
        files = [(path.parent / targets[label].split("#")[0]).resolve() for label in labels if label in targets]
        if cell == "–":
            count["–"] += 1
        elif cell.startswith("open: "):
            cause = cell.removeprefix("open: ")
            count[cell] += 1
            if cause not in self.causes:
                self.breach(path, number, f"{name}: '{cause}' is no cause of docs/requirements.md: {', '.join(sorted(self.causes))}")
        elif DIFFERS.fullmatch(cell):
            count["differs"] += 1
            if any(self.root / "docs" not in file.parents for file in files):
                self.breach(path, number, f"{name}: what differs is explained in docs")
        elif found := PROVEN.fullmatch(cell):
            count[found[1]] += 1
            if found[1] == "compiled" and surface != "iOS":
                self.breach(path, number, f"{name}: only the iOS app is compiled against stand-ins, not the {surface.lower()}")
            for label, file in zip(labels, files):
                if file.is_file() and (file.suffix not in BEGINNINGS or self.root / "Tests" not in file.parents):
                    self.breach(path, number, f"{name}: {label} is not a test")
                elif file.is_file() and name not in carried(file):
                    self.breach(path, number, f"{name}: no test of {label} carries it, in its name or in a comment above it")
        else:
            self.breach(path, number, f"{name}: '{cell}' is none of [works][Test], [compiled][Test], [differs][decision], open: cause, –")

    # MARK: Tests

    def tests(self):
        for file in sorted((self.root / "Tests").rglob("*")):
            if file.suffix not in BEGINNINGS or not file.is_file():
                continue
            names = carried(file)
            for number, line in enumerate(file.read_text().splitlines(), 1):
                for name in ID.findall(line):
                    if name not in self.rows:
                        self.breach(file, number, f"there is no row {name} in docs/requirements")
                    elif name not in names:
                        self.breach(file, number, f"{name} is carried by no test: it belongs into its name or a comment above it")

    def summary(self):
        for surface, count in self.cells.items():
            print(f"{surface}: " + ", ".join(f"{number} {what}" for what, number in sorted(count.items()) if what != "–"))


def columns(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


@functools.cache
def anchors(file):
    """The anchors of a Markdown page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *$", file.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@functools.cache
def carried(file):
    """The ids that tests of a file carry: in a name, in a comment right above, or in the first line of its description."""
    lines, found = file.read_text().splitlines(), set()
    beginning, between = re.compile(rf"\s*(?:{BEGINNINGS[file.suffix]})"), re.compile(rf"\s*(?:{BETWEEN[file.suffix]})")
    for number, line in enumerate(lines):
        if not beginning.match(line):
            continue
        texts = [line]
        if file.suffix == ".py" or line.rstrip().endswith("("):
            texts += lines[number + 1 : number + 2]
        above = number - 1
        while above >= 0 and between.match(lines[above]):
            texts.append(lines[above])
            above -= 1
        found.update(ID.findall("\n".join(texts)))
    return found


if __name__ == "__main__":
    checker = Checker(pathlib.Path(__file__).resolve().parent.parent)
    breaches = checker.run()
    if "--summary" in sys.argv[1:]:
        checker.summary()
    for text in breaches:
        print(text)
    sys.exit(1 if breaches else 0)
