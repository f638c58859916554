"""Stand-ins of Apple's frameworks: compiled once for each state of their inputs, complete for the app's use, found by the app alone."""
import importlib.machinery
import importlib.util
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from building import flags, stand_ins

SCRIPTS = Path(__file__).parents[1]


def script(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_").removesuffix(".py"), str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


check = script("check-stand-ins.py")
snippets = script("check-snippets")

SOURCE = """
public struct Row<Content: View>: View {
    public init(_ title: String, note: String? = nil, @ViewBuilder content: () -> Content) {}
    public init(_ title: String, symbol: Symbol, @ViewBuilder content: () -> Content) {}
}

public enum Edge: Sendable { case leading, trailing }

extension View {
    public func swipe(edge: Edge = .leading) -> some View { self }
    public func padding(_ length: Int) -> some View { self }
    public func padding(_ edges: Int, _ length: Int) -> some View { self }
    public static var wide: Int { 1 }
}
"""


class UnusedTests(unittest.TestCase):
    def unused(self, app):
        return [what for _, what in check.unused(SOURCE, SOURCE, app)]

    def test_an_app_that_uses_everything_leaves_nothing(self):
        app = 'Row("a") { x }\nRow("a", symbol: .x) { x.swipe(edge: .trailing).padding(1).padding(2, 3) }\nx.wide'
        self.assertEqual(self.unused(app), [])

    def test_each_part_that_is_not_used_is_named(self):
        everything = 'Row("a") { x }\nRow("a", symbol: .x) { x.swipe(edge: .trailing).padding(1).padding(2, 3) }\nx.wide'
        rows = [('Row("a", symbol: .x)', "", ["Row(_, symbol)"]), (".padding(2, 3)", "", ["padding(_, _)"]),
                ("x.wide", "", ["View.wide"]), ("edge: .trailing", "", ["case trailing"]), (".swipe(edge: .trailing)", "", ["swipe()", "case trailing"])]
        for part, instead, expected in rows:
            with self.subTest(part=part):
                self.assertEqual(self.unused(everything.replace(part, instead)), expected)

    def test_what_is_for_tests_is_left_out(self):
        source = "\n".join([
            "public let version = 1", "public class Player {", "    public class func shared() {}", "    @_spi(Phone)", "    public var heard: Int", "}",
            "@_spi(Phone)", "public struct State {", "    public var isOn = false", "    public init() {}", "}",
            "open class Layer {", "    public var bounds = 1", "}"])
        self.assertEqual([what for _, what in check.unused(source, source, "Player Layer")], [".version", "shared()", "Layer.bounds"])
        # An inherited declaration, or one without an owner, is used by its name alone.
        self.assertEqual([what for _, what in check.unused(source, source, "Player.shared() Layer version bounds")], [])

    def test_a_target_that_finds_the_stand_ins_is_named(self):
        manifest = {"targets": [{"name": "AppViews", "settings": [{"kind": {"unsafeFlags": {"_0": ["-I", "/x/.build/apple-stubs/current"]}}}]},
                                {"name": "ECallCore", "settings": []}]}
        self.assertEqual(check.finders(manifest), {"AppViews"})


class SnippetTests(unittest.TestCase):
    def test_what_compiles_or_is_refused_for_another_reason_is_named(self):
        expected = snippets.expectations("// error: no member\nx\n\n// error: cannot convert\ny\n")
        self.assertEqual(expected, [(1, "no member"), (4, "cannot convert")])
        self.assertEqual(snippets.problems(expected, [(2, "it has no member"), (5, "cannot convert it")]), [])
        found = snippets.problems(expected, [(5, "no such thing"), (9, "another")])
        self.assertEqual([line.split(": ", 1)[1] for line in found],
                         ["this compiles", "refused for another reason: no such thing", "nobody expected this: another"])


class FlagTests(unittest.TestCase):
    def test_flags_that_say_where_something_is_are_those_of_the_target(self):
        manifest = ('\n  "C.App-x-debug.module":\n    tool: shell\n    args: ["swiftc", "-I", "/a", "-I/b", "-g", "-Xcc", "-fb", "-o", "c"]\n'
                    '  "C.AppTests-x-debug.module":\n    args: ["swiftc", "-I", "/d"]\n')
        self.assertEqual(flags.of_manifest(manifest, "App"), ["-I", "/a", "-I/b", "-Xcc", "-fb"])
        self.assertEqual(flags.of_manifest(manifest, "AppTests"), ["-I", "/d"])


class BuildTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.compiled = []

    def write(self, name, text):
        folder = self.root / "Stubs" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.swift").write_text(text)

    def build(self, compiler="Swift 1"):
        def compiled(stand_in, folder, _):
            self.compiled.append(stand_in.name)
            folder.mkdir(parents=True)
            (folder / f"{stand_in.name}.swiftmodule").touch()

        with mock.patch.object(stand_ins, "compiled", compiled):
            current = stand_ins.build(self.root, compiler)
        done, self.compiled = self.compiled, []
        return done, sorted(item.name for item in current.glob("*.swiftmodule"))

    def test_only_what_has_changed_and_what_imports_it_is_compiled(self):
        self.write("Base", "let a = 1")
        self.write("App", "public import Base")
        self.write("Other", "let b = 1")
        names = ["App.swiftmodule", "Base.swiftmodule", "Other.swiftmodule"]
        self.assertEqual(self.build(), (["Base", "Other", "App"], names))
        self.assertEqual(self.build(), ([], names))
        self.write("Base", "let a = 2")
        self.assertEqual(self.build(), (["Base", "App"], names))
        self.assertEqual(self.build("Swift 2"), (["Base", "Other", "App"], names))

    def test_a_stand_in_that_is_gone_is_not_found_any_more(self):
        self.write("Base", "let a = 1")
        self.write("Other", "let b = 1")
        self.build()
        (self.root / "Stubs/Other/Other.swift").unlink()
        (self.root / "Stubs/Other").rmdir()
        self.assertEqual(self.build(), ([], ["Base.swiftmodule"]))

    def test_one_archive_names_the_libraries_of_all(self):
        archive = self.root / ".build/apple-stubs/current/libAppleStandIns.a"
        self.write("Base", "let a = 1")
        self.build()
        self.assertEqual(archive.read_text(), "GROUP ( -lBase )\n")
        self.write("Other", "import Base")
        self.build()
        self.assertEqual(archive.read_text(), "GROUP ( -lBase -lOther )\n")

    def test_stand_ins_that_import_each_other_are_refused(self):
        self.write("One", "import Two")
        self.write("Two", "import One")
        with self.assertRaises(stand_ins.Failed):
            self.build()
