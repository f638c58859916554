#!/usr/bin/env python3
"""Makes the table of phone number plans, for Swift and the page, of PyPI's phonenumbers (Google's libphonenumber).

    Scripts/phone-plan.py           writes both tables
    Scripts/phone-plan.py --check   exits 1 if they are not what this release makes

Needs the release that Scripts/phone-plan.txt pins: python3 -m venv v; v/bin/pip install -r Scripts/phone-plan.txt.
"""
import pathlib
import re
import sys
try:
    import re._parser as parser
except ImportError:
    import sre_parse as parser

from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata, __version__

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWIFT = ROOT / "Sources/ECallAPI/Typed/Generated/PhonePlans.swift"
PAGE = ROOT / "Web/session/phone-plans.js"
NOTE = f"Made by Scripts/phone-plan.py of libphonenumber's metadata, phonenumbers {__version__} (see NOTICE). Do not edit."
FORM = ("calling code, prefix within the country (! if no number begins with it, - for none), numbers of digits, regions, prefixes for calls abroad other than 00 (- for "
        "none); and where more than that prefix is written before numbers: a pattern of it, what takes its place (- for nothing), and a pattern of numbers")
# Argentina writes 15 between the area code and the number of a mobile phone, Brazil and Colombia the code of a carrier before the area code.
MORE_BEFORE = ("AR", "BR", "CO", "MX")
# Mexico's numbers had these until 2019, and people and address books still have them; the metadata does not any more.
FORMER = {"MX": ("1!", "0(?:1|44|45)")}
# Russia and its neighbours write a tone marker between the digits, which people leave out.
MOST_PREFIXES = 60


def texts(pattern):
    """All texts that a pattern without repetition beyond `?` matches."""
    def of(items):
        found = [""]
        for operator, argument in items:
            name = str(operator)
            if name == "LITERAL":
                more = [chr(argument)]
            elif name == "IN":
                more = []
                for kind, value in argument:
                    if str(kind) == "LITERAL":
                        more.append(chr(value))
                    elif str(kind) == "RANGE":
                        more += [chr(code) for code in range(value[0], value[1] + 1)]
                    else:
                        more += list("0123456789")
            elif name == "SUBPATTERN":
                more = of(argument[3])
            elif name == "BRANCH":
                more = [text for branch in argument[1] for text in of(branch)]
            elif name == "MAX_REPEAT":
                least, most, items = argument
                if most > 2:
                    raise ValueError(pattern)
                more = [first for count in range(least, most + 1) for first in powers(of(items), count)]
            else:
                raise ValueError(f"{pattern}: {name}")
            found = [one + other for one in found for other in more]
        return found
    return of(parser.parse(pattern))


def powers(texts, count):
    return [""] if count == 0 else [one + other for one in powers(texts, count - 1) for other in texts]


def begins(pattern, prefix):
    """Whether a text that matches a pattern begins with the prefix: tries one digit after the other."""
    digits = "0123456789"

    def starts(items):
        """The first two digits of the items' matches."""
        found = {""}
        for operator, argument in items:
            name = str(operator)
            if name == "LITERAL":
                more = {chr(argument)}
            elif name == "IN":
                more = set()
                for kind, value in argument:
                    more |= {chr(value)} if str(kind) == "LITERAL" else {chr(c) for c in range(value[0], value[1] + 1)} if str(kind) == "RANGE" else set(digits)
            elif name == "SUBPATTERN":
                more = starts(argument[3])
            elif name == "BRANCH":
                more = set().union(*(starts(branch) for branch in argument[1]))
            elif name == "MAX_REPEAT":
                least, most, items = argument
                one = starts(items)
                more = {"" for _ in [0] if least == 0}
                power = {""}
                for count in range(1, min(most, 2) + 1):
                    power = {a + b for a in power for b in one}
                    if count >= min(least, 2):
                        more |= power
            else:
                raise ValueError(f"{pattern}: {name}")
            found = {(one + other)[:2] for one in found for other in more}
            if all(len(one) == 2 for one in found):
                break
        return found
    return any(start.startswith(prefix[:2]) for start in starts(parser.parse(pattern)))


def ranges(lengths):
    """`4-6,8` for 4, 5, 6 and 8."""
    runs = []
    for length in sorted(lengths):
        if runs and runs[-1][1] == length - 1:
            runs[-1][1] = length
        else:
            runs.append([length, length])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def plan(code, regions):
    regions = [region for region in regions if region != "001"]
    plans = [PhoneMetadata.metadata_for_region(region) for region in regions] or [PhoneMetadata.metadata_for_nongeo_region(code)]
    main = plans[0]
    trunk = main.national_prefix or ""
    if trunk and not any(begins(each.general_desc.national_number_pattern, trunk) for each in plans):
        trunk += "!"
    kinds = [kind for each in plans for kind in (each.fixed_line, each.mobile, each.voip, each.personal_number) if kind]
    lengths = {length for kind in kinds for length in kind.possible_length if length > 0}
    lengths = lengths or {length for each in plans for length in each.general_desc.possible_length}
    abroad = sorted({text for text in texts(main.international_prefix or "00")} - {"00"}, key=lambda text: (-len(text), text))
    if len(abroad) > MOST_PREFIXES:
        abroad = [main.preferred_international_prefix] if main.preferred_international_prefix else []
    abroad = [text for text in abroad if "~" not in text]
    more = patterns(main) if main.id in MORE_BEFORE else []
    trunk = FORMER.get(main.id, [trunk])[0]
    return " ".join([str(code), trunk or "-", ranges(lengths), ",".join(regions) or "-", *([",".join(abroad) or "-"] if abroad or more else []), *more])


def patterns(plan):
    """Patterns that Swift and JavaScript read alike, and that need no escapes in their literals."""
    before = FORMER[plan.id][1] if plan.id in FORMER else plan.national_prefix_for_parsing
    instead = (plan.national_prefix_transform_rule or "-").replace("\\", "$")
    return [before.replace(r"\d", "[0-9]"), instead, plan.general_desc.national_number_pattern.replace(r"\d", "[0-9]")]


def table():
    return "\n".join(plan(code, regions) for code, regions in sorted(COUNTRY_CODE_TO_REGION_CODE.items(), key=lambda row: str(row[0])))


def files():
    text = table()
    rows = "\n".join(f"    {line}" for line in text.split("\n"))
    return {
        SWIFT: f'// {NOTE}\n\n/// The rows of `PhonePlan`: {FORM}.\nlet phonePlans = """\n{rows}\n    """\n',
        PAGE: f"// {NOTE}\n\n/** The rows of phone-plan.js: {FORM}. */\nexport const phonePlans = `{text}`;\n",
    }


def main():
    wrong = []
    for path, text in files().items():
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                wrong.append(path)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for path in wrong:
        print(f"{path.relative_to(ROOT)} is not what Scripts/phone-plan.py makes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
