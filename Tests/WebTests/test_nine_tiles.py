"""The cost of a page that shows nine others: its reception, and its browser's processor time. The nine run beside it and send the lowest layer,
which a page receives for one of nine tiles: nine encoders of full pictures would use up the processor."""
import json
import os
import time
from pathlib import Path

import pytest

from bench.command_line import BINARIES, event
from bench.process import Process
from test_four import enter, wait_for
from test_group_media import REPORTS
from test_group_mixed import befriend

OTHERS = 9
#: The most bits a second that nine tiles may use.
MOST = 2_500_000
#: The fewest pictures a second of each tile: without them the other two figures mean little.
PICTURES = 15
#: The most processor cores that the page may use.
CORES = 0.6
TICKS = os.sysconf("SC_CLK_TCK")


def processes_of(mark):
    """Returns the process whose command line contains a mark, and all its descendants."""
    parents, roots = {}, set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes()
            parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if mark.encode() in words and b"--type=" not in words:
            roots.add(int(entry.name))
    found = set(roots)
    while grown := {one for one, parent in parents.items() if parent in found} - found:
        found |= grown
    return found


def processor(ids):
    """Returns the processor seconds that these have used."""
    used = 0
    for one in ids:
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


def received(person):
    """Returns the bytes and pictures received so far."""
    reports = [one for one in person.page.evaluate(REPORTS) if one["type"] == "inbound-rtp"]
    return (sum(one.get("bytesReceived") or 0 for one in reports), sum(one.get("framesDecoded") or 0 for one in reports),
            sorted(one["frameHeight"] for one in reports if one.get("frameHeight")))


@pytest.mark.long
@pytest.mark.limit(300)
def test_nine_tiles_stay_within_their_budget(cast, stage):
    ana = enter(cast, stage)
    natives = [cast.command_line() for _ in range(OTHERS)]
    for native in natives:
        befriend(ana, native)
        # They receive one picture each, so that only the page is measured.
        native.environment |= {"ECALL_TEST_SMALL": "1", "ECALL_TEST_GRAIN": "1"}
        # The running agent has another environment.
        native.run("stop")
        child = Process(f"ecall of {native.name}", [BINARIES / "ecall", "listen", "--auto-answer=anyone", "--no-leave-with-caller", "--slots", 1, "--test-source", native.number, "--json"],
                        env=native.environment)
        native.children.append(child)
        event(child, "listening")
    # As tiles of a window of 1280 × 800.
    ana.page.evaluate("""(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('video { inline-size: 400px; block-size: 225px }');
        document.adoptedStyleSheets.push(sheet);
    })()""")
    ana.page.evaluate(f"calls.call({json.dumps([native.user for native in natives])}, {{ video: true }})")
    for native in natives:
        wait_for(ana, f"event.type === 'joined' && event.userId === {native.user}", f"{native.name} has come", 60)
        ana.page.evaluate(f"calls.running().subscriptions.setVisible({native.user}, 225)")
        # As in large calls, few are heard: otherwise audio costs nine times nine.
        if native not in natives[:2]:
            native.run("mute")
    ana.page.wait(
        f"new Set(events.filter(({{ type }}) => type === 'firstPicture').map(({{ userId }}) => userId)).size === {OTHERS}",
        "all nine are seen", 90)
    # The steady state is measured: rates have settled by then.
    ana.page.page.wait_for_timeout(10_000)
    ids = processes_of(f"camera-{ana.number}-")
    (before, pictures, _), used, began = received(ana), processor(ids), time.monotonic()
    ana.page.page.wait_for_timeout(15_000)
    (after, later, heights), seconds = received(ana), time.monotonic() - began
    rate, cores = (after - before) * 8 / seconds, (processor(ids) - used) / seconds
    print(f"measured: nine tiles: {rate / 1e6:.2f} Mbit/s, {cores:.2f} cores in {len(ids)} processes, "
          f"{(later - pictures) / seconds / OTHERS:.1f} pictures a second each, heights {heights}, load {os.getloadavg()[0]:.1f}")
    assert len(heights) == OTHERS and later - pictures >= PICTURES * OTHERS * seconds, "not all nine are seen well"
    assert rate <= MOST, "a page receives more than it should"
    assert cores <= CORES, "a page takes more of the processor than it should"
