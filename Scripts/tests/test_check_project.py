"""Each rule of check-project.py, broken once in a copy of Apps/iOS beside an app that uses all that is declared."""
import pathlib
import runpy
import shutil
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
Checker = runpy.run_path(str(ROOT / "Scripts/check-project.py"))["Checker"]
IOS = "Apps/iOS"
COPIED = ("Sources/ECallAPI/ProductVersion.swift", "Web/design/tokens.css", "Deploy/ecall-server.yaml", ".github/workflows/ios.yml")
# The app's parts as far as the rules look at them.
SYSTEM = """import WebRTC
let used = (AVAudioSession.self, PKPushRegistry.self, AVCaptureDevice.self, LAContext.self, SignInWithAppleButton.self)
func register() { application.registerForRemoteNotifications() }
func isPrivate() { stat(path, &about) }
"""
VIEWS = "let view = PhotosPicker().onOpenURL { _ in }\n"
MANIFEST = """let device = "device"
let package = Package(
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [.library(name: "ECallKit", targets: ["ECallKit"]), .library(name: "ECallApp", targets: ["AppViews", "AppSystem"])],
    dependencies: [.package(url: "https://github.com/stasel/WebRTC.git", exact: "150.0.0")],
    targets: [
        .testTarget(name: "ECallLanguageTests"), .testTarget(name: "FrameCryptoTests"),
        .testTarget(
            name: "KeyDistributionTests"),
    ])
"""


class CheckProjectTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        shutil.copytree(ROOT / IOS, self.root / IOS, ignore=shutil.ignore_patterns("expanded", "xtool", ".build", "*.xcodeproj"))
        for name in COPIED:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        for name, text in {"Package.swift": MANIFEST, "Sources/AppSystem/System.swift": SYSTEM, "Sources/AppViews/Views.swift": VIEWS}.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def breaches(self):
        return Checker(self.root).run()

    def breaches_of(self, path, old, new):
        """The findings if one text of a file is replaced by another."""
        file = self.root / path
        before = file.read_text()
        self.assertIn(old, before, f"{path} has changed: plant another fault")
        file.write_text(before.replace(old, new))
        try:
            return self.breaches()
        finally:
            file.write_text(before)

    def planted(self, path, faults):
        for old, new, expected in faults:
            with self.subTest(expected):
                found = self.breaches_of(path, old, new)
                self.assertTrue(any(expected in one for one in found), found)

    def test_the_repository_has_no_breach(self):
        self.assertEqual(self.breaches(), [])

    def test_finds_faults_of_the_project_file(self):
        self.planted(f"{IOS}/project.yml", [
            ("  developmentLanguage: en", "  developmentLanguages: en", "options.developmentLanguages is not a key"),
            ("    platform: iOS", "    platforms: iOS", "targets.ECall.platforms is not a key"),
            ("        buildPhase: resources", "        buildPhases: resources", "targets.ECall.sources.buildPhases is not a key"),
            ("        buildPhase: resources", "        buildPhase: resource", "resource is not a build phase"),
            ("      config: Debug\n    test", "      configuration: Debug\n      config: Debug\n    test", "schemes.ECall.run.configuration is not a key"),
            ("MARKETING_VERSION:", "MARKETING_VERSIONS:", "MARKETING_VERSIONS is not a build setting"),
            ("  Debug: Config.xcconfig", "  Debug: Debug.xcconfig", "configFiles: Debug.xcconfig is not there"),
            ("    path: ../..", "    path: ..", "packages: ../Package.swift is not there"),
            ("      - App\n", "      - Application\n", "sources of ECall: Application is not there"),
            ("      - Localizable.xcstrings\n", "", "Localizable.xcstrings is not among the sources"),
            ("INFOPLIST_FILE: Info.plist", "INFOPLIST_FILE: App/Info.plist", "INFOPLIST_FILE: App/Info.plist is not there"),
            ("APPICON_NAME: AppIcon", "APPICON_NAME: Icon", "Assets.xcassets/Icon.appiconset is not there"),
            ("type: application", "type: app", "app is not a type of target"),
            ("product: ECallKit", "product: ECallKits", "depends on ECallKits, which Package.swift does not have"),
            ("- package: ecall\n        product: ECallApp", "- package: call\n        product: ECallApp", "the package call, which is not named"),
            ("- target: ECall\n", "- target: Call\n", "depends on Call, which is not a target"),
            ("TEST_TARGET_NAME: ECall", "TEST_TARGET_NAME: Call", "TEST_TARGET_NAME: Call is not a target"),
            ("ecall/KeyDistributionTests", "ecall/KeyTests", "scheme ECall tests ecall/KeyTests"),
            ("ECallUITests: [test]", "UITests: [test]", "scheme ECall builds UITests"),
            ("      config: Release", "      config: Store", "Store is not a configuration"),
            ('iOS: "26.0"', 'iOS: "18.0"', "deploymentTarget is that of Package.swift, iOS 26.0"),
            ('MARKETING_VERSION: "', 'MARKETING_VERSION: "9.', "MARKETING_VERSION is ProductVersion.current"),
            ("IDENTIFIER: $(ECALL_BUNDLE_ID)\n", "IDENTIFIER: $(BUNDLE_ID)\n", "ECall: PRODUCT_BUNDLE_IDENTIFIER begins with"),
        ])

    def test_finds_faults_of_the_file_for_xtool(self):
        self.planted(f"{IOS}/xtool.yml", [
            ("infoPath:", "plistPath: Info.plist\ninfoPath:", "plistPath is not a key"),
            ("version: 1", "version: 2", "its version is 1"),
            ("AppIcon.png", "AppIcon.svg", "iconPath is a .png"),
            ("AppIcon.png", "Icon.png", "AppIcon.appiconset/Icon.png is not there"),
            ("product: ECall", "product: Call", "no library Call"),
            ("bundleID: org", "bundleID: com", "bundleID is not that of Config.xcconfig"),
            ("expanded/Info.plist", "expanded/App.plist", "expand-settings does not make expanded/App.plist"),
            ("  - expanded/en.lproj\n", "", "expanded/en.lproj is not named"),
            ("  - PrivacyInfo.xcprivacy\n", "", "PrivacyInfo.xcprivacy is not named"),
        ])

    def test_settings_stand_in_one_place(self):
        self.planted(f"{IOS}/Config.xcconfig", [
            ("ECALL_TEAM =", "ECALL_TEAMS =", "$(ECALL_TEAM) is not in Config.xcconfig"),
            ("ECALL_TEAM =", "ECALL_GROUP = a\nECALL_TEAM =", "nothing uses ECALL_GROUP"),
            ("ECALL_PUSH = development", "ECALL_PUSH = sandbox", "ECALL_PUSH is development or production"),
        ])
        self.planted(f"{IOS}/App/ECallApp.swift", [
            ('"https://\\(host)"', '"https://calls.example.org"', "App/ECallApp.swift: calls.example.org stands in Config.xcconfig alone"),
            ("import SwiftUI\n", "import SwiftUI\n// org.example.calls\n", "org.example.calls stands in Config.xcconfig alone"),
        ])

    def test_versions_equal_those_of_the_library(self):
        self.planted(f"{IOS}/Package.swift", [(".iOS(.v26)", ".iOS(.v18)", "its platform is that of the library, iOS 26")])
        self.planted("Package.swift", [(".iOS(.v26)", ".iOS(.v27)", "deploymentTarget is that of Package.swift, iOS 27.0")])
        self.planted(".github/workflows/ios.yml", [
            ("macos-26", "macos-15", "macos-26 has the SDK of iOS 26"),
            ("never run", "run", "its head says that it has never run"),
            ("@11bd71901bbe5b1630ceea73d27597364c9af683", "@v4", "actions/checkout@v4 is not pinned by a commit"),
        ])

    def test_finds_faults_of_the_information(self):
        self.planted(f"{IOS}/Info.plist", [
            ("<key>LSRequiresIPhoneOS</key>", "<key>LSRequiresPhone</key>", "LSRequiresPhone is not a key"),
            ("<key>LSRequiresIPhoneOS</key>", "<key>CFBundleIdentifier</key>", "CFBundleIdentifier is generated"),
            ("<key>LSRequiresIPhoneOS</key>\n    <true/>", "<key>LSRequiresIPhoneOS</key>\n    <string>YES</string>", "LSRequiresIPhoneOS is a bool"),
            ("<key>ITSAppUsesNonExemptEncryption</key>\n    <true/>", "", "ITSAppUsesNonExemptEncryption is needed"),
            ("<string>voip</string>", "<string>voice</string>", "voice is not a background mode"),
            ("<string>voip</string>", "", "voip is missing, and the code uses it"),
            ("<string>voip</string>", "<string>voip</string><string>location</string>", "location is declared, and no code uses it"),
            ("InterfaceOrientationPortrait<", "InterfaceOrientationUpright<", "UIInterfaceOrientationUpright is not an orientation"),
            ("CFBundleURLSchemes", "CFBundleSchemes", "CFBundleURLTypes.CFBundleSchemes is not a key"),
            ("uses Face ID", "needs Face ID", "NSFaceIDUsageDescription is not the text of InfoPlist.xcstrings"),
            ("NSCameraUsageDescription", "NSContactsUsageDescription", "NSCameraUsageDescription is missing, and the code uses it"),
            ("NSCameraUsageDescription", "NSContactsUsageDescription", "NSContactsUsageDescription is not in InfoPlist.xcstrings"),
            ("NSCameraUsageDescription", "NSContactsUsageDescription", "NSContactsUsageDescription is declared, and no code uses it"),
        ])

    def test_finds_faults_of_the_entitlements(self):
        self.planted(f"{IOS}/ECall.entitlements", [
            ("com.apple.developer.applesignin", "com.apple.developer.signin", "com.apple.developer.signin is not a key"),
            ("com.apple.developer.applesignin", "keychain-access-groups", "com.apple.developer.applesignin is missing, and the code"),
            ("com.apple.developer.applesignin", "keychain-access-groups", "keychain-access-groups is declared, and no code uses it"),
            ("$(ECALL_PUSH)", "production", "aps-environment is $(ECALL_PUSH)"),
            ("applinks:$(ECALL_SERVER)", "applinks:example.com", "applinks:example.com is not the server"),
        ])

    def test_finds_faults_of_the_privacy_manifest(self):
        self.planted(f"{IOS}/PrivacyInfo.xcprivacy", [
            ("<key>NSPrivacyTrackingDomains</key>", "<key>NSPrivacyDomains</key>", "NSPrivacyTrackingDomains is missing"),
            ("<key>NSPrivacyTrackingDomains</key>", "<key>NSPrivacyDomains</key>", "NSPrivacyDomains is not a key"),
            ("<key>NSPrivacyTracking</key>\n    <false/>", "<key>NSPrivacyTracking</key>\n    <true/>", "the app tracks nobody"),
            ("TypeUserID", "TypeUser", "User is not a type of data"),
            ("TypeLinked", "TypeLink", "has other members"),
            ("TypeTracking</key>\n            <false/>", "TypeTracking</key>\n            <true/>", "is linked to the account, and tracks nobody"),
            ("PurposeAppFunctionality", "PurposeApp", "NSPrivacyCollectedDataTypePurposeApp is not a purpose"),
            ("C617.1", "CA92.1", "FileTimestamp: CA92.1 is not a reason of it"),
            ("CategoryFileTimestamp", "CategoryDiskSpace", "FileTimestamp is missing, and the code uses it"),
            ("CategoryFileTimestamp", "CategoryDiskSpace", "DiskSpace is stated, and no code uses it"),
        ])

    def test_finds_code_that_uses_undeclared_features(self):
        self.planted("Sources/AppViews/Views.swift", [
            ("let view", "let books = CNContactStore()\nlet view", "Info.plist: NSContactsUsageDescription is missing"),
            ("let view", "let free = volumeAvailableCapacityKey\nlet view", "PrivacyInfo.xcprivacy: DiskSpace is missing"),
            ("let view = PhotosPicker()", "// PhotosPicker\nlet view = Text()", "NSPhotoLibraryUsageDescription is declared, and no code"),
        ])

    def test_finds_faults_of_catalogues_and_assets(self):
        self.planted(f"{IOS}/Localizable.xcstrings", [
            ('"extractionState"', '"extraction"', "extraction is not a key"),
            ('"en" : {', '"de" : {', "is not in 'en'"),
        ])
        colours, icon = "Assets.xcassets/AccentColor.colorset", "Assets.xcassets/AppIcon.appiconset"
        self.planted(f"{IOS}/{colours}/Contents.json", [
            ('"0x3B"', '"0x3C"', "of Web/design/tokens.css is another colour"),
        ])
        self.planted(f"{IOS}/{icon}/Contents.json", [
            ('"AppIcon.png"', '"Icon.png"', f"{icon}: Icon.png is not there"),
            ('"AppIcon.png"', '"Icon.png"', f"{icon}: AppIcon.png is not named"),
            ('"images"', '"pictures"', "pictures is not a key"),
        ])
        file = self.root / IOS / icon / "AppIcon.png"
        file.write_bytes((ROOT / "Web/icons/icon-512.png").read_bytes())
        self.assertEqual(self.breaches(), [f"{IOS}/{icon}/AppIcon.png: 512 x 512, colour type 6: 1024 x 1024 and 2 are needed"])
        (self.root / IOS / icon / "Contents.json").unlink()
        self.assertIn(f"{IOS}/{icon}: has no Contents.json", self.breaches())

    def test_the_engine_is_pinned(self):
        self.planted("Package.swift", [('exact: "150.0.0"', 'from: "150.0.0"', "Package.swift: WebRTC is pinned by")])
        self.planted("Package.swift", [('stasel/WebRTC.git', 'stasel/Other.git', "Package.swift: names no WebRTC")])

    def test_finds_faults_of_the_readme(self):
        self.planted(f"{IOS}/README.md", [
            ("never run on an iPhone", "run once on an iPhone", "its head says what was never tried"),
            ("`apns.keyID`", "`apns.key`", "the server has no setting apns.key"),
            ("ECALL_APPLE=device", "ECALL_APPLE=phone", "Package.swift knows no ECALL_APPLE=phone"),
        ])

    def test_a_missing_app_is_awaited_and_not_a_breach(self):
        shutil.rmtree(self.root / "Sources/AppViews")
        shutil.rmtree(self.root / "Sources/AppSystem")
        checker = Checker(self.root)
        self.assertEqual(checker.run(), [])
        self.assertIn("Sources/AppViews and Sources/AppSystem are not there", checker.waiting[0])


class ExpandSettingsTests(unittest.TestCase):
    expand = runpy.run_path(str(ROOT / IOS / "expand-settings"))

    def test_settings_of_all_configurations_are_read(self):
        text = "// A = 1\nNAME = value // why\nEMPTY =\nNAME[config=Release] = other\n"
        self.assertEqual(self.expand["settings"](text), {"NAME": "value", "EMPTY": ""})

    def test_names_are_replaced_and_unknown_ones_refused(self):
        self.assertEqual(self.expand["expanded"]("a $(NAME) b", {"NAME": "value"}), "a value b")
        with self.assertRaises(KeyError):
            self.expand["expanded"]("$(OTHER)", {"NAME": "value"})

    def test_texts_of_one_language_become_a_strings_file(self):
        catalogue = {"strings": {"title": {"localizations": {"en": {"stringUnit": {"value": 'A "new" one’s'}}}}, "other": {"localizations": {}}}}
        self.assertEqual(self.expand["strings"](catalogue, "en"), '"title" = "A \\"new\\" one’s";\n')
        self.assertEqual(self.expand["languages"](catalogue), ["en"])


if __name__ == "__main__":
    unittest.main()
