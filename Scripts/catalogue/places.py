"""Where everything is."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGE = ROOT / "Sources/ECallLanguage"
CATALOGUE = LANGUAGE / "Localizable.xcstrings"
RULES = LANGUAGE / "plural-rules.json"
WEB = ROOT / "Web"
HEAD = "Made by Scripts/texts.py of Localizable.xcstrings."
