#!/usr/bin/env python3
"""Rules that the formatter cannot check: prints each breach as path:line: what, and exits 1 if there is one."""
import functools
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = subprocess.run(
    ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout.split("\n")
SHARED = ("Sources/ECall", "Sources/STOMP", "Sources/Janus", "Sources/FrameCrypto")
SERVER = ("Sources/CallEngine", "Sources/MediaServers", "Sources/Notifications", "Sources/OpenIDConnect")
LIBRARIES = (*SHARED, *SERVER, "Sources/ServerFoundation", "Sources/SignalRouting")
# The command line writes to the terminal: that is its purpose.
TERMINAL = ("Sources/ECallCommandLine/",)
# The time of day of this machine: where it is read without being compared to another machine's.
OWN_CLOCK = {
    "Sources/ECallAPI/Timestamp.swift", "Sources/ServerFoundation/WallClock.swift", "Sources/ECallCore/Utilities/TimeSource.swift",
    "Sources/ECallCore/Utilities/ServerClock.swift", "Sources/ECallCommandLine/Agent/Host/AgentLog.swift",
    "Sources/ECallCalls/Keys/EntrySequence.swift", "Sources/AppSystem/Notifications/PhoneNotifications.swift",
    # The system expresses deadlines in the phone's time of day.
    "Sources/AppSystem/Calls/CallKitScreen.swift",
}
TEXTS = {".swift", ".js", ".mjs", ".html", ".css", ".py", ".sh", ".c", ".h", ".md", ".yaml", ".yml", ""}
breaches = []


def breach(path, number, what):
    breaches.append(f"{path}:{number}: {what}")


def swift(path, lines):
    if len(lines) > 500 and "/Generated/" not in path:
        breach(path, len(lines), "over 500 lines: cut it")
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        above = lines[number - 2] if number > 1 else ""
        if re.search(r"@unchecked Sendable|nonisolated\(unsafe\)", code) and "//" not in above + line:
            breach(path, number, "unchecked concurrency needs a one-line proof")
        if not path.startswith("Sources/"):
            if imported := re.match(r"(?:@testable )?import (\w+Tests)$", code.strip()):
                breach(path, number, f"a test target imports another: what both need of {imported[1]} is a library, as ECallServerTestSupport")
            # A test's clock has a sleep of its own; a poll with a bound and a time limit is marked as one.
            sleeps = re.search(r"Task\.sleep|\busleep\(|\bsleep\(", code) and "func sleep(" not in code
            if sleeps and not re.search(r"// (Polls|Limit)", above) and "time.sleep" not in code:
                if "manual.sleep" not in code:
                    breach(path, number, "await an event instead of sleeping")
            if ".disabled(" in code:
                breach(path, number, "no disabled tests")
            continue
        if path not in OWN_CLOCK and re.search(r"\bDate\(\)|\bDate\.now\b|\btime\.date\(\)", code):
            breach(path, number, "the server's time for what another machine named (ServerClock), else a monotonic clock")
        if re.search(r"static (let|var) shared\b", code):
            breach(path, number, "no singletons: pass what is needed")
        if re.search(r"\btry!|\bas! ", code):
            breach(path, number, "no forced try or cast")
        if re.search(r"(^|\s)print\(", code) and path.startswith(LIBRARIES) and not path.startswith(TERMINAL):
            breach(path, number, "libraries do not print")


# The files that may read this device's wall clock: those that derive the server's time from it, or count sleep; and the name of a file.
WALL_CLOCKS = {
    "Web/media/clock.js", "Web/media/clock-with-sleep.js", "Web/protocol/page-clock.js", "Web/protocol/server-clock.js",
    "Web/worker/worker-device.js", "Web/app/files.js",
}


def javascript(path, lines):
    """The page's modules: what the type checker cannot be told to refuse."""
    imports_clock = any(re.match(r"import \{.*\bsystemClock\b", line) for line in lines)
    for number, line in enumerate(lines, 1):
        is_wall = re.search(r"\bDate\.now\b|\bnew Date\(\)", line) or (imports_clock and re.search(r"\.date\b", line))
        if is_wall and path not in WALL_CLOCKS and not line.lstrip().startswith(("*", "//")):
            breach(path, number, "this device's clock may be wrong: take the clock of the page, whose date is the server's")
        if re.search(r"@(type|param|returns|property|typedef|template)\b.*\{.*\bany\b.*\}", line):
            breach(path, number, "a type instead of any: unknown where nothing is known")


# The middle of a call: types with a state of their own that is small enough to understand.
OF_CALLS = ("Sources/ECallCalls/", "Web/calls/", "Web/app/", "Web/features/")
MOST_FIELDS = 25
TYPE = re.compile(r"( *)(?:(?:public|package|private|fileprivate|final|nonisolated) )*(actor|class|struct|enum|protocol|extension) ")
FIELD = re.compile(r"( *)(?:(?:public|package|private|fileprivate|(?:private|fileprivate)\(set\)|nonisolated|weak|lazy) )*(?:let|var) (.+)")


def fields(path, lines):
    """No type of a call has more stored properties than MOST_FIELDS."""
    types = []
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip())
        while types and line.strip() and indent <= types[-1][0]:
            report(path, types.pop())
        if path.endswith(".js"):
            if re.match(r"(export )?class \w+", line):
                types.append([0, number, 0])
            elif types and re.match(r"    #?\w+(;| = )", line):
                types[-1][2] += 1
        elif found := TYPE.match(line):
            types.append([len(found[1]), number, 0])
        elif types and (found := FIELD.match(line)) and len(found[1]) == types[-1][0] + 4:
            is_computed = re.search(r"\{ .* \}$", found[2]) or found[2].endswith("{") and "=" not in found[2] and "didSet" not in "".join(lines[number:number + 1])
            types[-1][2] += 0 if is_computed else 1
    for one in types:
        report(path, one)


def report(path, counted):
    _, number, count = counted
    if count > MOST_FIELDS:
        breach(path, number, f"{count} stored properties, more than {MOST_FIELDS}: give some of them a type of their own")


PASSED = re.compile(r"^- \*\*(.+?)\*\*, at most (\d+): (.+)$", re.M)


def passed_files(path, text):
    """The file lists of typical changes are as short as documented, and name existing files."""
    for match in PASSED.finditer(text):
        names = re.findall(r"`([^`]+)`", match[3])
        where = line_of(text, match)
        if len(names) > int(match[2]):
            breach(path, where, f"{match[1]} passes {len(names)} files, more than {match[2]}")
        for name in names:
            if not any(file == name or file.endswith(f"/{name}") for file in FILES):
                breach(path, where, f"there is no {name}")


# Folders of the page, from the lowest to the highest. A module imports from its own row and those above it.
LAYERS = (
    {"calls", "contacts", "dom", "frames", "icons.js", "key-distribution", "keys", "media", "notifications", "page-files.js", "protocol", "qr", "session",
     "sounds", "texts", "version.js", "worker"},
    {"state"}, {"components"}, {"features"}, {"page"}, {"app"}, {"early.js", "main.js", "signed-in.js", "service-worker.js"},
)
LAYER = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
IMPORT = re.compile(r"^(?:import|export) (?:[^;']* from )?'(\.[^']+)';", re.M)
# The state of the page is composed of those of the features, which therefore import only from other files in its folder.
WHOLE_STATE = "Web/state/state.js"


def feature_of(path):
    """The feature that a module of the page belongs to, such as history or calls; None for others."""
    return "/".join(path.split("/")[1:3]) if path.startswith("Web/features/") else None


def arrows(modules):
    """Arrows between the folders of the page point one way. A type in a comment is not an arrow: nothing is loaded for it."""
    needed = {}
    for path, text in modules.items():
        for match in IMPORT.finditer(text):
            target, line = pathlib.PurePosixPath(os.path.normpath(f"{path}/../{match[1]}")), line_of(text, match)
            from_layer, to_layer = (LAYER.get(one.split("/")[1]) for one in (path, str(target)))
            is_state = path == WHOLE_STATE and target.name.endswith("-state.js")
            if from_layer is None or to_layer is None:
                breach(path, line, f"a folder without a layer, from {path} to {target}: LAYERS in Scripts/check-style.py")
            elif to_layer > from_layer and not is_state:
                breach(path, line, f"an import against the direction: {path.split('/')[1]} is below {target.parts[1]}")
            here, there = feature_of(path), feature_of(str(target))
            if here and str(target) == WHOLE_STATE:
                breach(path, line, "the whole state is made of those of the features: import from another file of Web/state")
            if here and there and here != there:
                needed.setdefault(here, {}).setdefault(there, (path, line))
                if is_view(modules, str(target)) and not is_view(modules, path):
                    breach(path, line, f"not a view, and imports a view of another feature: {target}")
    for circle in circles(needed):
        path, line = needed[circle[0]][circle[1]]
        breach(path, line, f"features need each other in a circle: {' → '.join(circle)}")


def is_view(modules, path):
    return re.search(r"^import .*/dom/h\.js';", modules.get(path, ""), re.M) is not None


def circles(needed):
    """One cycle of each group of features that need each other."""
    found, done = [], set()

    def follow(feature, way):
        if feature in way:
            found.append((*way[way.index(feature):], feature))
        elif feature not in done:
            for other in sorted(needed.get(feature, ())):
                follow(other, (*way, feature))
            done.add(feature)

    for feature in sorted(needed):
        follow(feature, ())
    return found


SIDES = re.compile(
    r"^(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)(?:-\w+)?"
    r"|(?:min-|max-)?(?:width|height)|left|right|top|bottom|border-(?:top|bottom)-(?:left|right)-radius)$")


def stylesheet(path, lines):
    """Sides are logical, so that a right-to-left page is mirrored."""
    for number, line in enumerate(lines, 1):
        for name, value in re.findall(r"([\w-]+): ([^;{}]+)[;}]", re.sub(r"/\*.*?\*/", "", line)):
            parts = re.findall(r"(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+", value)
            is_lopsided = name in ("margin", "padding", "inset") and len(parts) == 4 and parts[1] != parts[3]
            is_sided = name in ("text-align", "float", "clear", "justify-content") and parts[0] in ("left", "right")
            if SIDES.match(name) or is_lopsided or is_sided:
                breach(path, number, f"{name}: use a logical property, such as inline-size or padding-inline-start")


@functools.cache
def anchors(file):
    """The anchors of a Markdown page's headings, as GitHub makes them."""
    found, text = set(), re.sub(r"^```.*?^```", "", file.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower()).replace(" ", "-")
        found.add(slug if slug not in found else f"{slug}-{sum(a.startswith(slug) for a in found)}")
    return found


def links(path, text):
    for match in re.finditer(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        target, anchor = match.groups()
        file = (ROOT / path).parent / target if target else ROOT / path
        if "://" in target or target.startswith("mailto:"):
            continue
        if not file.exists():
            breach(path, line_of(text, match), f"link to a file that is not there: {target}")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.resolve()):
            breach(path, line_of(text, match), f"link to a heading that is not there: {target}#{anchor}")


# MARK: what comments cite


def line_of(text, match):
    return text.count("\n", 0, match.start()) + 1


class Page:
    """A page whose headings begin with numbers: its sections, and their numbered items."""

    def __init__(self, name):
        self.items, section = {}, None
        for line in (ROOT / name).read_text().splitlines():
            if heading := re.match(r"#+ (\d+(?:\.\d+)?)\b", line):
                section = self.items.setdefault(heading[1], set())
            elif section is not None and (item := re.match(r"(\d+)\. |\| (\d+|W\d+) \|", line)):
                section.add(item[1] or item[2])

    def has_item(self, section, item):
        return any(item in found for name, found in self.items.items() if f"{name}.".startswith(f"{section}."))


PAGES = {"wire-protocol": Page("docs/wire-protocol.md"), "e2ee": Page("docs/encryption.md")}
WEAKNESSES = PAGES["wire-protocol"].items["11"]
# The requirements in tests are checked by check-requirements.py.
REQUIREMENTS = {
    number
    for page in (ROOT / "docs/requirements.md", *(ROOT / "docs/requirements").glob("*.md"))
    for number in re.findall(r"^(?:### |\| )(\d{3}(?:-\d+)?)\b", page.read_text(), re.M)
}
NAMES = {pathlib.PurePath(name).name for name in FILES}

# A comment may be wrapped anywhere.
GAP = r"(?:[ \t]*\n[ \t]*(?:/{2,3}|\*|\#)?[ \t]*|[ \t]+)"
AND = rf"(?:{GAP}?[,;–]{GAP}?(?:and{GAP})?|{GAP}(?:and|to|or){GAP})"
NUMBER = r"\d+(?:\.\d+)?(?![\w.]*\w)"
CITED = re.compile(rf"\b(wire-protocol|e2ee){GAP}({NUMBER}(?:{AND}(?:(?:rule|row){GAP})?{NUMBER})*)", re.I)
REQUIRED = re.compile(rf"\brequirements?{GAP}(\d{{3}}(?:-\d+)?(?:{AND}\d{{3}}(?:-\d+)?)*)(?![\w-])", re.I)
WEAK = re.compile(r"(?<![\w./-])W\d{1,2}\b(?!-)")
ELSEWHERE = re.compile(
    rf"\b(?:(?:media|web|server)-notes\b|(?:architecture|design){GAP}\d|(?:seed|document)s?{GAP}00\d)", re.I
)
PAGE_NAME = re.compile(r"(?<![\w:/.])(?:[\w-]+/|\.\.?/)*([\w-]+\.md)\b")


def citations(path, text):
    """A reference to a section names one of a page that is here."""
    for match in CITED.finditer(text):
        page, section = PAGES[match[1].lower()], None
        for number in re.findall(NUMBER, match[2]):
            # After a section, a bare number is an item of it, if it has one.
            if section and "." not in number and page.has_item(section, number):
                continue
            if number not in page.items:
                after = f"{section}, " if section else ""
                breach(path, line_of(text, match), f"there is no {match[1]} {after}{number}")
            section = number
    for match in REQUIRED.finditer(text):
        for number in re.findall(r"\d{3}(?:-\d+)?", match[1]):
            if number not in REQUIREMENTS:
                breach(path, line_of(text, match), f"there is no requirement {number}")
    for match in WEAK.finditer(text):
        if match[0] not in WEAKNESSES:
            breach(path, line_of(text, match), f"there is no weakness {match[0]} in docs/wire-protocol.md")
    for match in ELSEWHERE.finditer(text):
        breach(path, line_of(text, match), f"cites what is not in the repository: {' '.join(match[0].split())}")
    for match in PAGE_NAME.finditer(text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if match[1] not in NAMES and (path.endswith(".md") or re.search(r"//|^\s*[*#]", before)):
            breach(path, line_of(text, match), f"names a page that is not in the repository: {match[1]}")


# Vectors that only one language reads, and why.
ONE_LANGUAGE = {
    "key-pairs": "a recovery package is opened by the library alone", "phone-numbers": "the server decides which numbers there are",
    "sealed-files": "kept keys and packages are files of the library", "uplink-traces": "browsers estimate their uplink themselves",
}
VECTOR = re.compile(r"Tests/Vectors/([\w-]+)\.json")
MERMAID = re.compile(r"```mermaid\n(.*?)```", re.S)


@functools.cache
def swift_types():
    """The files that declare or extend a type, by its name."""
    found = {}
    for name in FILES:
        if name.startswith("Sources/") and name.endswith(".swift") and (ROOT / name).is_file():
            for kind in re.findall(r"\b(?:class|struct|actor|enum|protocol|extension) (\w+)", (ROOT / name).read_text()):
                found.setdefault(kind, []).append(name)
    return found


def drawings(path, text):
    """The names in a sequence picture exist: each column is a type, each arrow a function of the type that it points to."""
    for block in MERMAID.finditer(text):
        begin = line_of(text, block)
        columns = dict(re.findall(r"participant (\w+) as (\w+)", block[1]))
        for number, line in enumerate(block[1].splitlines(), begin + 1):
            for kind in re.findall(r"(?:as |\b)([A-Z][a-z]+(?:[A-Z][a-z]+)+)\b", line):
                if kind not in swift_types():
                    breach(path, number, f"there is no type {kind}")
            arrow = re.match(r"\s*\w+-{1,2}>>(\w+): (\w+)\(\)", line)
            if not arrow or columns.get(arrow[1]) not in swift_types():
                continue
            files = swift_types()[columns[arrow[1]]]
            if not any(re.search(rf"\bfunc {arrow[2]}\b", (ROOT / name).read_text()) for name in files):
                breach(path, number, f"{columns[arrow[1]]} has no function {arrow[2]}")


SAME_RULE = re.compile(r"\b[Tt]he twin of\b|\b(?:page|Swift) has the same rule")


def same_rules(path, text):
    """A rule that exists in both languages names the vectors that both must pass."""
    for match in SAME_RULE.finditer(text):
        comment = re.match(r"(?:.*\n){0,3}", text[match.start():])[0]
        named = VECTOR.findall(comment)
        if not named:
            breach(path, line_of(text, match), "name the vectors of a rule that exists twice (Tests/Vectors), or do not call it the same")
        for vector in named:
            if not (ROOT / f"Tests/Vectors/{vector}.json").is_file():
                breach(path, line_of(text, match), f"there is no Tests/Vectors/{vector}.json")


NAMED_FILE = re.compile(r"In Swift: (\S+\.swift)|`?(Web/[\w/-]+\.js)`?")


def named_files(path, text):
    """A comment that names a file of the other client names one that is there."""
    for match in NAMED_FILE.finditer(text):
        name = match[1] or match[2]
        if not any(file == name or file.endswith(f"/{name}") for file in FILES):
            breach(path, line_of(text, match), f"there is no {name}")


def read_vectors():
    """Both languages read each file of vectors, except for those that one of them doesn't need."""
    tests = {kind: "".join((ROOT / name).read_text(errors="replace") for name in FILES
                           if name.startswith("Tests/") and name.endswith(kind) and (ROOT / name).is_file())
             for kind in (".swift", ".mjs", ".js", ".py")}
    page = tests[".mjs"] + tests[".js"] + tests[".py"]
    for name in FILES:
        vector = pathlib.Path(name).stem
        if re.match(r"Tests/Vectors/.*\.json$", name) and vector not in ONE_LANGUAGE:
            for what, text in (("Swift", tests[".swift"]), ("the page", page)):
                if not re.search(rf"\b{re.escape(vector)}\b", text):
                    breach(name, 1, f"no test of {what} reads it")


DECISIONS = "docs/decisions/README.md"


def listed_decisions():
    """The list of decisions has each of them, under the title that its page has."""
    listed = re.findall(r"^- \[(.+)\]\((\d{4}-[\w-]+\.md)\)$", (ROOT / DECISIONS).read_text(), re.M)
    titles = {file.name: file.read_text().split("\n", 1)[0].removeprefix("# ") for file in (ROOT / DECISIONS).parent.glob("0*.md")}
    for title, name in sorted(set(zip(titles.values(), titles, strict=True)) - set(listed)):
        breach(DECISIONS, 1, f"lacks [{title}]({name})")
    if len(listed) != len(set(listed)) or len(listed) > len(titles):
        breach(DECISIONS, 1, "lists a decision twice, or one that is not there")


read_vectors()
listed_decisions()
arrows({name: (ROOT / name).read_text() for name in FILES if re.match(r"Web/.*\.js$", name) and (ROOT / name).is_file()})
for name in filter(None, FILES):
    file = ROOT / name
    if not file.is_file():
        continue
    if name.endswith(".swift"):
        swift(name, file.read_text().splitlines())
    if name.startswith(OF_CALLS) and name.endswith((".swift", ".js")):
        fields(name, file.read_text().splitlines())
    if name.startswith(("Sources/", "Web/")) and name.endswith((".swift", ".js")):
        named_files(name, file.read_text())
    if name.startswith("Web/") and name.endswith(".js"):
        javascript(name, file.read_text().splitlines())
    if name.startswith("Web/") and name.endswith(".css"):
        stylesheet(name, file.read_text().splitlines())
    if name.endswith(".md"):
        links(name, file.read_text())
        drawings(name, file.read_text())
        passed_files(name, file.read_text())
    if file.suffix in TEXTS and name != "Scripts/check-style.py":
        citations(name, file.read_text(errors="replace"))
    if name.startswith(("Sources/", "Web/")) and name.endswith((".swift", ".js")):
        same_rules(name, file.read_text())
    if file.suffix in {".swift", ".md", ".sh", ".py", ""} and name != "Scripts/check-style.py":
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                breach(name, number, "do it, or say in an issue that it is open")
            if "@testable" in line and name.startswith("Sources/"):
                breach(name, number, "@testable belongs to tests")
for text in breaches:
    print(text)
sys.exit(1 if breaches else 0)
