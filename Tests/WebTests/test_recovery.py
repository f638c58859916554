"""Calls of the page survive the death of the media servers."""
import os
import signal
import time

import pytest

from bench.checks import check_page
from bench.command_line import event

#: Seconds from the kill until decrypted video is at both ends again.
LIMIT = 5


def kill(stage, program):
    """Kills a child of the server, by the process id that the server wrote."""
    os.kill(int((stage.data / f"run/{program}.pid").read_text().split()[0]), signal.SIGKILL)
    return time.monotonic()


def see_and_hear(ana, bo, child, start=0):
    """Connects Ana's page and the command line with video."""
    ana.wait_phase("inCall")
    ana.wait_pictures()
    event(child, "firstPicture", start=start)


def comes_back(ana, bo, child, program):
    """Kills a child of the server; the call recovers by itself. Returns the milliseconds until both see each other."""
    start = len(child.lines)
    # The reconnection may be over before this polls for it.
    ana.page.evaluate("""globalThis.hasReconnected = false, void setInterval(() => {
        if (ecallInspection.state.call?.connection === 'reconnecting') globalThis.hasReconnected = true;
    }, 20)""")
    killed = kill(ana.stage, program)
    ana.page.wait("globalThis.hasReconnected", "the page says that it reconnects")
    ana.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected again")
    see_and_hear(ana, bo, child, start)
    took = time.monotonic() - killed
    print(f"measured kill of {program}, page and command line: {took * 1000:.0f} ms until both see each other")
    return took


def ends_well(ana, bo, child):
    """Checks that pictures and tones are right, and that the call ends as usual."""
    assert ana.page.evaluate("ecallInspection.state.call.phase") == "inCall"
    ana.start_listening(4000)
    check_page(ana, bo)
    ana.hang_up()
    ended = event(child, "ended")
    assert ended["reason"] == "remoteHungUp"
    assert list(ended["statistics"]["picturesRead"]) == [str(ana.number)]
    assert "badTag" not in ended["statistics"]["openDrops"]


def test_janus_dies(cast):
    """Janus is killed and restarted during a call of a page and the command line: the call recovers by itself."""
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name)
    see_and_hear(ana, bo, child)
    ana.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected")
    event(child, "firstSound")
    assert comes_back(ana, bo, child, "janus") < LIMIT
    ends_well(ana, bo, child)


@pytest.mark.long
def test_coturn_dies(cast):
    """The page's media are relayed; coturn is killed and restarted: the call recovers by itself."""
    ana, bo = cast.page(), cast.command_line()
    ana.page.relay_only()
    ana.sign_in()
    cast.befriend(ana, bo)
    child = bo.listen("--relay-only")
    ana.call(bo.name)
    see_and_hear(ana, bo, child)
    ana.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected")
    event(child, "firstSound")
    assert set(ana.page.evaluate("bench.ways()")) == {"relay"}
    # Once more if others used the machine meanwhile.
    assert comes_back(ana, bo, child, "coturn") < LIMIT or comes_back(ana, bo, child, "coturn") < LIMIT
    assert set(ana.page.evaluate("bench.ways()")) == {"relay"}
    ends_well(ana, bo, child)
