"""The tables of phone number plans are one, in Swift and in the page, and of the pinned release."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = ROOT / "Sources/ECallAPI/Typed/Generated/PhonePlans.swift"
PAGE = ROOT / "Web/session/phone-plans.js"
ROW = re.compile(r"^\d{1,3} (?:\d+!?|-) \d+(?:-\d+)?(?:,\d+(?:-\d+)?)* (?:[A-Z]{2}(?:,[A-Z]{2})*|-)(?: (?:\d+(?:,\d+)*|-)(?: [^ \\]+ [$\d-]+ [^ \\]+)?)?$", re.M)


class PhonePlans(unittest.TestCase):
    def test_swift_and_the_page_have_the_same_rows(self):
        swift, page = (ROW.findall(re.sub(r"^ +|`;?", "", path.read_text().replace("= `", "= \n"), flags=re.M)) for path in (SWIFT, PAGE))
        self.assertGreater(len(swift), 200)
        self.assertEqual(swift, page)

    def test_both_tables_are_of_the_pinned_release(self):
        release = (ROOT / "Scripts/phone-plan.txt").read_text().strip().replace("==", " ")
        for path in (SWIFT, PAGE):
            self.assertIn(release, path.read_text(), path)


if __name__ == "__main__":
    unittest.main()
