"""Calls that others place and end do not disturb a person who is typing."""
import pytest

pytestmark = pytest.mark.pages

FIELD = "document.activeElement.matches('input[type=search]') && document.activeElement.value"


def rings_and_is_missed(caller, called):
    caller.call(called.name, video=False)
    called.rings(caller.name)
    caller.hang_up()
    called.wait_missed(caller.name)


def test_calls_do_not_interrupt_typing(cast):
    """Bo types a name while Ana calls, gives up, and calls once more: each letter arrives, nothing is answered, and two calls are missed."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    bo.go("/contacts")
    bo.page.search("^Search", "A")
    keyboard = bo.page.page.keyboard
    assert bo.page.evaluate(FIELD) == "A"
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.page.sees("button", "^Answer without camera$")
    # A blank and Enter would press a button.
    keyboard.type("na B")
    keyboard.press("Enter")
    assert bo.page.evaluate(FIELD) == "Ana B"
    assert bo.page.evaluate("ecallInspection.state.call.phase") == "incoming"
    ana.hang_up()
    bo.wait_missed(ana.name)
    keyboard.type("o")
    assert bo.page.evaluate(FIELD) == "Ana Bo"
    ana.close_call()
    rings_and_is_missed(ana, bo)
    assert bo.page.evaluate(FIELD) == "Ana Bo"
    bo.page.wait("document.querySelector('.nav-item[href=\"#/calls\"]').getAttribute('aria-label') === 'Calls, 2 missed'", "the badge says two")
    bo.told(f"{ana.name} called you.")
    bo.go("/calls")
    bo.page.wait("document.querySelector('.row-missed')?.closest('li').innerText.includes('2 missed calls')", "both are in the list")


def test_a_call_can_be_answered_while_typing(cast):
    """The ring beside the field is answered by its button, and a call that ends while Bo types leaves the focus there."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    bo.go("/contacts")
    bo.page.search("^Search", "A")
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    bo.wait_phase("inCall")
    bo.go("/contacts")
    bo.page.search("^Search", "An")
    ana.hang_up()
    bo.page.wait("ecallInspection.state.call === null", "the call is over")
    bo.page.page.keyboard.type("a")
    assert bo.page.evaluate(FIELD) == "Ana"
    bo.told(f"The call with {ana.name} has ended.")
