"""Each rule of check-requirements.py, broken once in a small repository that keeps all of them."""
import pathlib
import runpy
import tempfile
import unittest

Checker = runpy.run_path(str(pathlib.Path(__file__).parents[1] / "check-requirements.py"))["Checker"]

INDEX = """# Requirements

| works | tested |
| compiled | never run |
| differs | otherwise |
| open | not there |
| – | nothing |

| `open: iOS` | there is none |

| 000-1: calls | so | why |
"""
HEAD = """# 000: flows

| Id | Sentence | Server | Library | Command line | Page | iOS |
|---|---|---|---|---|---|---|
"""
ROWS = """| 000-1 | Calls connect | [works][CallTests] | [differs][decision 1] | – | [works][calls.test], [works][test_calls] | open: iOS |
"""
LINKS = """
[CallTests]: ../../Tests/Server/CallTests.swift
[calls.test]: ../../Tests/Web/calls.test.mjs
[decision 1]: ../decisions/0001-so.md#why-so
[test_calls]: ../../Tests/Web/test_calls.py
"""
FILES = {
    "docs/requirements.md": INDEX,
    "docs/requirements/000-flows.md": HEAD + ROWS + LINKS,
    "docs/decisions/0001-so.md": "# So\n\n## Why so\n",
    "Tests/Server/CallTests.swift": '    @Test(\n        "000-1: they connect", arguments: [1])\n    func connect() {}\n',
    "Tests/Web/calls.test.mjs": "// 000-1\ntest('they connect', () => {});\n",
    "Tests/Web/test_calls.py": "# 000-1\n@pytest.mark.limit(9)\ndef test_calls(cast):\n    pass\n",
}


class CheckRequirementsTests(unittest.TestCase):
    def breaches(self, changes=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**FILES, **(changes or {})}.items():
                file = pathlib.Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return Checker(pathlib.Path(folder).resolve()).run()

    def page(self, rows=ROWS, links=LINKS, head=HEAD):
        return self.breaches({"docs/requirements/000-flows.md": head + rows + links})

    def test_all_is_well(self):
        self.assertEqual(self.breaches(), [])

    def test_rules_of_pages(self):
        for what, breaches in {
            "000-1 has 4 surfaces, there are 5": self.page(ROWS.replace("| – ", "")),
            "the columns are Id, Sentence, Server": self.page(head=HEAD.replace("Page | iOS", "iOS | Page")),
            "000-1 is there twice": self.page(ROWS + ROWS),
            "'001-1' is no id of this page": self.page(ROWS + ROWS.replace("000-1", "001-1")),
            "'x' is no id of this page": self.page(ROWS + "| x | Calls | – | – | – | – | open: iOS |\n"),
            "000-2 is of no surface": self.page(ROWS + "| 000-2 | Calls | – | – | – | – | – |\n"),
            "'Android' is no cause of docs/requirements.md: iOS": self.page(ROWS.replace("open: iOS", "open: Android")),
            "'works' is none of [works][Test]": self.page(ROWS.replace("[works][CallTests]", "works")),
            "'' is none of [works][Test]": self.page(ROWS.replace("| – ", "|  ")),
            "what differs is explained in docs": self.page(ROWS.replace("[decision 1]", "[CallTests]"), LINKS.replace("[decision 1]: ../decisions/0001-so.md#why-so\n", "")),
            "[NoTests] is not defined at the end": self.page(ROWS.replace("[CallTests]", "[NoTests]")),
            "nothing links to CallTests": self.page(ROWS.replace("[works][CallTests]", "–")),
            "only the iOS app is compiled against stand-ins, not the server": self.page(ROWS.replace("[works][CallTests]", "[compiled][CallTests]")),
            "'compiled' is none of [works][Test], [compiled][Test]": self.page(ROWS.replace("open: iOS", "compiled")),
            "'[compiled][CallTests], [works][test_calls]' is none of": self.page(ROWS.replace("open: iOS", "[compiled][CallTests], [works][test_calls]")),
            "000-1: decision 1 is not a test": self.page(ROWS.replace("open: iOS", "[compiled][decision 1]")),
            "link to a file that is not there: ../../Tests/Server/NoTests.swift": self.page(links=LINKS.replace("CallTests.swift", "NoTests.swift")),
            "link to a heading that is not there: ../decisions/0001-so.md#why": self.page(links=LINKS.replace("#why-so", "#why")),
            "there is no row 000-7": self.page(links=f"\nAlso here: 000-7.\n{LINKS}"),
        }.items():
            with self.subTest(what):
                self.assertTrue(any(what in breach for breach in breaches), breaches)

    def test_tests_carry_the_ids_of_their_rows(self):
        for file, name in [("Tests/Server/CallTests.swift", "CallTests"), ("Tests/Web/calls.test.mjs", "calls.test"), ("Tests/Web/test_calls.py", "test_calls")]:
            with self.subTest(name):
                where = "docs/requirements/000-flows.md:5"
                missing = f"{where}: 000-1: no test of {name} carries it, in its name or in a comment above it"
                self.assertEqual(self.breaches({file: FILES[file].replace("000-1", "")}), [missing])
                # A comment elsewhere belongs to no test.
                elsewhere = self.breaches({file: FILES[file].replace("000-1", "") + "\n// 000-1\n"})
                self.assertEqual(elsewhere[0], missing)
                self.assertIn("000-1 is carried by no test", elsewhere[1])

    def test_a_compiled_cell_needs_a_test_that_carries_its_id(self):
        rows = ROWS.replace("[works][CallTests]", "–").replace("open: iOS", "[compiled][CallTests], [compiled][calls.test]")
        self.assertEqual(self.page(rows), [])
        changed = {"docs/requirements/000-flows.md": HEAD + rows + LINKS, "Tests/Server/CallTests.swift": "    @Test func connect() {}\n"}
        self.assertEqual(
            self.breaches(changed),
            ["docs/requirements/000-flows.md:5: 000-1: no test of CallTests carries it, in its name or in a comment above it"])

    def test_the_index_says_what_each_cell_means(self):
        breaches = self.breaches({"docs/requirements.md": INDEX.replace("| compiled | never run |\n", "")})
        self.assertEqual(breaches, ["docs/requirements.md:1: no row says what 'compiled' means"])

    def test_what_tests_carry_has_a_row(self):
        breaches = self.breaches({"Tests/Web/more.test.mjs": "// 000-1, 000-9\ntest('more', () => {});\n"})
        self.assertEqual(breaches, ["Tests/Web/more.test.mjs:1: there is no row 000-9 in docs/requirements"])

    def test_a_description_carries_ids_too(self):
        text = 'def test_calls(cast):\n    """000-1: they connect."""\n'
        self.assertEqual(self.breaches({"Tests/Web/test_calls.py": text}), [])

    def test_the_index_cites_rows(self):
        breaches = self.breaches({"docs/requirements.md": FILES["docs/requirements.md"].replace("000-1", "000-3")})
        self.assertEqual(breaches, ["docs/requirements.md:11: there is no row 000-3"])


if __name__ == "__main__":
    unittest.main()
