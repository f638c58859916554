"""The texts that the system shows for the iPhone app: which there are, and what is wrong with them."""
import json
import pathlib
import tempfile
import types
import unittest
from unittest import mock

from catalogue import apple, checking
from catalogue.reading import Bad, Text

SOURCE = '''case .newFriendRequest(let name):
    ("newFriendRequest", name, "new_title", "new_content")
case .warningLogin: ("warningLogin", nil, "warning_title", "warning_content")
'''
ALERTS = {"new_title": "alert.new.title", "new_content": "alert.new.content",
          "warning_title": "alert.warning.title", "warning_content": "alert.warning.content"}


def entry(value, arguments=""):
    remark = {"comment": f"arguments: {arguments}"} if arguments else {}
    return {**remark, "localizations": {"en": {"stringUnit": {"state": "translated", "value": value}}}}


def catalogue(**changes):
    strings = {key: entry("Text") for key in ALERTS.values()} | {"alert.new.content": entry("%@ is new", "name")}
    return {"sourceLanguage": "en", "version": "1.0", "strings": strings | changes}


class AppleTextsTests(unittest.TestCase):
    def alerts(self, alerts=ALERTS, source=SOURCE, **changes):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "PushPayload.swift")
            file.write_text(source)
            found = [Text(key, one) for key, one in catalogue(**changes)["strings"].items()]
            with mock.patch.multiple(apple, ALERTS=alerts, PUSHES=file, ROOT=pathlib.Path(folder)):
                return apple.alerts(found)

    def test_names_of_pushes_are_found_with_the_number_of_their_arguments(self):
        expected = {"new_title": 0, "new_content": 1, "warning_title": 0, "warning_content": 0}
        self.assertEqual(apple.pushed(SOURCE), expected)

    def test_the_alerts_are_those_that_pushes_name(self):
        self.assertEqual(self.alerts(), [])
        lacking = {name: key for name, key in ALERTS.items() if name != "warning_title"}
        self.assertEqual(self.alerts(lacking), ["PushPayload.swift: sends warning_title, which Scripts/catalogue/apple.py lacks"])
        surplus = ALERTS | {"gone_title": "alert.gone"}
        self.assertEqual(self.alerts(surplus), ["Scripts/catalogue/apple.py: gone_title: no push sends it"])

    def test_a_text_has_no_more_places_than_its_push_has_texts_for_them(self):
        changed = {"alert.warning.content": entry("%@ is new", "name")}
        self.assertEqual(self.alerts(**changed), ["alert.warning.content: has 1 places, its push has 0 texts for them"])

    def test_every_language_that_clients_offer_reaches_the_app_and_no_draft(self):
        all_three = entry("Text")
        for language, value in (("de", "Wort"), ("fr", "Mot")):
            all_three["localizations"][language] = {"stringUnit": {"state": "translated", "value": value}}
        with mock.patch.object(apple, "LANGUAGES", ("en", "de")):
            made = json.loads(apple.made({"new_title": "alert.new.title"}, catalogue(**{"alert.new.title": all_three})))
        localizations = made["strings"]["new_title"]["localizations"]
        self.assertEqual(sorted(localizations), ["de", "en"])
        self.assertEqual(localizations["de"]["stringUnit"]["value"], "Wort")
        self.assertEqual(made["sourceLanguage"], "en")

    def test_missing_plural_and_strong_texts_are_refused(self):
        plural = {"localizations": {"en": {"variations": {"plural": {}}}}}
        for what, changes in {
            "is missing": None, "neither plurals nor": {"alert.new.title": plural}, "nor **strong**": {"alert.new.title": entry("**Text**")},
        }.items():
            with self.subTest(what), self.assertRaisesRegex(Bad, "alert.new.title.*" + what.replace("*", r"\*")):
                apple.made({"new_title": "alert.new.title"}, catalogue(**changes) if changes else {"strings": {}})

    def test_a_text_that_only_the_system_shows_is_used(self):
        shown, forgotten = (types.SimpleNamespace(key=key) for key in ("system.camera", "system.forgotten"))
        self.assertEqual([one.split(": ")[1] for one in checking.unused([shown, forgotten])], ["system.forgotten"])


if __name__ == "__main__":
    unittest.main()
