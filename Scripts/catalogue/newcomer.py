"""Adds a language: an entry in each place that has to know it, with English texts that wait for their translation, and all that is made of them."""
import json
import os
import re
import subprocess
import sys

from .places import APP, CATALOGUE, ROOT, RULES, WEB
from .plurals import categories, rules
from .reading import LANGUAGES, Bad, written_as_xcode

READING = ROOT / "Scripts/catalogue/reading.py"
SWIFT = ROOT / "Scripts/catalogue/swift.py"
VECTORS = ROOT / "Tests/WebTests/plural-rules.test.mjs"
DOCS = ROOT / "docs/translations.md"
FORMATS = ROOT / "Tests/WebTests/locale-formats.test.mjs"
CHOICES = ROOT / "Tests/Vectors/language-choice.json"
PAGE = WEB / "texts/languages.js"
PROJECT = APP / "xtool.yml"
SERVER = ROOT / "Sources/Notifications/Messages/Languages/MessageLanguage.swift"
#: The server's texts: a type with a table for each language, in a file of its own.
SERVED = {"MessageTexts": ROOT / "Sources/Notifications/Messages/Texts", "LandingTexts": ROOT / "Sources/ECallServer/Landing/Texts"}
#: Numbers that distinguish plural rules, in written form.
NUMBERS = [*map(str, range(201)), "1000", "1000000", "1000001", "0.0", "0.1", "0.5", "1.0", "1.5", "2.0", "3.0", "5.0", "10.0", "11.5", "21.1"]
ASK = """
const [tag, tags, numbers] = JSON.parse(process.argv[1]);
const name = (language, other) => new Intl.DisplayNames(other, { type: 'language' }).of(language);
const kinds = (language) => numbers.map((number) => {
    const digits = number.split('.')[1]?.length ?? 0;
    return new Intl.PluralRules(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).select(Number(number));
}).join(' ');
const own = name(tag, tag);
console.log(JSON.stringify({
    known: Intl.PluralRules.supportedLocalesOf(tag).length > 0, english: name(tag, 'en'), own: own[0].toLocaleUpperCase(tag) + own.slice(1),
    kinds: kinds(tag), others: Object.fromEntries(tags.map((other) => [other, kinds(other)])),
}));
"""


def new(tag):
    """`--new-language TAG`: returns what remains to be done by hand."""
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Z][a-z]{3})?", tag) or tag in LANGUAGES:
        raise Bad(f"{tag}: is not the tag of a language (BCP 47), or is there")
    asked = subprocess.run(["node", "-e", ASK, json.dumps([tag, LANGUAGES, NUMBERS])], check=True, capture_output=True, text=True)
    known = json.loads(asked.stdout)
    like = tag if tag in rules() else next((other for other, kinds in known["others"].items() if kinds == known["kinds"]), None)
    if not known["known"] or like is None:
        raise Bad(f"{tag}: no language here has its plural rules: add them to {RULES.relative_to(ROOT)} from Unicode CLDR (plurals.xml) first"
                  if known["known"] else f"{tag}: Unicode CLDR, as Node has it, lacks this language")
    listed(tag, known["english"], known["own"])
    given = json.loads(RULES.read_text()) | {tag: rules()[like]}
    RULES.write_text(json.dumps(dict(sorted(given.items())), indent=2, separators=(",", " : "), ensure_ascii=False) + "\n")
    rules.cache_clear()
    catalogue = json.loads(CATALOGUE.read_text())
    for entry in catalogue["strings"].values():
        entry["localizations"][tag] = waiting(entry["localizations"]["en"], tag)
    CATALOGUE.write_text(written_as_xcode(catalogue))
    documented(tag, known["english"], len(catalogue["strings"]))
    case = re.sub(r"\W", "", known["english"][0].lower() + known["english"][1:])
    shown(tag, known["own"])
    served(tag, case, known["own"])
    made()
    return left(tag, case)


def listed(tag, english, own):
    """In Scripts: the languages, and their names."""
    case = re.sub(r"\W", "", english[0].lower() + english[1:])
    source = READING.read_text()
    others = sorted({*LANGUAGES, tag} - {"en"})
    put(READING, source, re.search(r"^LANGUAGES = \(.*\)$", source, re.M)[0], f"LANGUAGES = {json.dumps(['en', *others])[1:-1].join('()')}")
    for table, name in (("NAMES", case), ("OWN_NAMES", own)):
        source = SWIFT.read_text()
        start = source.index(f"\n{table} = {{\n") + len(f"\n{table} = {{\n")
        put(SWIFT, source, source[:start], f'{source[:start]}    "{tag}": {json.dumps(name, ensure_ascii=False)},\n')
    source = VECTORS.read_text()
    put(VECTORS, source, "const languages = ['ar'", f"const languages = ['{tag}', 'ar'")


def shown(tag, own):
    """On the page, in the app, and in the rows that tests compare."""
    source = PAGE.read_text()
    last = re.search(r"^    .*,\n(?=\}\);\n\n/\*\* @typedef)", source, re.M)[0]
    key = tag if tag.isalpha() else f"'{tag}'"
    put(PAGE, source, last, f"{last}    {key}: '{own}',\n")
    source = PROJECT.read_text()
    last = re.findall(r"^  - expanded/[\w-]+\.lproj\n?", source, re.M)[-1]
    put(PROJECT, source, last, last.rstrip("\n") + f"\n  - expanded/{tag}.lproj\n")
    source = FORMATS.read_text()
    put(FORMATS, source, "'zh-Hans-SG']", f"'zh-Hans-SG', '{tag}']")
    rows = CHOICES.read_text().rstrip().removesuffix("]").rstrip()
    CHOICES.write_text(f'{rows},\n    {{"wanted": ["{tag}", "en"], "best": "{tag}"}}\n]\n')


def served(tag, case, own):
    """On the server: the language, and its messages and landing pages in English."""
    source = SERVER.read_text()
    last = re.findall(r'^    case \w+ = "[\w-]+"\n', source, re.M)[-1]
    put(SERVER, source, last, f'{last}    case {case} = "{tag}"\n')
    for name, folder in SERVED.items():
        source = (folder / f"{name}.swift").read_text()
        last = re.findall(r"^        case \.\w+: \.\w+\n", source, re.M)[-1]
        put(folder / f"{name}.swift", source, last, f"{last}        case .{case}: .{case}\n")
        (folder / f"{name}+{case}.swift").write_text(server_texts(name, case, tag).replace('ownName: "English"', f'ownName: "{own}"'))


def server_texts(name, case, tag):
    """The English table of a type of the server, in the plural categories of the language."""
    def forms(block):
        given = dict(re.findall(r"^            \.(\w+): (.*?),$(?=\n            \.|\n        \])", block[0], re.M | re.S))
        return "[\n" + "".join(f"            .{one}: {given.get(one, given['other'])},\n" for one in categories(tag)) + "        ]"

    english = (SERVED[name] / f"{name}+english.swift").read_text()
    return re.sub(r"\[\n            \.one: .*?\n        \]", forms, english, flags=re.S).replace("static let english", f"static let {case}")


def made():
    """The files generated from the catalogue, from Unicode CLDR, and from both."""
    subprocess.run([sys.executable, ROOT / "Scripts/texts.py"], check=True)
    subprocess.run(["node", ROOT / "Scripts/locale-formats.mjs"], check=True)
    tests = [ROOT / f"Tests/WebTests/{name}.test.mjs" for name in ("plural-rules", "locale-formats", "name-order")]
    subprocess.run(["node", "--test", *tests], env=os.environ | {"ECALL_WRITE_VECTORS": "1"}, check=True, stdout=subprocess.DEVNULL)


def put(path, source, before, after):
    if before not in source:
        raise Bad(f"{path.relative_to(ROOT)}: has changed: {before[:40]} is missing")
    path.write_text(source.replace(before, after, 1))


def waiting(english, tag):
    """The English text in place of the missing translation, in the plural categories of the language."""
    if isinstance(english, dict) and set(english) == {"plural"}:
        forms = english["plural"]
        return {"plural": {name: waiting(forms.get(name, forms["other"]), tag) for name in categories(tag)}}
    if isinstance(english, dict):
        return {name: "new" if name == "state" else waiting(one, tag) for name, one in english.items()}
    return english


def documented(tag, english, texts):
    """A glossary with English words, and an index row."""
    words = (ROOT / "docs/translations/de.md").read_text().split("\n")
    rows = [line.split("|")[1] for line in words if line.startswith("| ") and not line.startswith("| English")]
    glossary = [f"# Glossary: {english} ({tag})", "", f"The words of the [glossary](../glossary.md) as the catalogue has them in {english}.", "",
                f"| English | {english} |", "|---|---|", *(f"|{row}|  |" for row in rows), ""]
    (ROOT / f"docs/translations/{tag}.md").write_text("\n".join(glossary))
    source = DOCS.read_text()
    put(DOCS, source, "|---|---|---|---|---|\n", f"|---|---|---|---|---|\n| {english} | – | {texts} | {texts} | [{tag}](translations/{tag}.md) |\n")


def left(tag, case):
    return [f"{tag} is in the clients and on the server, with English texts that wait. Next:",
            f"  1. Choose the words in docs/translations/{tag}.md, and how the person is addressed (docs/translations.md).",
            f"  2. Translate the catalogue: Scripts/texts.py --import {tag} FILE",
            f"  3. Translate the server's mails and landing pages: {', '.join(f'{name}+{case}.swift' for name in SERVED)}",
            "  4. A font and line heights in Web/design/tokens.css, if its script needs any",
            "Scripts/texts.py --check fails until all are translated."]


def untranslated(catalogue):
    """Texts whose translation is still the English one."""
    counts = {}
    for entry in catalogue["strings"].values():
        for language, one in entry["localizations"].items():
            if '"state": "new"' in json.dumps(one):
                counts[language] = counts.get(language, 0) + 1
    bad = [f"{CATALOGUE.relative_to(ROOT)}: {language}: {count} texts are not translated yet" for language, count in sorted(counts.items())]
    return bad + untranslated_on_server()


def untranslated_on_server():
    """Files of the server whose texts are still the English ones."""
    bad = []
    for case, tag in re.findall(r'^    case (\w+) = "([\w-]+)"$', SERVER.read_text(), re.M):
        for name, folder in SERVED.items():
            path = folder / f"{name}+{case}.swift"
            texts = re.sub(r'ownName: ".*"', 'ownName: "English"', path.read_text())
            if case != "english" and texts == server_texts(name, case, tag):
                bad.append(f"{path.relative_to(ROOT)}: is not translated yet")
    return bad
