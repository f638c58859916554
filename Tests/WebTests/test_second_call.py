"""A second call is shown and can be answered, with the first held or ended, or declined."""
import json

import pytest
from test_killed_server import AWAY

CALL = "ecallInspection.state.call"
#: The window is behind others, and what its browser shows instead is noted.
HIDE = """void (Object.defineProperty(document, 'hidden', { configurable: true, value: true }), globalThis.told = [],
globalThis.Notification = class {
    static permission = 'granted';
    constructor(title, { body }) { told.push(`${title}: ${body}`); }
    close() { told.push('gone'); }
})"""


def rings_beside(cast):
    """Connects Ana and Bo, and lets Cai call Bo."""
    ana, bo, cai = cast.together(cast.page(), cast.page(), cast.page())
    for other in (ana, cai):
        cast.befriend(other, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    # The server knows by now that Bo's page can show another call.
    bo.page.wait("ecallInspection.state.call.connection === 'connected'", "Bo is connected")
    cai.call(bo.name)
    bo.page.wait(f"ecallInspection.state.waiting?.peer.name === {json.dumps(cai.name)}", "Cai's call is shown", 20)
    cai.page.wait(f"{CALL}.isRinging", "Cai hears that it rings")
    return ana, bo, cai


def is_with(person, other):
    person.page.wait(f"{CALL}?.members.filter((one) => one.slot !== null)[0]?.name === {json.dumps(other.name)}", f"{person.name} is with {other.name}", 30)
    person.wait_pictures(seconds=40)


def test_the_first_call_is_held(cast):
    """Ana waits and is told so; when Cai has hung up, Bo is back with her as before."""
    ana, bo, cai = rings_beside(cast)
    bo.page.click("button", "^Mute$")
    bo.page.click("button", "^Hold and answer$")
    is_with(bo, cai)
    is_with(cai, bo)
    assert ana.page.evaluate(f"{CALL}.phase") == "inCall"
    ana.page.wait(f"{CALL}.members.filter((one) => one.slot !== null)[0]?.isOnHold === true", "Ana sees that she waits")
    assert ana.page.page.get_by_role("group", name="on hold").count() == 1
    bo.page.page.get_by_text(f"On hold: {ana.name}").wait_for()
    cai.hang_up()
    is_with(bo, ana)
    ana.wait_pictures(seconds=40)
    ana.page.wait(f"{CALL}.members.filter((one) => one.slot !== null)[0].isOnHold === false", "Bo is there for Ana")
    assert bo.page.evaluate(f"{CALL}.isMuted"), "as he was"
    bo.hang_up()
    ana.wait_ended("remoteHungUp")


def waits(person, *, is_held):
    """Waits until the person is shown as on hold by the other, or no longer."""
    person.page.wait(f"{CALL}.members.filter((one) => one.slot !== null)[0]?.isOnHold === {json.dumps(is_held)}", f"{person.name} {'waits' if is_held else 'is talked with'}", 20)


def hear_each_other(one, other):
    """Each sends a tone of its own."""
    for person in (one, other):
        person.start_listening(3000)
    for person, source in ((one, other), (other, one)):
        heard = person.heard()
        assert str(source.number % 48) in heard["tones"], f"{person.name} heard {heard}"


def swap(bo):
    """Presses the button, which fades with the other bars while nothing is moved."""
    bo.page.page.mouse.move(300, 300)
    bo.page.page.mouse.move(310, 310)
    bo.page.click("button", "^Swap$")


@pytest.mark.long
def test_both_calls_are_swapped(cast):
    """Bo returns to Ana while Cai waits, and back: each time with sound and pictures both ways, and each time one of both waits."""
    ana, bo, cai = rings_beside(cast)
    bo.page.click("button", "^Hold and answer$")
    is_with(bo, cai)
    for other, held in ((ana, cai), (cai, ana)):
        swap(bo)
        waits(held, is_held=True)
        is_with(bo, other)
        is_with(other, bo)
        waits(other, is_held=False)
        hear_each_other(bo, other)
        bo.page.page.get_by_text(f"On hold: {held.name}").wait_for()
        assert held.page.evaluate(f"{CALL}.phase") == "inCall"
    bo.hang_up()
    cai.wait_ended("remoteHungUp")
    is_with(bo, ana)
    is_with(ana, bo)
    bo.hang_up()
    ana.wait_ended("remoteHungUp")


@pytest.mark.long
@pytest.mark.limit(150)
def test_a_killed_server_swaps_back(cast):
    """After a swap the server is killed: the running call goes on, and the next server knows both, and swaps them."""
    ana, bo, cai = rings_beside(cast)
    for person in (ana, bo, cai):
        person.page.expects(AWAY)
    bo.page.click("button", "^Hold and answer$")
    is_with(bo, cai)
    swap(bo)
    is_with(bo, ana)
    cast.stage.kill()
    hear_each_other(bo, ana)
    cast.stage.start_again()
    for person in (ana, bo, cai):
        person.wait_connected()
    swap(bo)
    is_with(bo, cai)
    is_with(cai, bo)
    hear_each_other(bo, cai)
    waits(ana, is_held=True)


@pytest.mark.long
def test_both_calls_are_swapped_after_a_reload(cast):
    """A page that is loaded anew returns to the running call, and knows the one that waits."""
    ana, bo, cai = rings_beside(cast)
    bo.page.click("button", "^Hold and answer$")
    is_with(bo, cai)
    bo.page.page.reload()
    bo.page.wait("globalThis.ecallInspection?.state.running?.people[0]?.name === " + json.dumps(cai.name), "Bo can return to Cai", 30)
    bo.page.wait("ecallInspection.state.onHold?.people[0]?.name === " + json.dumps(ana.name), "Bo's page knows that Ana waits")
    bo.page.click("button", "^Return to call$|^Return$")
    is_with(bo, cai)
    swap(bo)
    is_with(bo, ana)
    is_with(ana, bo)
    waits(cai, is_held=True)
    bo.hang_up()
    ana.wait_ended("remoteHungUp")


@pytest.mark.long
def test_the_held_participant_hangs_up(cast):
    """Bo is told, and his call with Cai goes on."""
    ana, bo, cai = rings_beside(cast)
    bo.page.click("button", "^Hold and answer$")
    is_with(bo, cai)
    ana.page.wait(f"{CALL}.members.filter((one) => one.slot !== null)[0]?.isOnHold === true", "Ana sees that she waits")
    ana.hang_up()
    bo.page.wait("ecallInspection.state.onHold === null", "nothing waits")
    bo.page.page.get_by_text("Your call on hold with").wait_for()
    assert bo.page.evaluate(f"{CALL}.phase") == "inCall"
    bo.hang_up()
    cai.wait_ended("remoteHungUp")
    bo.page.wait(f"{CALL} === null || {CALL}.phase === 'ended'", "Bo is in no call")


@pytest.mark.long
def test_the_first_call_is_ended(cast):
    """The first is over for Ana, and Bo is with Cai."""
    ana, bo, cai = rings_beside(cast)
    bo.page.click("button", "^End and answer$")
    ana.wait_ended("remoteHungUp")
    is_with(bo, cai)
    is_with(cai, bo)
    cai.hang_up()
    bo.wait_ended("remoteHungUp")


@pytest.mark.long
def test_the_second_call_is_declined(cast):
    """Cai is told, and the running call hears nothing of it. A second caller who gives up disappears too, and was missed: a hidden
    page shows it as a notification."""
    ana, bo, cai = rings_beside(cast)
    bo.page.page.get_by_role("region", name="Second call").get_by_role("button", name="Decline").click()
    cai.wait_ended("declined")
    cai.close_call()
    assert bo.page.evaluate("ecallInspection.state.waiting") is None
    bo.page.evaluate(HIDE)
    cai.call(bo.name)
    bo.page.wait("told.length > 0", "Bo is told that Cai calls again", 20)
    assert bo.page.evaluate("told") == [f"{cai.name}: Video call"]
    cai.hang_up()
    bo.page.wait("told.length > 2", "it rings no more, and was missed")
    assert bo.page.evaluate("told") == [f"{cai.name}: Video call", "gone", f"{cai.name}: Missed call"]
    assert bo.page.evaluate(f"{CALL}.phase") == ana.page.evaluate(f"{CALL}.phase") == "inCall"
    bo.hang_up()
    ana.wait_ended("remoteHungUp")
