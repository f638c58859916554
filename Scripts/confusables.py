#!/usr/bin/env python3
"""Makes the tables of characters that look alike, for Swift and the page, from ICU's version of Unicode's confusables.txt.

    Scripts/confusables.py           writes both tables
    Scripts/confusables.py --check   exits 1 if they are not what this ICU makes

A line is a prototype, a tab, and all characters that UTS 39 maps to it. Characters with a compatibility decomposition are left
out where the decomposition leads to the same prototype: skeletons are made of NFKD. Needs Debian's libicu72 (Unicode 15).
"""
import ctypes
import pathlib
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWIFT = ROOT / "Sources/ECallCore/Text/Generated/Confusables.swift"
PAGE = ROOT / "Web/contacts/confusables.js"
NOTE = "Made by Scripts/confusables.py of Unicode 15.0 data (see NOTICE). Do not edit."


def nfd(text):
    return unicodedata.normalize("NFD", text)


def nfkd(text):
    return unicodedata.normalize("NFKD", text)


def skeletons():
    """The skeleton of each character that is not its own."""
    icu = ctypes.CDLL("libicui18n.so.72")
    error, buffer = ctypes.c_int(0), ctypes.create_string_buffer(400)
    icu.uspoof_open_72.restype = ctypes.c_void_p
    checker = ctypes.c_void_p(icu.uspoof_open_72(ctypes.byref(error)))
    found = {}
    for code in (*range(0xD800), *range(0xE000, 0x110000)):
        character = chr(code)
        if nfd(character) != character:
            continue
        text = character.encode()
        length = icu.uspoof_getSkeletonUTF8_72(checker, 0, text, len(text), buffer, len(buffer), ctypes.byref(error))
        if error.value > 0:
            raise OSError(f"ICU refuses U+{code:04X}: {error.value}")
        skeleton = buffer.raw[:length].decode()
        if skeleton != character:
            found[character] = skeleton
    return found


def lines():
    all_skeletons = skeletons()
    table = {one: to for one, to in all_skeletons.items() if nfkd(one) == one}

    def skeleton(text):
        return nfd("".join(table.get(one, one) for one in nfkd(text)))

    # Letters whose decomposition is a different letter from the one they look like.
    table |= {one: to for one, to in all_skeletons.items() if skeleton(one) != skeleton(to) and unicodedata.category(one)[0] == "L"}
    groups = {}
    for one, to in table.items():
        groups.setdefault(to, []).append(one)
    return [f"{to}\t{''.join(ones)}" for to, ones in sorted(groups.items())]


def escaped(text, form):
    """ASCII: otherwise a reader would mistake them for something else."""
    return "".join(one if " " <= one <= "~" and one not in "\\\"'`$#" else form(ord(one)) for one in text)


def swift(all_lines):
    rows = "\n".join("        " + escaped(line, lambda code: f"\\u{{{code:X}}}") for line in all_lines)
    return f'// {NOTE}\nenum Confusables {{\n    /// A prototype, a tab and what looks like it, a line each.\n    static let table = """\n{rows}\n        """\n}}\n'


def page(all_lines):
    rows = "\n".join(all_lines).replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    rows = "".join(one if one in "\n\t" or " " <= one and not is_unseen(one) else f"\\u{{{ord(one):X}}}" for one in rows)
    return f"// {NOTE}\n/** A prototype, a tab and what looks like it, a line each. */\nexport const confusables = `{rows}`;\n"


def is_unseen(one):
    return unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp", "Mn", "Me", "Mc", "Zs") and one != " "


def main():
    all_lines = lines()
    wrong = []
    for path, text in ((SWIFT, swift(all_lines)), (PAGE, page(all_lines))):
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif path.read_text() != text:
            wrong.append(path)
            print(f"{path.relative_to(ROOT)} is not what Scripts/confusables.py makes")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
