"""Windows closed during a call: the others are told at once, and the call ends after 15 s.

Firefox sometimes closes sockets before it tells the page: without the leave over HTTP the call would end only after 60 s."""
import time

import pytest

#: The person's calls, as the server lists them.
CALLS = """import('/session/session.js').then(async ({ Session }) => {
    const { api } = await Session.restore();
    return api.send({ method: 'GET', path: '/calls', authorization: 'required' });
})"""
SPOKEN = "[...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)"


# Over 10 s: the server waits 15 s for a device that may come back.
@pytest.mark.long
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_window_is_closed_in_a_call(cast, browser):
    """The server sees only that the sockets close; the others receive the leave that Ana's device signed."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_phase("inCall")
        person.wait_pictures()
    assert bo.page.evaluate("ecallInspection.state.call.members.filter((one) => one.slot !== null)[0].isAway") is False
    ana.page.close_window()
    closed = time.monotonic()
    bo.page.wait("ecallInspection.state.call.members.filter((one) => one.slot !== null)[0].isAway", "Ana is shown as reconnecting", 5)
    shown = time.monotonic() - closed
    assert bo.page.sees("group", f"^{ana.name}, reconnecting")
    assert f"{ana.name} is reconnecting." in bo.page.evaluate(SPOKEN)
    assert bo.page.evaluate("ecallInspection.state.call.connection") == "connected", "it is not Bo's line"
    bo.wait_ended("remoteLost", 25)
    over = time.monotonic() - closed
    print(f"measured window closed: shown as reconnecting after {shown:.1f} s, over after {over:.1f} s")
    assert shown < 3 and 13 < over < 18
    assert bo.page.sees("heading", "^Connection lost$")
    [call] = bo.page.evaluate(CALLS)
    assert (call["status"], call["callType"]) == ("completed", "incoming")
    assert 10 <= call["duration"] <= over + 30 and call["answeredAt"] and call["endedAt"]
