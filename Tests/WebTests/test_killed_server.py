"""A call that ended while the server was away is over once the server is back."""
import time

import pytest

pytestmark = pytest.mark.waiting

#: Console errors caused by a server that is unavailable, and by one that has lost a call.
AWAY = r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket|Failed to load resource"


def in_a_call(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    for person in (ana, bo):
        person.page.expects(AWAY)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    for person in (ana, bo):
        person.wait_phase("inCall")
        person.page.wait("ecallInspection.state.call.connection === 'connected'", f"{person.name} is connected")
    return ana, bo


def watch_running(person):
    """Records from now on whether the page has shown a call to return to."""
    person.page.evaluate("""globalThis.wasRunning = false, void setInterval(() => {
        if (ecallInspection.state.running) globalThis.wasRunning = true;
    }, 20)""")


def call_again(ana, bo):
    """Ana calls Bo, who rings."""
    ana.call(bo.name, video=False)
    bo.rings(ana.name, 10)


@pytest.mark.limit(150)
@pytest.mark.parametrize("closes", [False, True])
def test_a_call_ended_while_the_server_is_away_is_not_offered(cast, closes):
    """Both hang up while the server is away, and may close the page: neither is offered the call again, and they can call at once."""
    ana, bo = in_a_call(cast)
    cast.stage.kill()
    for person in (ana, bo):
        watch_running(person)
        person.hang_up()
    # The report of the end is not repeated any longer by then.
    for person in (ana, bo):
        person.wait_ended("hungUp")
        if closes:
            person.page.goto("about:blank")
    cast.stage.start_again()
    back = time.monotonic()
    for person in (ana, bo):
        if closes:
            person.open()
            watch_running(person)
        person.wait_connected()
        person.close_call()
    call_again(ana, bo)
    assert not ana.page.evaluate("wasRunning") and not bo.page.evaluate("wasRunning")
    print(f"measured: {time.monotonic() - back:.1f} s from the server's start until it rings")
