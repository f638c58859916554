"""Plural rules of the languages, from Unicode CLDR, in Swift."""
import functools
import json
import re

from .places import RULES

ORDER = ("zero", "one", "two", "few", "many", "other")


@functools.cache
def rules():
    return json.loads(RULES.read_text())


def categories(language):
    """The plural categories of a language."""
    return [category for category in ORDER if category in rules()[language]]


def condition(rule):
    """A rule as an expression of Swift; `true` and `false` where that does not depend on the number."""
    alternatives = [conjunction(part) for part in rule.split(" or ")]
    alternatives = [part for part in alternatives if part != "false"]
    return " || ".join(alternatives) if alternatives else "false"


def conjunction(rule):
    parts = [relation(part) for part in rule.split(" and ")]
    if "false" in parts:
        return "false"
    parts = [part for part in parts if part != "true"]
    return " && ".join(parts) if parts else "true"


def relation(rule):
    match = re.fullmatch(r"([nive])(?: % (\d+))? (!?=) ([\d.,]+)", rule)
    if match is None:
        raise ValueError(f"{RULES.name}: '{rule}' is not a relation of n, i, v or e")
    operand, modulus, sign, values = match.groups()
    if operand == "e":
        # Numbers are never written with an exponent: e is 0.
        holds = any(int(part.split("..")[0]) == 0 for part in values.split(","))
        return "true" if holds == (sign == "=") else "false"
    name = {"n": "number.integer", "i": "number.integer", "v": "number.fractionDigits"}[operand]
    value = f"{name} % {modulus}" if modulus else name
    if ".." not in values and "," not in values:
        told = f"{value} {'==' if sign == '=' else '!='} {values}"
    else:
        ranges = [part.replace("..", "...") if ".." in part else f"{part}...{part}" for part in values.split(",")]
        one = f"({'...'.join([ranges[0].split('...')[0], ranges[-1].split('...')[-1]])})" if adjoin(ranges) else None
        if one is None:
            raise ValueError(f"{RULES.name}: '{rule}' has values that are not in a row")
        told = f"{'' if sign == '=' else '!'}{one}.contains({value})"
    if operand != "n":
        return told
    return f"number.isWhole && {told}" if sign == "=" else f"!(number.isWhole && {told.replace('!=', '==').lstrip('!')})"


def adjoin(ranges):
    """Whether each range is a single number, as 0...0 and 1...1 are."""
    bounds = [tuple(map(int, part.split("..."))) for part in ranges]
    return all(after[0] == before[1] + 1 for before, after in zip(bounds, bounds[1:]))
