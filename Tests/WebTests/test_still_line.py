"""A connection that silently passes nothing for a while: the ringing state is right once it works again."""
import time

import pytest

from bench.person import Person
from bench.still_line import StillLine

pytestmark = pytest.mark.waiting

#: Seconds: the page and the server give a connection up after 20.
STILL = 26
#: The text about a call that another device has answered, or has declined.
ANSWERED = "on another device"
#: Seconds: the page is connected again, and what rings is right.
SOON = 12


class Behind:
    """A stage seen through such a connection."""

    def __init__(self, stage, origin):
        self.origin, self.code = origin, stage.code


@pytest.fixture
def line(stage):
    line = StillLine(stage.origin)
    yield line
    line.close()


def two_people(cast, line):
    """The second person is behind the connection."""
    ana, bo = cast.page(), cast.page()
    bo.stage = Behind(bo.stage, line.origin)
    # The browser reports failures while the connection is stalled.
    bo.page.expects("net::ERR_|WebSocket connection to")
    cast.together(ana, bo)
    # The link names the server by another name.
    bo.ask(ana.link().rpartition("/")[2])
    ana.accept()
    for one, other in ((ana, bo), (bo, ana)):
        one.wait_contact(other.name)
    return ana, bo


def falls_still(line):
    line.fall_still()
    return time.monotonic()


def works_again(line, since):
    time.sleep(max(0, since + STILL - time.monotonic()))
    line.pass_again()


def test_a_call_placed_on_a_stalled_connection_rings_once_it_works_again(cast, line):
    ana, bo = two_people(cast, line)
    since = falls_still(line)
    ana.call(bo.name, video=False)
    bo.page.wait("ecallInspection.state.connection !== 'connected'", "the page gives the connection up", STILL)
    assert bo.page.evaluate("ecallInspection.state.call") is None
    works_again(line, since)
    bo.rings(ana.name, SOON)
    bo.answer(video=False)
    for person in (ana, bo):
        person.wait_phase("inCall")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


@pytest.mark.parametrize("over", ["cancels", *(pytest.param(over, marks=pytest.mark.long) for over in ("answers elsewhere", "declines elsewhere"))])
def test_a_call_ended_on_a_stalled_connection_stops_ringing_once_it_works_again(cast, line, over):
    ana, bo = two_people(cast, line)
    if over != "cancels":
        # Another device of Bo's, whose connection works.
        elsewhere = Person(ana.stage, cast.page().page, bo.name, bo.number)
        elsewhere.sign_in()
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    since = falls_still(line)
    if over == "cancels":
        ana.hang_up()
    else:
        elsewhere.rings(ana.name)
        elsewhere.answer(video=False) if over == "answers elsewhere" else elsewhere.decline()
    works_again(line, since)
    assert bo.page.evaluate("ecallInspection.state.call?.phase") == "incoming"
    bo.page.wait("ecallInspection.state.call?.phase !== 'incoming'", "it rings no longer", SOON)
    if over == "cancels":
        bo.page.wait("ecallInspection.state.history.all.calls?.[0]?.result === 'missed'", "the history has it as missed")
    else:
        bo.told(ANSWERED)
