"""Calls of the page survive the end of what carries them."""
import os
import signal
import time

import pytest

from bench.checks import check_page
from bench.command_line import event

#: Seconds from the kill until decrypted pictures are at both ends again.
LIMIT = 5


def kill(stage, program):
    """Ends a child of the server by force, by the id that the server wrote down."""
    os.kill(int((stage.data / f"run/{program}.pid").read_text().split()[0]), signal.SIGKILL)
    return time.monotonic()


@pytest.mark.parametrize("browser", ["chromium"])
def test_janus_dies(cast, browser):
    """Page and command line are in a call; Janus is killed, and is started anew: the call goes on by itself."""
    ana, bo = cast.signed_in(browser), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name)
    ana.wait_phase("inCall")
    ana.wait_pictures()
    event(child, "firstPicture")
    ana.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected")
    event(child, "firstSound")

    start = len(child.lines)
    killed = kill(cast.stage, "janus")
    ana.page.wait("ecallInspection.state.call.connection === 'reconnecting'", "the page says that it reconnects")
    ana.page.wait("ecallInspection.state.call.connection === 'connected'", "the page is connected again")
    ana.wait_pictures()
    event(child, "firstPicture", start=start)
    took = time.monotonic() - killed
    print(f"measured kill of Janus, page and command line: {took * 1000:.0f} ms until both see each other")
    assert took < LIMIT
    assert ana.page.evaluate("ecallInspection.state.call.phase") == "inCall"

    ana.start_listening(4000)
    check_page(ana, bo)
    ana.hang_up()
    ended = event(child, "ended")
    assert ended["reason"] == "remoteHungUp"
    assert list(ended["statistics"]["picturesRead"]) == [str(ana.number)]
    assert "badTag" not in ended["statistics"]["openDrops"]
