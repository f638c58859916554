"""Adds a language: an entry in each place that has to know it, with English texts that wait for their translation."""
import json
import re
import subprocess

from .places import CATALOGUE, ROOT, RULES
from .plurals import categories, rules
from .reading import LANGUAGES, Bad, written_as_xcode

READING = ROOT / "Scripts/catalogue/reading.py"
SWIFT = ROOT / "Scripts/catalogue/swift.py"
VECTORS = ROOT / "Tests/WebTests/plural-rules.test.mjs"
DOCS = ROOT / "docs/translations.md"
#: Numbers that tell plural rules apart, as they are written.
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
    """`--new-language TAG`: returns what is left to do by hand."""
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
    return left(tag)


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


def put(path, source, before, after):
    if before not in source:
        raise Bad(f"{path.relative_to(ROOT)}: has changed: {before[:40]} is missing")
    path.write_text(source.replace(before, after, 1))


def waiting(english, tag):
    """The English text as the translation that is missing, in the plural categories of the language."""
    if isinstance(english, dict) and set(english) == {"plural"}:
        forms = english["plural"]
        return {"plural": {name: waiting(forms.get(name, forms["other"]), tag) for name in categories(tag)}}
    if isinstance(english, dict):
        return {name: "new" if name == "state" else waiting(one, tag) for name, one in english.items()}
    return english


def documented(tag, english, texts):
    """A glossary with English words, and a row."""
    words = (ROOT / "docs/translations/de.md").read_text().split("\n")
    rows = [line.split("|")[1] for line in words if line.startswith("| ") and not line.startswith("| English")]
    glossary = [f"# Glossary: {english} ({tag})", "", f"The words of the [glossary](../glossary.md) as the catalogue has them in {english}.", "",
                f"| English | {english} |", "|---|---|", *(f"|{row}|  |" for row in rows), ""]
    (ROOT / f"docs/translations/{tag}.md").write_text("\n".join(glossary))
    source = DOCS.read_text()
    put(DOCS, source, "|---|---|---|---|---|\n", f"|---|---|---|---|---|\n| {english} | – | {texts} | {texts} | [{tag}](translations/{tag}.md) |\n")


def left(tag):
    return [f"{tag} is in the catalogue, with English texts that wait. Next:",
            f"  1. Choose the words in docs/translations/{tag}.md, then translate: Scripts/texts.py --import {tag} FILE",
            "  2. node Scripts/locale-formats.mjs, and ECALL_WRITE_VECTORS=1 node --test Tests/WebTests/plural-rules.test.mjs",
            "  3. Add rows to Tests/Vectors/language-choice.json and locale-formats.json, and the folder to Apps/iOS/xtool.yml",
            "  4. The server's mails and landing pages (MessageLanguage), and the page's names of languages (Web/texts/languages.js)"]


def untranslated(catalogue):
    """Texts whose translation is still the English one."""
    counts = {}
    for entry in catalogue["strings"].values():
        for language, one in entry["localizations"].items():
            if '"state": "new"' in json.dumps(one):
                counts[language] = counts.get(language, 0) + 1
    return [f"{CATALOGUE.relative_to(ROOT)}: {language}: {count} texts are not translated yet" for language, count in sorted(counts.items())]
