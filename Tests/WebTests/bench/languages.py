"""The languages of the page."""
from .stage import ROOT

LANGUAGES = sorted(table.stem for table in (ROOT / "Web/texts").glob("*.json"))
