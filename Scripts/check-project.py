#!/usr/bin/env python3
"""Rules of Apps/iOS, which neither Xcode nor XcodeGen reads here: prints each breach as path: what, and exits 1 if there is one.

Every key is known to its reader, every named file exists, the declarations match the code's use, and values in two places are equal.
"""
import json
import pathlib
import plistlib
import re
import runpy
import struct
import sys

import yaml

from apple_project import keys, uses

NAMED = re.compile(r"\$\((ECALL_\w+)\)")
GENERATED = "expanded"


class Checker:
    """All rules, for the repository at `root`."""

    def __init__(self, root):
        self.root, self.app = root, root / "Apps/iOS"
        self.breaches = []
        #: Checks that cannot be implemented yet, and why.
        self.waiting = []

    def run(self):
        self.expand = runpy.run_path(str(self.app / "expand-settings"))
        self.settings = self.expand["settings"](self.text("Config.xcconfig"))
        self.manifest = (self.root / "Package.swift").read_text()
        self.project, self.xtool = (yaml.safe_load(self.text(name)) for name in ("project.yml", "xtool.yml"))
        self.info, self.entitlements, self.privacy = (
            plistlib.loads(self.text(name).encode()) for name in ("Info.plist", "ECall.entitlements", "PrivacyInfo.xcprivacy"))
        self.texts = {name: json.loads(self.text(name)) for name in ("InfoPlist.xcstrings", "Localizable.xcstrings")}
        self.own = uses.code(self.root, uses.APP)
        self.has_app = all((self.root / folder).is_dir() for folder in uses.NEEDED)
        if not self.has_app:
            self.waiting.append("that the code uses what is declared, the products of the app, the pin of the engine: "
                                f"{' and '.join(uses.NEEDED)} are not there")
        for rule in (self.project_file, self.targets, self.schemes, self.xtool_file, self.one_place, self.versions, self.information,
                     self.entitled, self.declared, self.private, self.catalogues, self.assets, self.engine, self.readme):
            rule()
        return self.breaches

    def text(self, name):
        return (self.app / name).read_text()

    def breach(self, name, what):
        """In a file of Apps/iOS, or in one that begins with `/` at the root of the repository."""
        self.breaches.append(f"{name[1:] if name.startswith('/') else f'Apps/iOS/{name}'}: {what}")

    def known(self, name, value, schema, where=""):
        """Breaches for members that the schema does not have."""
        if schema is keys.ANY or isinstance(value, str) and isinstance(schema, list):
            return
        if isinstance(schema, list):
            for one in value:
                self.known(name, one, schema[0] if not isinstance(one, str) else keys.ANY, where)
        elif not isinstance(value, dict):
            self.breach(name, f"{where.lstrip('.')} has no members")
        else:
            for member, inner in value.items():
                if member in schema or "*" in schema:
                    self.known(name, inner, schema.get(member, schema.get("*")), f"{where}.{member}")
                else:
                    self.breach(name, f"{f'{where}.{member}'.lstrip('.')} is not a key that its reader knows")

    def there(self, name, path, what):
        if not (self.app / path).exists():
            self.breach(name, f"{what}: {path} is not there")

    # MARK: project.yml and xtool.yml

    def project_file(self):
        self.known("project.yml", self.project, keys.PROJECT)
        for path in self.project.get("configFiles", {}).values():
            self.there("project.yml", path, "configFiles")
        for package in self.project["packages"].values():
            self.there("project.yml", f"{package['path']}/Package.swift", "packages")

    def targets(self):
        targets = self.project["targets"]
        for name, target in targets.items():
            if target["type"] not in keys.PRODUCTS:
                self.breach("project.yml", f"{name}: {target['type']} is not a type of target")
            for source in target["sources"]:
                self.there("project.yml", source if isinstance(source, str) else source["path"], f"sources of {name}")
                if isinstance(source, dict) and source.get("buildPhase", "none") not in keys.PHASES:
                    self.breach("project.yml", f"sources of {name}: {source['buildPhase']} is not a build phase")
            for one in target["dependencies"]:
                if "target" in one and one["target"] not in targets:
                    self.breach("project.yml", f"{name} depends on {one['target']}, which is not a target")
                elif "package" in one:
                    self.product(name, one["package"], one["product"])
        for name, base in [("settings", self.project["settings"]["base"])] + [(n, t["settings"]["base"]) for n, t in targets.items()]:
            for setting, value in base.items():
                if setting not in keys.BUILD_SETTINGS:
                    self.breach("project.yml", f"{name}: {setting} is not a build setting that the project needs")
                if setting in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
                    self.there("project.yml", value, setting)
                if setting == "TEST_TARGET_NAME" and value not in targets:
                    self.breach("project.yml", f"{setting}: {value} is not a target")
                if setting.startswith("ASSETCATALOG_"):
                    kind = "appiconset" if "APPICON" in setting else "colorset"
                    self.there("project.yml", f"Assets.xcassets/{value}.{kind}", setting)
        shipped = {one if isinstance(one, str) else one["path"] for one in targets[self.project["name"]]["sources"]}
        for file in self.app.iterdir():
            if file.suffix in (".xcstrings", ".xcassets", ".xcprivacy") and file.name not in shipped:
                self.breach("project.yml", f"{file.name} is not among the sources of {self.project['name']}")

    def product(self, name, package, product):
        if package not in self.project["packages"]:
            self.breach("project.yml", f"{name} depends on the package {package}, which is not named")
        elif f'.library(name: "{product}"' not in flat(self.manifest) and (self.has_app or product != "ECallApp"):
            self.breach("project.yml", f"{name} depends on {product}, which Package.swift does not have as a library")

    def schemes(self):
        configurations = self.project["configFiles"].keys()
        for name, scheme in self.project["schemes"].items():
            for target in scheme["build"]["targets"]:
                if target not in self.project["targets"]:
                    self.breach("project.yml", f"scheme {name} builds {target}, which is not a target")
            for action in ("run", "test", "archive"):
                if scheme[action]["config"] not in configurations:
                    self.breach("project.yml", f"scheme {name}: {scheme[action]['config']} is not a configuration")
            for test in scheme["test"]["targets"]:
                if isinstance(test, str):
                    is_there = test in self.project["targets"]
                else:
                    test = test["package"]
                    is_there = f'.testTarget(name: "{test.split("/")[-1]}"' in flat(self.manifest)
                if not is_there:
                    self.breach("project.yml", f"scheme {name} tests {test}, which is not there")

    def xtool_file(self):
        self.known("xtool.yml", self.xtool, keys.XTOOL)
        if self.xtool.get("version") != 1:
            self.breach("xtool.yml", "its version is 1")
        if not self.xtool.get("iconPath", "").endswith(".png"):
            self.breach("xtool.yml", "iconPath is a .png")
        if f'.library(name: "{self.xtool["product"]}"' not in flat(self.text("Package.swift")):
            self.breach("xtool.yml", f"product: Package.swift of Apps/iOS has no library {self.xtool['product']}")
        languages = {f"{GENERATED}/{one}.lproj" for texts in self.texts.values() for one in self.expand["languages"](texts)}
        made = {f"{GENERATED}/Info.plist", f"{GENERATED}/ECall.entitlements", *languages}
        named = [*self.xtool.get("resources", []), *(self.xtool[one] for one in ("infoPath", "entitlementsPath", "iconPath"))]
        for path in named:
            if path.startswith(f"{GENERATED}/") and path not in made:
                self.breach("xtool.yml", f"expand-settings does not make {path}")
            elif not path.startswith(f"{GENERATED}/"):
                self.there("xtool.yml", path, "a file")
        for path in sorted({*made, "PrivacyInfo.xcprivacy"} - set(named)):
            self.breach("xtool.yml", f"{path} is not named")

    # MARK: What stands in two places

    def one_place(self):
        """The bundle ID, the team and the server are in Config.xcconfig; only xtool.yml repeats the ID."""
        identifier = self.settings["ECALL_BUNDLE_ID"]
        if self.xtool.get("bundleID") != identifier:
            self.breach("xtool.yml", f"bundleID is not that of Config.xcconfig, {identifier}")
        values = {name: self.settings[name] for name in ("ECALL_BUNDLE_ID", "ECALL_TEAM", "ECALL_SERVER") if self.settings.get(name)}
        named = set()
        for file in sorted(self.app.rglob("*")):
            path = file.relative_to(self.app)
            if not file.is_file() or file.suffix == ".png" or path.parts[0] in (GENERATED, "xtool", ".build", "ECall.xcodeproj"):
                continue
            text = file.read_text()
            for name in NAMED.findall(text):
                named.add(name)
                if name not in self.settings:
                    self.breach(str(path), f"$({name}) is not in Config.xcconfig")
            for name, value in values.items():
                if value in text and path.name not in ("Config.xcconfig", *(["xtool.yml"] if name == "ECALL_BUNDLE_ID" else [])):
                    self.breach(str(path), f"{value} stands in Config.xcconfig alone: write $({name})")
        for name in sorted(self.settings.keys() - named):
            self.breach("Config.xcconfig", f"nothing uses {name}")
        for name, target in self.project["targets"].items():
            if not str(target["settings"]["base"].get("PRODUCT_BUNDLE_IDENTIFIER", "")).startswith("$(ECALL_BUNDLE_ID)"):
                self.breach("project.yml", f"{name}: PRODUCT_BUNDLE_IDENTIFIER begins with $(ECALL_BUNDLE_ID)")

    def versions(self):
        platform = re.compile(r"\.iOS\(\.v(\d+)\)")
        least = platform.search(self.manifest)[1]
        if (own := platform.search(self.text("Package.swift"))) is None or own[1] != least:
            self.breach("Package.swift", f"its platform is that of the library, iOS {least}")
        if self.project["options"]["deploymentTarget"]["iOS"] != f"{least}.0":
            self.breach("project.yml", f"deploymentTarget is that of Package.swift, iOS {least}.0")
        version = re.search(r'current = "([^"]+)"', (self.root / "Sources/ECallAPI/ProductVersion.swift").read_text())[1]
        if self.project["settings"]["base"].get("MARKETING_VERSION") != version:
            self.breach("project.yml", f"MARKETING_VERSION is ProductVersion.current, {version}")
        workflow = (self.root / ".github/workflows/ios.yml").read_text()
        if runner := re.search(r"runs-on: macos-(\d+)", workflow):
            if runner[1] != least:
                self.breach("/.github/workflows/ios.yml", f"macos-{least} has the SDK of iOS {least}")
        if "never run" not in workflow.split("\nname:")[0]:
            self.breach("/.github/workflows/ios.yml", "its head says that it has never run")
        for action in re.findall(r"uses: (\S+)", workflow):
            if not re.search(r"@[0-9a-f]{40}$", action):
                self.breach("/.github/workflows/ios.yml", f"{action} is not pinned by a commit")

    # MARK: Plists

    def typed(self, name, plist, types):
        for key, value in plist.items():
            if key in keys.GENERATED:
                self.breach(name, f"{key} is generated: xtool would take it as it is")
            elif key not in types:
                self.breach(name, f"{key} is not a key that its reader knows")
            elif not isinstance(value, types[key]):
                self.breach(name, f"{key} is a {types[key].__name__}")

    def information(self):
        self.typed("Info.plist", self.info, keys.INFORMATION)
        for mode in sorted(set(self.info["UIBackgroundModes"]) - keys.BACKGROUND_MODES):
            self.breach("Info.plist", f"{mode} is not a background mode")
        for key in ("UISupportedInterfaceOrientations", "UISupportedInterfaceOrientations~ipad"):
            for way in sorted(set(self.info[key]) - keys.ORIENTATIONS):
                self.breach("Info.plist", f"{way} is not an orientation")
        for one in self.info["CFBundleURLTypes"]:
            self.known("Info.plist", one, keys.URL_TYPE, "CFBundleURLTypes")
        for key in ("ITSAppUsesNonExemptEncryption", "UILaunchScreen", "UIApplicationSceneManifest"):
            if key not in self.info:
                self.breach("Info.plist", f"{key} is needed")
        texts = self.texts["InfoPlist.xcstrings"]
        english = {name: one["localizations"][texts["sourceLanguage"]]["stringUnit"]["value"] for name, one in texts["strings"].items()}
        for key, text in english.items():
            if self.info.get(key) != text:
                self.breach("Info.plist", f"{key} is not the text of InfoPlist.xcstrings")
        for key in self.info:
            if key.endswith("UsageDescription") and key not in english:
                self.breach("Info.plist", f"{key} is not in InfoPlist.xcstrings: Scripts/catalogue/apple.py")

    def entitled(self):
        self.typed("ECall.entitlements", self.entitlements, keys.ENTITLEMENTS)
        if self.entitlements.get("aps-environment") != "$(ECALL_PUSH)":
            self.breach("ECall.entitlements", "aps-environment is $(ECALL_PUSH)")
        if self.settings.get("ECALL_PUSH") not in ("development", "production"):
            self.breach("Config.xcconfig", "ECALL_PUSH is development or production")
        for domain in self.entitlements.get("com.apple.developer.associated-domains", []):
            if domain != "applinks:$(ECALL_SERVER)":
                self.breach("ECall.entitlements", f"{domain} is not the server of Config.xcconfig")

    def declared(self):
        """The system gives an app what it declares, and terminates one that uses what it does not; Apple rejects unused declarations."""
        places = {"UIBackgroundModes": self.info["UIBackgroundModes"], "Info.plist": self.info, "ECall.entitlements": self.entitlements}
        for place, key, pattern in uses.DECLARED:
            is_used, file = re.search(pattern, self.own) is not None, "Info.plist" if place == "UIBackgroundModes" else place
            if is_used and key not in places[place]:
                self.breach(file, f"{key} is missing, and the code uses it")
            elif self.has_app and key in places[place] and not is_used:
                self.breach(file, f"{key} is declared, and no code uses it")

    def private(self):
        manifest, name = self.privacy, "PrivacyInfo.xcprivacy"
        for key in sorted({keys.TRACKING, keys.DOMAINS, keys.COLLECTED, keys.ACCESSED} ^ manifest.keys()):
            self.breach(name, f"{key} is {'not a key that its reader knows' if key in manifest else 'missing'}")
        if manifest.get(keys.TRACKING) is not False or manifest.get(keys.DOMAINS):
            self.breach(name, "the app tracks nobody")
        for one in manifest.get(keys.COLLECTED, []):
            kind = one.get(keys.DATA, "").removeprefix(keys.DATA)
            if kind not in keys.DATA_TYPES:
                self.breach(name, f"{kind} is not a type of data")
            if one.keys() != {keys.DATA, f"{keys.DATA}Linked", f"{keys.DATA}Purposes", f"{keys.DATA}Tracking"}:
                self.breach(name, f"{kind}: has other members than type, linked, purposes and tracking")
            elif one[f"{keys.DATA}Linked"] is not True or one[f"{keys.DATA}Tracking"] is not False:
                self.breach(name, f"{kind} is linked to the account, and tracks nobody")
            for purpose in one.get(f"{keys.DATA}Purposes", []):
                if purpose.removeprefix(f"{keys.DATA}Purpose") not in keys.PURPOSES:
                    self.breach(name, f"{purpose} is not a purpose")
        self.required_reasons(name, manifest.get(keys.ACCESSED, []))

    def required_reasons(self, name, accessed):
        stated = {}
        for one in accessed:
            category = one.get(f"{keys.CATEGORY[:-len('Category')]}Type", "").removeprefix(keys.CATEGORY)
            stated[category] = one.get("NSPrivacyAccessedAPITypeReasons", [])
            if not stated[category] or not set(stated[category]) <= keys.REASONS.get(category, set()):
                self.breach(name, f"{category}: {', '.join(stated[category])} is not a reason of it")
        code = self.own + uses.code(self.root, [f"Sources/{one}" for one in uses.LIBRARY])
        for category, pattern in uses.CATEGORIES.items():
            is_used = category in uses.LINKED or re.search(pattern, code) is not None
            if is_used and category not in stated:
                self.breach(name, f"{category} is missing, and the code uses it")
            elif self.has_app and category in stated and not is_used:
                self.breach(name, f"{category} is stated, and no code uses it")

    # MARK: Catalogues

    def catalogues(self):
        languages = {one for texts in self.texts.values() for one in self.expand["languages"](texts)}
        for name, texts in self.texts.items():
            self.known(name, texts, keys.TEXTS)
            for key, entry in texts["strings"].items():
                for language in sorted(languages - entry["localizations"].keys()):
                    self.breach(name, f"{key} is not in '{language}'")

    def assets(self):
        for folder in sorted(one for one in [self.app / "Assets.xcassets", *(self.app / "Assets.xcassets").rglob("*")] if one.is_dir()):
            name = str(folder.relative_to(self.app))
            if not (folder / "Contents.json").is_file():
                self.breach(name, "has no Contents.json")
                continue
            contents = json.loads((folder / "Contents.json").read_text())
            self.known(name, contents, keys.ASSETS)
            named = {one["filename"] for one in contents.get("images", []) if "filename" in one}
            files = {one.name for one in folder.iterdir() if one.is_file()} - {"Contents.json"}
            for file in sorted(named ^ files):
                self.breach(name, f"{file} is {'not there' if file in named else 'not named'}")
            for file in sorted(named & files):
                self.icon(f"{name}/{file}", (folder / file).read_bytes())
        self.accent()

    def icon(self, name, data):
        """The App Store takes an icon of 1024 pixels without an alpha channel (PNG, colour type 2)."""
        width, height, _, kind = struct.unpack(">IIBB", data[16:26])
        if (width, height, kind) != (1024, 1024, 2):
            self.breach(name, f"{width} x {height}, colour type {kind}: 1024 x 1024 and 2 are needed")

    def accent(self):
        tokens = re.search(r"--accent: light-dark\(#(\w{6}), #(\w{6})\)", (self.root / "Web/design/tokens.css").read_text())
        contents = json.loads(self.text("Assets.xcassets/AccentColor.colorset/Contents.json"))
        for colour, token in zip(contents["colors"], tokens.groups(), strict=True):
            parts = colour["color"]["components"]
            if "".join(parts[part].removeprefix("0x") for part in ("red", "green", "blue")).lower() != token:
                self.breach("Assets.xcassets/AccentColor.colorset", f"#{token} of Web/design/tokens.css is another colour")

    # MARK: The engine and the README

    def engine(self):
        """The engine is a binary built by others: an unpinned version could bring a different one."""
        package = re.search(r'\.package\(\s*url: "[^"]*/WebRTC(?:\.git)?",([^)]*)\)', self.manifest)
        binary = re.search(r'\.binaryTarget\(\s*name: "WebRTC",([^)]*)\)', self.manifest)
        if package and not re.search(r"\b(exact|revision):", package[1]) or binary and not re.search(r'checksum: "[0-9a-f]{64}"', binary[1]):
            self.breach("/Package.swift", "WebRTC is pinned by an exact version, or by its checksum")
        elif self.has_app and not package and not binary:
            self.breach("/Package.swift", "names no WebRTC")

    def readme(self):
        """Settings of the server that the README names exist."""
        example = (self.root / "Deploy/ecall-server.yaml").read_text()
        known, section = set(), ""
        for line in example.splitlines():
            if found := re.match(r"#?(\w+):", line):
                section = found[1]
                known.add(section)
            elif found := re.match(r"#?  (\w+):", line):
                known.add(f"{section}.{found[1]}")
        text = self.text("README.md")
        if "Never built with Xcode, never run on an iPhone, never heard or seen." not in " ".join(text.split("\n## ")[0].split()):
            self.breach("README.md", "its head says what was never tried")
        for name in re.findall(r"`((?:apns|apple|google)\.\w+|appleAppIDs)`", text):
            if name not in known:
                self.breach("README.md", f"the server has no setting {name}")
        for value in re.findall(r"ECALL_APPLE=(\w+)", text):
            if self.has_app and f'"{value}"' not in self.manifest:
                self.breach("README.md", f"Package.swift knows no ECALL_APPLE={value}")


def flat(text):
    return re.sub(r"\(\s+", "(", text)


if __name__ == "__main__":
    checker = Checker(pathlib.Path(__file__).resolve().parent.parent)
    found = checker.run()
    for text in checker.waiting:
        print(f"Scripts/check-project.py: not looked at yet: {text}")
    for text in found:
        print(text)
    sys.exit(1 if found else 0)
