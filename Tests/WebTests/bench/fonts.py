"""The fonts of browsers under test, so that layouts do not depend on the machine."""
import os
from pathlib import Path

CONFIGURATION = Path(__file__).resolve().parents[1] / "fonts/fonts.conf"


def environment():
    """Returns the environment variables that a browser is started with."""
    return {**os.environ, "FONTCONFIG_FILE": str(CONFIGURATION)}
