"""A sixteenth language, in a copy of what a person would change for it."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from catalogue import newcomer
from catalogue.places import ROOT

NEEDED = ("Scripts", "Sources/ECallLanguage", "Sources/ECallServer/Landing", "Sources/Notifications/Messages", "Web/texts", "Apps/iOS", "docs")
FILES = ("Tests/WebTests/plural-rules.test.mjs", "Tests/WebTests/locale-formats.test.mjs", "Tests/Vectors/language-choice.json")
#: Without the files that are made of these, which takes most of a minute.
ADD = """
import json
from catalogue import newcomer
newcomer.made = lambda: None
newcomer.new("nl")
print(json.dumps(newcomer.untranslated(json.loads(newcomer.CATALOGUE.read_text()))))
"""


class NewcomerTests(unittest.TestCase):
    def test_one_command_adds_a_language_everywhere_and_the_check_names_what_is_not_translated(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for needed in NEEDED:
                shutil.copytree(ROOT / needed, root / needed)
            for needed in FILES:
                (root / needed).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / needed, root / needed)
            added = subprocess.run([sys.executable, "-c", ADD], cwd=root / "Scripts", capture_output=True, text=True)
            self.assertEqual(added.returncode, 0, added.stderr)
            for path, part in (
                ("Scripts/catalogue/reading.py", '"nl"'), ("Scripts/catalogue/swift.py", '"nl": "dutch"'), ("Web/texts/languages.js", "nl: 'Nederlands'"),
                ("Apps/iOS/xtool.yml", "expanded/nl.lproj"), ("docs/translations.md", "translations/nl.md"), ("docs/translations/nl.md", "(nl)"),
                ("Sources/ECallLanguage/plural-rules.json", '"nl"'), ("Sources/Notifications/Messages/Texts/MessageTexts.swift", "case .dutch: .dutch"),
                ("Sources/Notifications/Messages/Languages/MessageLanguage.swift", 'case dutch = "nl"'),
                ("Sources/ECallServer/Landing/Texts/LandingTexts+dutch.swift", 'ownName: "Nederlands"'),
                ("Tests/Vectors/language-choice.json", '"best": "nl"'), *((path, "'nl'") for path in FILES[:2]),
            ):
                self.assertIn(part, (root / path).read_text(), path)
            first, *others = json.loads(added.stdout)
            self.assertRegex(first, r"Localizable\.xcstrings: nl: \d{4} texts are not translated yet")
            self.assertEqual([line.split("/")[-1] for line in others],
                             ["MessageTexts+dutch.swift: is not translated yet", "LandingTexts+dutch.swift: is not translated yet"])

    def test_messages_of_the_server_have_the_plural_forms_of_the_language(self):
        for tag, forms in (("ru", ["one", "few", "many", "other"]), ("ja", ["other"])):
            text = newcomer.server_texts("MessageTexts", "new", tag)
            self.assertEqual([text.count(f".{form}: ") for form in ("one", "few", "many", "other")], [3 if form in forms else 0 for form in ("one", "few", "many", "other")])
            self.assertIn("static let new = MessageTexts(", text)
