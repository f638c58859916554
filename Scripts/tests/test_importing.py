"""Translations as they come into the catalogue, and those that do not."""
import json
import unittest

from catalogue.importing import added
from catalogue.reading import LANGUAGES, Bad, Text


def english(value, arguments="", plural=None):
    entry = {"localizations": {"en": plural or {"stringUnit": {"state": "translated", "value": value}}}}
    return entry | ({"comment": f"arguments: {arguments}"} if arguments else {})


def catalogue():
    one = {"one": "%lld person", "other": "%lld people"}
    two = {"one": "%1$@ and %arg other", "other": "%1$@ and %arg others"}

    def forms(values):
        return {"plural": {name: {"stringUnit": {"state": "translated", "value": value}} for name, value in values.items()}}

    return {"strings": {
        "a.plain": english("Mute"), "a.percent": english("50 %%"), "a.names": english("%1$@ calls %2$@", "who, whom"),
        "a.people": english("", "count", {"variations": forms(one)}),
        "a.others": english("", "name, count", {
            "stringUnit": {"state": "translated", "value": "%#@count@"},
            "substitutions": {"count": {"argNum": 2, "formatSpecifier": "lld", "variations": forms(two)}}}),
    }}


RUSSIAN = {
    "a.plain": "Выключить звук", "a.percent": "50 %", "a.names": "{whom}: звонит {who}",
    "a.people": {"by": "count", "one": "{count} человек", "few": "{count} человека", "many": "{count} человек", "other": "{count} человека"},
    "a.others": {"by": "count", "one": "{name} и ещё {count}", "few": "{name} и ещё {count}", "many": "{name} и ещё {count}",
                 "other": "{name} и ещё {count}"},
}


class ImportingTests(unittest.TestCase):
    def test_imported_translations_equal_the_written_ones(self):
        taken = catalogue()
        self.assertEqual(added(taken, "ru", RUSSIAN, unsure=["a.plain"]), [])
        for key, translation in RUSSIAN.items():
            with self.subTest(key):
                self.assertEqual(Text(key, taken["strings"][key]).languages["ru"], translation)
        self.assertIn("needs_review", json.dumps(taken["strings"]["a.plain"]))
        self.assertNotIn("needs_review", json.dumps(taken["strings"]["a.names"]))

    def test_a_text_has_its_arguments_in_every_language(self):
        def entry(**changes):
            one = {"stringUnit": {"state": "translated", "value": "%1$@ calls %2$@"}}
            return {"comment": "arguments: who, whom", "localizations": {language: one for language in LANGUAGES} | changes}

        self.assertEqual(set(Text("a.names", entry()).languages), set(LANGUAGES))
        for language in LANGUAGES[1:]:
            other = {"stringUnit": {"state": "translated", "value": "%1$@"}}
            with self.subTest(language), self.assertRaisesRegex(Bad, f"'{language}'|, {language}: uses"):
                Text("a.names", entry(**{language: other}))

    def test_leaves_out_invalid_translations(self):
        for key, translation, why in (
            ("a.names", "{who}", "uses"), ("a.names", "{who} {whom} {where}", "{where}"), ("a.plain", "", "empty"),
            ("a.plain", "**Mute", "strong"), ("a.none", "Mute", "not in the catalogue"),
            ("a.people", {"by": "count", "one": "{count}", "other": "{count}"}, "forms"),
        ):
            with self.subTest(key=key, translation=translation):
                taken = catalogue()
                bad = added(taken, "ru", {key: translation})
                self.assertEqual(len(bad), 1)
                self.assertIn(why, bad[0])
                self.assertEqual(taken, catalogue())
