"""Scripts/build with a compiler that fails as a test says, in a checkout of its own."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).parents[1]
#: Fails while the scratch folder holds a file `stale`, or the checkout one named `broken`.
SWIFT = """#!/bin/sh
[ "$1" = --version ] && { echo "Swift 1"; exit 0; }
echo built >> "$0.log"
[ ! -e broken ] || { echo "a.swift:1:1: error: it is broken"; exit 1; }
[ ! -e "$3/stale" ] || { echo "error: stale module"; exit 1; }
echo "Build complete!"
"""


class BuildTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "bin").mkdir()
        (self.root / "bin/swift").write_text(SWIFT)
        (self.root / "bin/swift").chmod(0o755)
        self.log = self.root / "bin/swift.log"

    def checkout(self, name):
        folder = self.root / name
        (folder / "Scripts").mkdir(parents=True)
        for part in ("build", "build-folder", "package-versions.txt", "packages.sh"):
            shutil.copy(SCRIPTS / part, folder / "Scripts")
        shutil.copytree(SCRIPTS / "building", folder / "Scripts/building")
        (folder / "Package.swift").write_text('.target(name: "Core")')
        return folder

    def run_script(self, checkout, name, *options):
        environment = os.environ | {"ECALL_BUILD_CACHE": str(self.root / "cache"), "ECALL_APPLE": "",
                                    "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"}
        return subprocess.run([checkout / "Scripts" / name, *options], cwd=checkout, env=environment, capture_output=True,
                              text=True, timeout=30, check=False)

    def builds(self):
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    def folder_of(self, checkout):
        return Path(self.run_script(checkout, "build-folder").stdout.strip())

    def test_a_build_that_fails_in_an_inherited_slot_empties_it_and_runs_once_more(self):
        one = self.checkout("one")
        slot = self.folder_of(one)
        (slot / "stale").touch()
        shutil.rmtree(one)
        two = self.checkout("two")
        done = self.run_script(two, "build")
        self.assertEqual((done.returncode, self.builds()), (0, 2), done.stderr)
        self.assertEqual(self.folder_of(two), slot)
        self.assertIn("building once more", done.stderr)

    def test_a_compile_error_in_an_own_slot_is_shown_and_empties_nothing(self):
        one = self.checkout("one")
        self.assertEqual(self.run_script(one, "build").returncode, 0)
        (self.folder_of(one) / "module").touch()
        (one / "broken").touch()
        done = self.run_script(one, "build")
        self.assertEqual((done.returncode, self.builds()), (1, 2))
        self.assertIn("it is broken", done.stderr)
        self.assertTrue((self.folder_of(one) / "module").exists())

    def test_a_clean_build_empties_the_slot(self):
        one = self.checkout("one")
        (self.folder_of(one) / "stale").touch()
        done = self.run_script(one, "build", "--from-nothing")
        self.assertEqual((done.returncode, self.builds()), (0, 1), done.stderr)

    def test_other_versions_of_packages_fail_and_can_be_accepted(self):
        one = self.checkout("one")
        (one / "Package.resolved").write_text('{"pins": [{"identity": "swift-nio", "state": {"version": "9.9.9"}}]}')
        done = self.run_script(one, "build", "--check-versions")
        self.assertEqual(done.returncode, 1)
        self.assertIn("swift-nio is 9.9.9, and ", done.stderr)
        self.assertIn("Scripts/build --write-versions", done.stderr)
        self.assertEqual(self.run_script(one, "build", "--write-versions").returncode, 0)
        self.assertEqual(self.run_script(one, "build", "--check-versions").returncode, 0)

    def test_links_lead_to_the_programs(self):
        one = self.checkout("one")
        self.run_script(one, "build")
        self.assertEqual(os.readlink(one / ".build/release"), str(self.folder_of(one) / "release"))


if __name__ == "__main__":
    unittest.main()
