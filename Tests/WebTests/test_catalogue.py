"""Scripts/texts.py refuses invalid catalogues and finds unused texts."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Scripts"))
from catalogue import checking, literals, plurals, swift  # noqa: E402
from catalogue.reading import Bad, Text  # noqa: E402

pytestmark = pytest.mark.pages


def unit(value):
    return {"stringUnit": {"state": "translated", "value": value}}


def entry(localization, comment=""):
    return {"comment": comment, "localizations": {"en": localization}}


def variants(**patterns):
    return {"variations": {"plural": {category: unit(pattern) for category, pattern in patterns.items()}}}


def test_a_text_is_parsed_into_parts():
    assert Text("a.b", entry(unit("100 %% of it"))).languages == {"en": "100 % of it"}
    assert Text("a.b", entry(unit("%2$@ or %1$lld"), "Why.\narguments: count, name")).languages == {"en": "{name} or {count}"}
    plural = Text("a.b", entry(variants(one="%lld day", other="%lld days"), "arguments: count"))
    assert plural.languages == {"en": {"by": "count", "one": "{count} day", "other": "{count} days"}}
    frame = {**unit("%1$@: %#@count@"), "substitutions": {"count": {
        "argNum": 2, "formatSpecifier": "lld", **variants(one="%arg day", other="%arg days")}}}
    assert Text("a.b", entry(frame, "arguments: name, count")).languages == {
        "en": {"by": "count", "one": "{name}: {count} day", "other": "{name}: {count} days"}}


@pytest.mark.parametrize("key, given, comment, reason", [
    ("Settings", unit("x"), "", "keys are names joined by dots"),
    ("a.b", unit("Hello %@"), "", "not the place of an argument"),
    ("a.b", unit("Hello"), "arguments: name", "uses"),
    ("a.b", unit("%@ and %@"), "arguments: name, other", "not the place of an argument"),
    ("a.b", unit("%1$@ %1$lld %2$@"), "arguments: name, other", "text and number"),
    ("a.b", unit("50 % of it"), "", "a % that is none"),
    ("a.b", unit("**bold"), "", "does not close"),
    ("a.b", unit("{name}"), "", "has a brace"),
    ("a.b", unit(""), "", "is empty"),
    ("a.b", variants(other="%lld days"), "arguments: count", "not the categories"),
    ("a.b", variants(one="%lld day", few="%lld days", other="%lld days"), "arguments: count", "not the categories"),
    ("a.b", variants(one="%@ day", other="%@ days"), "arguments: count", "not an argument that is a number"),
    ("a.b", variants(one="%1$@ %2$lld day", other="%1$@ %2$lld days"), "arguments: name, count", "is a substitution"),
])
def test_an_invalid_text_is_refused(key, given, comment, reason):
    with pytest.raises(Bad, match=reason):
        Text(key, entry(given, comment))


def test_a_missing_or_unknown_language_is_refused():
    with pytest.raises(Bad, match="is not in 'en'"):
        Text("a.b", {"localizations": {}})
    with pytest.raises(Bad, match="'xx' is not a language"):
        Text("a.b", {"localizations": {"en": unit("x"), "xx": unit("y")}})


def test_another_language_has_the_same_arguments(monkeypatch):
    monkeypatch.setattr("catalogue.reading.LANGUAGES", ("en", "ru"))
    with pytest.raises(Bad, match="uses"):
        Text("a.b", {"comment": "arguments: name", "localizations": {"en": unit("Hello %@"), "ru": unit("x")}})
    # It may depend on a number where the source does not, with all of its own categories.
    russian = variants(one="%lld день", few="%lld дня", many="%lld дней", other="%lld дня")
    both = Text("a.b", {"comment": "arguments: count", "localizations": {"en": unit("Days: %lld"), "ru": russian}})
    assert both.languages["ru"]["few"] == "{count} дня"
    del russian["variations"]["plural"]["few"]
    with pytest.raises(Bad, match="not the categories"):
        Text("a.b", {"comment": "arguments: count", "localizations": {"en": unit("Days: %lld"), "ru": russian}})


def test_drift_and_unused_texts_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "ROOT", tmp_path)
    (tmp_path / "en.json").write_text("{}")
    assert checking.drift({tmp_path / "en.json": "{}"}) == []
    assert checking.drift({tmp_path / "en.json": "{ }", tmp_path / "x": ""}) == [
        f"{name}: differs from the catalogue: run Scripts/texts.py" for name in ("en.json", "x")]


def test_an_unused_text_is_named():
    text = Text("nobody.uses.this", entry(unit("x")))
    assert [reason.split(": ", 1)[1] for reason in checking.unused([text])] == ["nobody.uses.this: nothing uses it"]


@pytest.mark.parametrize("source, found", [
    ("h('p', null, 'or')", ["or"]),
    ("h('p', null, isNew ? 'is new' : `${name} has it`)", ["is new", "${} has it"]),
    ("h('p', { class: 'row row-open', title: 'Back' }, text('a.b'))", ["Back"]),
    ("button({ label: ok ? 'fine' : 'bad', symbol: 'check' })", ["fine", "bad"]),
    ("throw new InputError('empty', 'Give an address.');", ["Give an address."]),
    ("const names = { fair: 'Fair' };", ["Fair"]),
    ("notify(store, `${name} is your contact now.`, 'good');", ["${} is your contact now."]),
    ("// A comment that says 'Something to somebody'.\nif (event.key === 'Escape') go('contacts');", []),
    ("const kind = isFourth ? 'tile tile-own' : 'tile';", []),
    ("h('a', { href: `#/contacts/${id}`, 'aria-current': 'page' }, text('contacts.title'))", []),
    ("const pattern = /'[^'] is a word'/; h('p', null, text('a.b', { name: `${one} ${other}` }))", []),
])
def test_texts_in_sources_are_found(source, found):
    assert [literal for _, literal in literals.shown("features/x.js", source)] == found


def test_texts_in_the_client_library_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr(literals, "ROOT", tmp_path)
    folder = tmp_path / "Sources/ECallCore"
    folder.mkdir(parents=True)
    (folder / "A.swift").write_text('''
        // "A comment that says something."
        case .offline: "Cannot reach \\(host)."
        log.debug("A line for developers.")
        let name = "device-key"
    ''')
    assert literals.swift_breaches() == [
        "Sources/ECallCore/A.swift:3: a text that is not from the catalogue: 'Cannot reach \\\\(host).'"]


def test_plural_rules_become_swift():
    assert plurals.condition("v = 0 and i % 10 = 2..4 and i % 100 != 12..14") == (
        "number.fractionDigits == 0 && (2...4).contains(number.integer % 10) && !(12...14).contains(number.integer % 100)")
    assert plurals.condition("n = 1") == "number.isWhole && number.integer == 1"
    assert plurals.condition("e = 0 and i != 0 or e != 0..5") == "number.integer != 0"
    with pytest.raises(ValueError, match="not a relation"):
        plurals.condition("t = 1 within 2")


def test_each_text_has_a_name_of_its_own_in_swift():
    assert swift.name("contacts.empty.title") == "contactsEmptyTitle"
