"""A line that passes nothing for a while, without a word to either end: what rings and what does not is right as it works again."""
import time

import pytest

from bench.person import Person
from bench.still_line import StillLine

pytestmark = pytest.mark.waiting

#: Seconds: the page and the server give a connection up after 20.
STILL = 26
#: What is said of a call that another device has, or has declined.
ANSWERED = "on another device"
#: Seconds: the page is connected again, and what rings is right.
SOON = 12


class Behind:
    """A stage as it is seen through a line."""

    def __init__(self, stage, origin):
        self.origin, self.code = origin, stage.code


@pytest.fixture
def line(stage):
    line = StillLine(stage.origin)
    yield line
    line.close()


def two_people(cast, line):
    """The second is behind the line."""
    ana, bo = cast.page(), cast.page()
    bo.stage = Behind(bo.stage, line.origin)
    # The browser reports what fails while the line is still.
    bo.page.expects("net::ERR_|WebSocket connection to")
    cast.together(ana, bo)
    # The link is to the server by another name.
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


def test_a_call_that_comes_on_a_still_line_rings_once_it_works_again(cast, line):
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
def test_what_ended_on_a_still_line_rings_no_longer_once_it_works_again(cast, line, over):
    ana, bo = two_people(cast, line)
    if over != "cancels":
        # Another device of Bo's, whose line is well.
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
