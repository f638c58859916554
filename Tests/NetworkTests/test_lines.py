"""Calls of the command line over common lines. The assertions also hold on a busy machine; the table has more."""
import pytest

from measure import Pair, note

SECONDS = 15


@pytest.fixture(scope="module")
def pair(lab):
    pair = Pair(lab)
    yield pair
    lab.set("")
    pair.stop()


def measure(lab, pair, title, profile):
    lab.set(profile)
    lab.ask("stats")
    sides = pair.talk(SECONDS)
    note(title, sides, lab.ask("stats"))
    lab.set("")
    return sides


#: The profile of the line, and the limits of the result: pictures a second, seconds frozen, the share of time with the tone.
PROFILES = {
    "clean": ("", 15, 3, 0.95),
    "1 % loss": ("delay=50 loss=1", 15, 6, 0.9),
    "5 % bursts": ("delay=100 burst=5:3", 8, 10, 0.85),
    "500 kbit/s": ("rate=500 delay=20", 8, 9, 0.8),
}


@pytest.mark.parametrize("name", PROFILES)
# 000-75
def test_a_call_over_a_common_line(lab, pair, name):
    profile, pictures, frozen, tones = PROFILES[name]
    for side in measure(lab, pair, name, profile).values():
        assert side.first is not None, f"{side.way}: no picture ever came"
        assert side.fps >= pictures, f"{side.way}: {side.fps:.1f} pictures a second"
        assert side.frozen <= frozen, f"{side.way}: frozen for {side.frozen:.1f} s"
        assert side.tones >= tones, f"{side.way}: the tone for {100 * side.tones:.0f} % of the time"
