"""Finds texts in the sources of clients that belong in the catalogue."""
import re

from .places import ROOT, WEB

#: The texts of an element that a person sees or hears, by the names that views and components use.
VISIBLE = {"label", "title", "text", "hint", "caption", "placeholder", "aria-label", "aria-description", "alt", "error",
           "message", "sentence", "notice", "announcement", "yes", "summary"}
#: Attributes whose values are never words, whatever they look like.
TECHNICAL = {"class", "key", "d", "style", "type", "role", "id", "for", "viewBox", "transform", "kind", "allow", "rel"}
#: Modules whose words only machines read: their errors have no text, so a person never sees the message.
MACHINES = ("frames/", "key-distribution/", "keys/", "media/", "protocol/janus/", "protocol/signaling/", "worker/")
#: Lists of class names.
CLASSES = re.compile(r"(?=.*-)[a-z]+(-[a-z]+)*( [a-z]+(-[a-z]+)*)*")
#: Modules in which nearly every word reaches a person.
SHOWN = ("features", "page/", "components", "app", "state")
#: Proper names, and literals that only machines or developers read: file, and the whole literal.
EXCEPTIONS = {
    ("session/page-sign-in.js", "Apple"), ("session/page-sign-in.js", "Google"),
    # The names that the server makes from an address for a person who gave none.
    ("session/identifier-syntax.js", "Apple User"), ("session/identifier-syntax.js", "Google User"),
    # The browser's description for the server: data, and the same for everyone who sees the list of devices.
    ("session/device-description.js", "${} on ${}"), ("session/device-description.js", "Web (${})"),
    # The form of a link, in any language.
    ("features/add/add.js", "${}/share/contact/…"),
    # The notation of `aria-keyshortcuts`.
    ("features/calls/call-controls.js", "Space"),
    # A selector.
    ("components/dialog.js", "textarea, select, [contenteditable]"),
    # Media queries, and an internal error of the page.
    ("app/theme.js", "not all"), ("features/offers/offer-port.js", "(display-mode: browser)"), ("dom/script-policy.js", "not a script of this page"),
    ("components/qr-code.js", "Byte"), ("protocol/http/api-client.js", "Bearer ${}"),
}
SENTENCE = re.compile(r"[A-Za-z’]{2,}[,;:.]? [A-Za-z’(“]|[A-Za-z’] [A-Za-z’]{2,}|[A-Z][a-z]+[.!?…]$|^[A-Z][a-z]+ ")
TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/) | (?P<space>\s+) | (?P<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")
    | (?P<template>`) | (?P<name>[A-Za-z_$#][\w$]*) | (?P<number>\d[\w.]*)
    | (?P<mark>=>|===|!==|\?\?|\?\.|\.\.\.|&&|\|\||[^\w\s])""", re.X | re.S)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
BEFORE_REGEX = set("(,=:[!&|?{};") | {"=>", "===", "!==", "&&", "||", "??", "return", "case", ""}


def tokens(source):
    """(kind, text, position) of a module; a template is one literal with `${}` for its substitutions, whose tokens follow."""
    found, position, before = [], 0, ""
    while position < len(source):
        if source[position] == "/" and before in BEFORE_REGEX and source[position + 1] not in "/*":
            position = REGEX.match(source, position).end()
            before = "regex"
            continue
        match = TOKEN.match(source, position)
        kind, text = match.lastgroup, match[0]
        if kind == "template":
            value, inner, end = template(source, position)
            found.append(("literal", value, position))
            found += inner
            position, before = end, "literal"
            continue
        if kind == "string":
            found.append(("literal", text[1:-1], position))
        elif kind not in ("comment", "space"):
            found.append((kind, text, position))
        if kind not in ("comment", "space"):
            before = text
        position = match.end()
    return found


def template(source, start):
    """The value of a template literal, the literals in what is put in, and where it ends."""
    value, inner, position = "", [], start + 1
    while source[position] != "`":
        if source[position] == "\\":
            value, position = value + source[position + 1], position + 2
        elif source.startswith("${", position):
            depth, end = 1, position + 2
            while depth:
                if source[end] == "`":
                    end = template(source, end)[2]
                    continue
                if source[end] in "'\"":
                    end = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"").match(source, end).end()
                    continue
                depth += {"{": 1, "}": -1}.get(source[end], 0)
                end += 1
            inner += [(kind, text, position + 2 + at) for kind, text, at in tokens(source[position + 2:end - 1])]
            value, position = value + "${}", end
        else:
            value, position = value + source[position], position + 1
    return value, inner, position + 1


class Place:
    """An open bracket: what is called, and which argument or member this is."""

    def __init__(self, mark, callee):
        self.mark, self.callee, self.argument, self.member = mark, callee, 0, None


def literals(source):
    """(literal, position, name of the member it is the value of, whether it is a child of an element, token before)."""
    places, found = [Place("", "")], tokens(source)
    for index, (kind, text, position) in enumerate(found):
        before = found[index - 1][1] if index else ""
        if kind == "mark" and text in "([{":
            is_call = text == "(" and index and found[index - 1][0] == "name"
            places.append(Place(text, before if is_call else ""))
        elif kind == "mark" and text in ")]}" and len(places) > 1:
            places.pop()
        elif text == "," and kind == "mark":
            places[-1].argument += 1
            places[-1].member = None
        elif text == ":" and kind == "mark" and index > 1 and found[index - 2][1] in ("{", ","):
            places[-1].member = before
        elif kind == "literal":
            follows = found[index + 1][1] if index + 1 < len(found) else ""
            if not (follows == ":" and before in ("{", ",")):
                member = next((place.member for place in reversed(places) if place.mark != "["), None)
                is_child = places[-1].callee == "h" and places[-1].argument >= 2
                yield text, position, member, is_child, before


def shown(name, source):
    """(line, literal) of the visible texts of this module."""
    for literal, position, member, is_child, before in literals(source):
        is_compared = before in ("===", "!==", "case")
        if not re.search(r"[A-Za-z]{2}", literal.replace("${}", "")) or is_compared or member in TECHNICAL:
            continue
        # A key of the catalogue is the right way.
        if re.fullmatch(r"[a-z]\w*(\.\w+)+", literal) or (name, literal) in EXCEPTIONS:
            continue
        is_word = name.startswith(SHOWN) and re.fullmatch(r"[A-Z][a-z]+", literal)
        if is_child or member in VISIBLE or is_word or SENTENCE.search(literal) and not CLASSES.fullmatch(literal):
            yield source.count("\n", 0, position) + 1, literal


#: The client library, and the engines for media.
LIBRARY = ("ECallCore", "ECallAuthentication", "ECallContacts", "ECallCalls", "ECallKit", "ECallMedia", "ECallGStreamer", "ECallWebRTC")
#: Literals that only machines or developers read: words in the line, or the whole literal.
SWIFT_EXCEPTIONS = ("logger.", "log.", "precondition", "fatalError", "DispatchQueue(label:", "Bearer ", '"Command line"',
                    '"Bad CONNECT"', "EEE, dd MMM yyyy", '"no connection"', '"Apple User"', '"Google User"',
                    # A fault of the engine, by the element that reports it, and a line of SDP.
                    ".pipeline(element:", '" typ relay"')
#: Pipelines of GStreamer.
PIPELINE = re.compile(r" ! |[\w-]=[\w\\(]")
#: What is typed is the same in any language: commands of this program and of the system, options, and variables of the environment.
COMMAND = re.compile(r"(?:(?:ecall:?|systemctl|apt-get|pactl) |--[a-z]|[A-Z_]+(?:, [A-Z_]+)*$)")


def without_values(literal):
    """A literal of Swift without what is put in."""
    words, position = "", 0
    while (start := literal.find("\\(", position)) >= 0:
        words, depth, end = words + literal[position:start], 1, start + 2
        while depth and end < len(literal):
            depth += {"(": 1, ")": -1}.get(literal[end], 0)
            end += 1
        position = end
    return words + literal[position:]


def swift_breaches():
    bad = []
    for path in sorted(file for target in LIBRARY for file in (ROOT / "Sources" / target).rglob("*.swift")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r"^\s*//.*|\s//\s.*", "", line)
            if any(exception in code for exception in SWIFT_EXCEPTIONS):
                continue
            for literal in re.findall(r'"((?:\\.|[^"\\])*)"', code):
                words = without_values(literal)
                if SENTENCE.search(words) and not PIPELINE.search(literal) and not COMMAND.match(words.strip()):
                    name = path.relative_to(ROOT)
                    bad.append(f"{name}:{number}: a text that is not from the catalogue: {literal!r}")
    return bad


#: The command line. Its help and what is wrong with a command line are the argument parser's, in English.
TERMINAL = "ECallCommandLine"
PARSER = re.compile(r"(?:@(?:Argument|Option|Flag|OptionGroup)|\b(?:CommandConfiguration|CommandGroup|ValidationError))\(")
TERMINAL_EXCEPTIONS = {
    # Help, and facts that people search for in English: docs/command-line.md, "Language".
    "Support/CommandStatus.swift", "Output/UsageFormatter.swift", "Output/SetUpTimingFormatter.swift", "Output/NetworkCheckFormatter.swift",
    # A command that is not there is the argument parser's matter, which does not say so.
    "ECallProgram.swift",
    ("Output/CallStatusFormatter.swift", "ms round trip"),
    ("Output/EventFormatter.swift", "  sent  "), ("Output/EventFormatter.swift", "  received  "),
    ("Output/EventFormatter.swift", "  dropped  "), ("Output/EventFormatter.swift", "  delay  "),
    ("Output/ResultFormatter.swift", "copies of the call key in"),
    # A file of systemd's.
    "Service/ServiceUnit.swift",
}
SWIFT_LITERAL = re.compile(r'"""(.*?)"""|"((?:\\.|[^"\\])*)"', re.S)


def without_parser(source):
    """The source with spaces in place of what the argument parser is given."""
    position = 0
    while match := PARSER.search(source, position):
        depth, position = 1, match.end()
        while depth:
            if literal := SWIFT_LITERAL.match(source, position):
                position = literal.end()
                continue
            depth += {"(": 1, ")": -1}.get(source[position], 0)
            position += 1
        given = source[match.end():position]
        source = source[:match.end()] + re.sub(r"[^\n]", " ", given) + source[position:]
    return source


def terminal(name, source):
    """(line, literal) of the sentences in a file of the command line that are not from the catalogue."""
    exceptions = [one[1] for one in TERMINAL_EXCEPTIONS if isinstance(one, tuple) and one[0] == name]
    for number, line in enumerate(without_parser(source).splitlines(), 1):
        code = re.sub(r"^\s*//.*|\s//\s.*|\blog\.note\(.*", "", line)
        for literal in re.findall(r'"((?:\\.|[^"\\])*)"', code):
            words = without_values(literal)
            is_known = COMMAND.match(words.strip()) or any(words in literal for words in exceptions)
            if SENTENCE.search(words) and not is_known:
                yield number, literal


def terminal_breaches():
    folder = ROOT / "Sources" / TERMINAL
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.swift"))}
    return [f"{path.relative_to(ROOT)}:{number}: a text that is not from the catalogue: {literal!r}"
            for name, path in files.items() if name not in TERMINAL_EXCEPTIONS
            for number, literal in terminal(name, path.read_text())]


#: The screens of the app: any word there reaches a person, except these.
VIEWS = "AppViews"
VIEWS_EXCEPTIONS = {
    # Names of drawings, and country codes.
    "Design/Symbol.swift", "SignIn/Country.swift",
}


def view_breaches():
    bad, folder = [], ROOT / "Sources" / VIEWS
    for path in sorted(folder.rglob("*.swift")):
        if path.relative_to(folder).as_posix() in VIEWS_EXCEPTIONS:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = re.sub(r"^\s*//.*|\s//\s.*", "", line)
            for literal in re.findall(r'"((?:\\.|[^"\\])*)"', code):
                if re.search(r"[A-Za-z]", without_values(literal)):
                    bad.append(f"{path.relative_to(ROOT)}:{number}: a text that is not from the catalogue: {literal!r}")
    return bad


def breaches():
    bad = swift_breaches() + terminal_breaches() + view_breaches()
    for path in sorted(WEB.rglob("*.js")):
        name = path.relative_to(WEB).as_posix()
        if not name.startswith(("vendor/", "texts/", *MACHINES)):
            bad += [f"Web/{name}:{line}: a text that is not from the catalogue: {literal!r}"
                    for line, literal in shown(name, path.read_text())]
    return bad
