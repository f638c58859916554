"""The displayed progress of a build."""
import tempfile
import unittest
from pathlib import Path

from building.progress import INTERVAL, Progress


MANIFEST = """client:
  name: basic
targets:
  "main": ["<other>"]
  "test": ["<tests>"]
commands:
  "C.tests":
    tool: shell
    inputs: [{objects}]
    outputs: ["tests.xctest"]
  "<tests>":
    tool: phony
    inputs: ["tests.xctest"]
    outputs: ["<tests>"]
  "<other>":
    tool: phony
    inputs: ["{other}"]
    outputs: ["<other>"]
"""


class ProgressTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.time, self.lines = Path(folder.name), 0, []
        self.manifest = self.folder / "debug.yaml"
        self.progress = Progress(self.lines.append, "test", now=lambda: self.time)

    def objects(self, *names):
        """A manifest whose tests are linked of these object files; another target has one more."""
        objects = ", ".join(f'"{self.folder / name}"' for name in names)
        self.manifest.write_text(MANIFEST.format(objects=objects, other=self.folder / "other.o"))

    def wait(self, seconds=INTERVAL):
        self.time += seconds
        self.progress.tick()

    def test_a_line_is_printed_at_least_every_20_seconds(self):
        for _ in range(30):
            self.wait(2)
        self.assertGreaterEqual(len(self.lines), 60 // 20)
        self.assertEqual(self.lines[0], "    16 s: fetching and planning")

    def test_the_share_is_counted_in_object_files(self):
        (self.folder / "old.o").touch()
        self.objects("old.o", "a.o", "b.o", "c.o", "d.o")
        self.progress.read("[1/9] Compiling A", self.manifest)
        self.wait()
        (self.folder / "a.o").touch()
        self.wait()
        self.assertEqual(self.lines, ["    15 s: 0 of 4 object files (0 %)", "    30 s: 1 of 4 object files (25 %)"])

    def test_the_step_is_named_once_all_objects_exist(self):
        self.objects()
        self.progress.read("[3/9] Compiling A", self.manifest)
        self.wait()
        self.assertEqual(self.lines, ["    15 s: step 3: Compiling A"])

    def test_errors_are_shown_at_once(self):
        self.progress.read("/a.swift:1:2: error: no such thing", self.manifest)
        self.assertEqual(self.lines, ["/a.swift:1:2: error: no such thing"])

    def test_a_terminal_shows_the_step_alone(self):
        drawn = []
        progress = Progress(self.lines.append, "test", drawn.append, now=lambda: self.time)
        progress.read("[1/9] Compiling A", self.manifest)
        self.time += 100
        progress.tick()
        self.assertEqual((self.lines, drawn), ([], ["[1/9] Compiling A"]))


if __name__ == "__main__":
    unittest.main()
