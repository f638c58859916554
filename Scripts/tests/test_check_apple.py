"""Each rule of check-apple.py, broken once in a small package that keeps all of them."""
import pathlib
import runpy
import tempfile
import unittest

check = runpy.run_path(str(pathlib.Path(__file__).parents[1] / "check-apple.py"))["check"]

MANIFEST = """let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
targets += [
    .target(name: "Core", dependencies: ["STOMP", log]),
    .target(name: "STOMP"),
    // Not on Apple's platforms: .target(name: "Nowhere")
    .target(
        name: "ECallKit",
        dependencies: ["Core", .target(name: "LinuxMedia", condition: .when(platforms: [.linux])), log]),
    .target(name: "LinuxMedia"), .target(name: "Server", dependencies: ["Core"]),
    .target(name: "AppViews", dependencies: ["ECallKit"]), .target(name: "AppSystem", dependencies: ["ECallKit"]),
]
"""
GOOD = {
    "Core": "import Foundation\n#if os(Linux)\n    import CNetlink\n    let home = homeDirectoryForCurrentUser\n#endif\n",
    "STOMP": "// homeDirectoryForCurrentUser\nlet text = \"fork()\"\nenum Failure { case system(Int32) }\n",
    "ECallKit": "#if canImport(Glibc)\n    import Glibc\n#else\n    import Darwin\n#endif\n",
    "LinuxMedia": "let process = Process()\n",
    "Server": "let home = FileManager.default.homeDirectoryForCurrentUser\n",
    "AppViews": "import SwiftUI\n",
    "AppSystem": "import CallKit\n#if os(iOS)\n#endif\n",
}
BAD = [
    ("STOMP", "let home = FileManager.default.homeDirectoryForCurrentUser", "home directory"),
    ("Core", "let process = Process()", "no other programs"),
    ("Core", 'system("ls")', "no other programs"),
    ("Core", "HTTPClient(eventLoopGroupProvider: .singleton)", "Network.framework"),
    ("Core", "let session = URLSession(configuration: .default)", "pins"),
    ("ECallKit", "#if os(iOS)\n#endif", "only AppSystem"),
    ("AppViews", "#if os(iOS)\n#endif", "only AppSystem"),
    ("ECallKit", "#if canImport(Network)\n#endif", "only the app's targets"),
    ("Core", "public import Security", "only the app's targets"),
    ("Core", "import Glibc", "on Linux alone"),
    ("Core", "#if os(Linux)\n#else\n    import CNetlink\n#endif", "on Linux alone"),
    ("Core", "#if os(Linux)\n#else\n    let process = Process()\n#endif", "no other programs"),
    ("AppViews", "#Preview { Text() }", "plugin"),
    ("AppViews", "@Entry var width = 0", "plugin"),
]


class CheckAppleTests(unittest.TestCase):
    def breaches(self, files, manifest=MANIFEST):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Package.swift").write_text(manifest)
            for target, text in files.items():
                (root / "Sources" / target).mkdir(parents=True)
                (root / "Sources" / target / "File.swift").write_text(text)
            return check(root)

    def test_accepts_allowed_code(self):
        self.assertEqual(self.breaches(GOOD), [])

    def test_refuses_each_breach(self):
        for target, line, why in BAD:
            with self.subTest(line):
                found = self.breaches({**GOOD, target: GOOD[target] + line + "\n"})
                self.assertEqual([one[0] for one in found], [f"Sources/{target}/File.swift"])
                self.assertIn(why, found[0][2])

    def test_notices_a_changed_manifest(self):
        self.assertEqual(len(self.breaches({}, "let package = Package(name: \"x\")")), 1)


if __name__ == "__main__":
    unittest.main()
