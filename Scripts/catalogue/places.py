"""The paths of all files."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGE = ROOT / "Sources/ECallLanguage"
CATALOGUE = LANGUAGE / "Localizable.xcstrings"
RULES = LANGUAGE / "plural-rules.json"
WEB = ROOT / "Web"
APP = ROOT / "Apps/iOS"
PUSHES = ROOT / "Sources/Notifications/Push/PushPayload.swift"
HEAD = "Made by Scripts/texts.py of Localizable.xcstrings."
