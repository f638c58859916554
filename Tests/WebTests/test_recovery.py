"""Calls of the page survive the end of what carries them."""
import os
import signal
import time

import pytest

from bench.checks import check_page
from bench.command_line import event

#: Seconds from the kill until decrypted video is at both ends again.
LIMIT = 5


def kill(stage, program):
    """Ends a child of the server by force, by the id that the server wrote down."""
    os.kill(int((stage.data / f"run/{program}.pid").read_text().split()[0]), signal.SIGKILL)
    return time.monotonic()


def see_and_hear(ana, bo, child, start=0):
    """Ana's page and the command line have each other's video."""
    ana.wait_phase("inCall")
    ana.wait_pictures()
    event(child, "firstPicture", start=start)


def comes_back(ana, bo, child, program):
    """Kills a child of the server; the call goes on by itself. Milliseconds until both see each other."""
    start = len(child.lines)
    # The reconnection may be over before it is asked for from outside.
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
    """What is seen and heard is right, and the call ends as one that nothing happened to."""
    assert ana.page.evaluate("ecallInspection.state.call.phase") == "inCall"
    ana.start_listening(4000)
    check_page(ana, bo)
    ana.hang_up()
    ended = event(child, "ended")
    assert ended["reason"] == "remoteHungUp"
    assert list(ended["statistics"]["picturesRead"]) == [str(ana.number)]
    assert "badTag" not in ended["statistics"]["openDrops"]


def test_janus_dies(cast):
    """Page and command line are in a call; Janus is killed, and is restarted: the call goes on by itself."""
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
    """The page's media are relayed; coturn is killed, and is restarted: the call goes on by itself."""
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
    # Once more where others used the machine meanwhile.
    assert comes_back(ana, bo, child, "coturn") < LIMIT or comes_back(ana, bo, child, "coturn") < LIMIT
    assert set(ana.page.evaluate("bench.ways()")) == {"relay"}
    ends_well(ana, bo, child)
