"""The patterns that check-prose.py refuses, each once, and the text it accepts."""
import json
import pathlib
import runpy
import unittest

prose = runpy.run_path(str(pathlib.Path(__file__).parents[1] / "check-prose.py"))

FOREIGN = (
    "This is no private key.", "There are no contacts, and these are no links.", "The camera may not be used.", "Ask somebody for a link.",
    "Nobody has this address.", "Who opens it can ask to become your contact.", "Wait. Who calls is told.",
)
PLAIN = (
    "That isn't a private key.", "It is no longer there.", "Who is in the call?", "The camera might not start.", "There is no contact.",
    "Who can call you", "Someone else answered.",
)


class CheckProseTests(unittest.TestCase):
    def test_refuses_foreign_wording(self):
        for text in FOREIGN:
            with self.subTest(text):
                self.assertTrue(list(prose["foreign"](text)))

    def test_leaves_plain_sentences(self):
        for text in PLAIN:
            with self.subTest(text):
                self.assertEqual(list(prose["foreign"](text)), [])

    def test_names_the_text_of_a_screen(self):
        catalogue = json.dumps({"strings": {"good.key": {"localizations": {"en": {"stringUnit": {"value": "Muted"}}}},
                                            "bad.key": {"localizations": {"en": {"variations": {"plural": {"other": {"stringUnit": {
                                                "value": "Ask somebody"}}}}}}}}}, indent=2, separators=(",", " : "))
        self.assertEqual([what.split(":")[0] for _, what in prose["screens"](catalogue)], ["bad.key"])

    def test_reads_documents_without_their_code(self):
        text = prose["prose_of"]("Run `it may not`:\n```\nsomebody\n```\n[who](somebody.md) is here; somebody is.\n")
        found = [text.count("\n", 0, place) for place, _ in prose["foreign"](text)]
        self.assertEqual(found, [4])

    def test_counts_comments_without_a_subject(self):
        for line in ("/// Who is in the call.", "    // What comes later.", " * Of a device.", "# That one."):
            with self.subTest(line):
                self.assertTrue(prose["HEADLESS"].search(line))
        for line in ("/// Whether it rings.", "// The devices of a person.", "/// Whatever is there.", "let text = \"// Who\""):
            with self.subTest(line):
                self.assertFalse(prose["HEADLESS"].search(line))

    def test_counts_tests_with_one_word(self):
        self.assertTrue(prose["ONE_WORD"].search('@Test("both")'))
        self.assertFalse(prose["ONE_WORD"].search('@Test("both devices ring")'))
