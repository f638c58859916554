"""The fonts that browsers under test have, so that layouts do not depend on the machine."""
import os
from pathlib import Path

CONFIGURATION = Path(__file__).resolve().parents[1] / "fonts/fonts.conf"


def environment():
    """The variables that a browser is started with."""
    return {**os.environ, "FONTCONFIG_FILE": str(CONFIGURATION)}
