#!/usr/bin/env python3
"""Makes what clients read of the one catalogue of texts; `--check` prints what is wrong with it, and exits 1 if anything is.

    Scripts/texts.py                             after the catalogue was changed, or two branches were merged
    Scripts/texts.py --add KEY TEXT [COMMENT]    a text in English: `{name}` is the place of a text, `{#count}` of a number,
                                                 and `{#count} person | {#count} people` depends on it
    Scripts/texts.py --import LANGUAGE FILE [UNSURE]    translations by key, as JSON: a text with `{name}`, or
                                                 `{"by": "count", "one": …, "other": …}`; UNSURE lists the keys that need a review
    Scripts/texts.py --new-language TAG          adds a language everywhere, with English texts that wait, and says what is left

A text is an entry of Sources/ECallLanguage/Localizable.xcstrings. The last line of its comment names its arguments, in the
order of their positions: `arguments: name, count`. A text that depends on a number has plural variations: of the whole text
where the number is its only argument, else as the one substitution `%#@count@`. What stands between `**` is strong.
"""
import json
import sys

from catalogue import apple, checking, literals, newcomer, page, swift
from catalogue.adding import add
from catalogue.importing import take
from catalogue.places import CATALOGUE, ROOT
from catalogue.reading import Bad, texts, written_as_xcode


def main(arguments):
    if arguments[:1] == ["--add"] and len(arguments) in (3, 4):
        try:
            add(*arguments[1:])
        except Bad as reason:
            return told([str(reason)])
    elif arguments[:1] == ["--import"] and len(arguments) in (3, 4):
        if bad := take(*arguments[1:]):
            told(bad)
    elif arguments[:1] == ["--new-language"] and len(arguments) == 2:
        try:
            return told(newcomer.new(arguments[1])) - 1
        except Bad as reason:
            return told([str(reason)])
    elif arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    found, bad = texts()
    if bad:
        return told([f"{CATALOGUE.relative_to(ROOT)}: {reason}" for reason in bad])
    try:
        made = {**page.files(found), **swift.files(found), **apple.files()}
    except Bad as reason:
        return told([f"{CATALOGUE.relative_to(ROOT)}: {reason}"])
    files = {CATALOGUE: written_as_xcode(json.loads(CATALOGUE.read_text())), **made}
    if arguments == ["--check"]:
        return told(checking.drift(files) + checking.unused(found) + checking.static(found) + apple.alerts(found) + literals.breaches()
                    + newcomer.untranslated(json.loads(CATALOGUE.read_text())))
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return 0


def told(bad):
    for reason in bad:
        print(reason)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
