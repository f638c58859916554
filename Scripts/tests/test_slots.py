"""The build cache: which checkout gets which slot, and what it finds there of the previous one."""
import tempfile
import unittest
from pathlib import Path

from building.slots import SPARE, Cache, default_cache, token_of

MANIFEST = 'targets: [.target(name: "Core"), .executableTarget(name: "ecall-server"), .testTarget(\n    name: "CoreTests")]'


class SlotTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.cache = Cache(self.root / "cache")

    def checkout(self, name, manifest=MANIFEST):
        folder = self.root / name
        folder.mkdir()
        (folder / "Package.swift").write_text(manifest)
        return folder

    def delete(self, checkout):
        (checkout / ".build/slot").unlink()

    def fill(self, slot, *names):
        modules = slot.path / "platform/debug/Modules"
        modules.mkdir(parents=True, exist_ok=True)
        for name in names:
            (modules / f"{name}.swiftmodule").touch()
            (modules.parent / f"{name}.build").mkdir()
        return modules

    def test_a_checkout_keeps_its_slot(self):
        one = self.checkout("one")
        first = self.cache.claim(one, "key")
        self.assertEqual(self.cache.claim(one, "key").path, first.path)
        self.assertEqual(first.path, self.root / "cache/key/1")
        self.assertEqual(first.checkout, one)

    def test_two_checkouts_never_share_a_slot(self):
        paths = {self.cache.claim(self.checkout(name), "key").path for name in ("one", "two", "three")}
        self.assertEqual(len(paths), 3)

    def test_a_copied_checkout_gets_a_slot_of_its_own(self):
        one, copy = self.checkout("one"), self.checkout("copy")
        first = self.cache.claim(one, "key")
        (copy / ".build").mkdir()
        (copy / ".build/slot").write_text((one / ".build/slot").read_text())
        self.assertNotEqual(self.cache.claim(copy, "key").path, first.path)
        self.assertEqual(self.cache.claim(one, "key").path, first.path)

    def test_the_slot_of_a_deleted_checkout_is_lent_without_its_modules(self):
        one = self.checkout("one", MANIFEST.replace('"Core"', '"Old"'))
        slot = self.cache.claim(one, "key")
        # A target that a later version of the manifest no longer has.
        (one / "Package.swift").write_text(MANIFEST)
        slot = self.cache.claim(one, "key")
        modules = self.fill(slot, "Old", "Core", "CoreTests", "ecall_server", "NIOCore", "CoreMetrics")
        for name in ("ecallPackageTests.xctest", "ecall-server", "ecall_CoreTests.resources"):
            (modules.parent / name).touch()
        self.delete(one)
        two = self.checkout("two")
        taken = self.cache.claim(two, "key")
        self.assertEqual(taken.path, slot.path)
        self.assertEqual(sorted(path.name for path in modules.iterdir()), ["CoreMetrics.swiftmodule", "NIOCore.swiftmodule"])
        self.assertEqual(sorted(path.name for path in modules.parent.iterdir()), ["CoreMetrics.build", "Modules", "NIOCore.build"])
        self.assertEqual(taken.checkout, two)

    def test_only_a_slot_of_another_checkout_is_distrusted_until_a_build_succeeds(self):
        one = self.checkout("one")
        slot = self.cache.claim(one, "key")
        self.assertTrue(slot.read()["isTrusted"])
        self.delete(one)
        slot = self.cache.claim(self.checkout("two"), "key")
        self.assertFalse(slot.read()["isTrusted"])
        self.fill(slot, "NIOCore")
        slot.wipe()
        self.assertTrue(slot.read()["isTrusted"])
        self.assertEqual([path.name for path in slot.path.iterdir()], ["checkout"])

    def test_another_compiler_is_another_slot_and_the_old_one_goes(self):
        one = self.checkout("one")
        old = self.cache.claim(one, "old")
        self.fill(old, "NIOCore")
        new = self.cache.claim(one, "new")
        self.assertEqual(new.path, self.root / "cache/new/1")
        self.assertFalse(old.path.exists())
        self.assertEqual(self.cache.claim(one, "new").path, new.path)

    def test_few_slots_without_an_owner_are_kept(self):
        checkouts = [self.checkout(str(number)) for number in range(SPARE + 4)]
        for checkout in checkouts:
            self.cache.claim(checkout, "key")
        for checkout in checkouts:
            self.delete(checkout)
        self.cache.claim(self.checkout("last"), "key")
        kept = [path for path in (self.root / "cache/key").iterdir() if path.is_dir()]
        self.assertEqual(len(kept), SPARE + 1)

    def test_a_checkout_recreated_at_the_same_path_gets_no_leftovers(self):
        one = self.checkout("one")
        slot = self.cache.claim(one, "key")
        modules = self.fill(slot, "Core")
        self.delete(one)
        self.assertIsNone(token_of(one))
        self.assertEqual(self.cache.claim(one, "key").path, slot.path)
        self.assertEqual(list(modules.iterdir()), [])

    def test_the_cache_is_where_the_environment_says(self):
        self.assertEqual(default_cache({"ECALL_BUILD_CACHE": "/a", "HOME": "/h"}), Path("/a"))
        self.assertEqual(default_cache({"XDG_CACHE_HOME": "/x", "HOME": "/h"}), Path("/x/ecall/build"))
        self.assertEqual(default_cache({"HOME": "/h"}), Path("/h/.cache/ecall/build"))


if __name__ == "__main__":
    unittest.main()
