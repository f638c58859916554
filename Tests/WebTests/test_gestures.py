"""Raised hands and reactions are seen by everyone in the call, and do not affect media."""
import time

import pytest

from bench.checks import check_page
from bench.command_line import event
from test_calls import connect

pytestmark = pytest.mark.pages

#: The layers of the own camera that are sent, and the requested ones.
LAYERS = """(async () => {
    const found = [];
    for (const connection of bench.connections()) for (const sender of connection.getSenders()) {
        if (sender.track?.kind !== 'video') continue;
        for (const { rid, active } of sender.getParameters().encodings) found.push([rid ?? '', active]);
    }
    return found;
})()"""

TILE = "document.querySelector('.tile:not(.tile-own)')"


def sees_hand(person, is_raised, place=""):
    words = f"hand raised{place}" if is_raised else ""
    condition = f"/{words}/.test({TILE}.getAttribute('aria-label'))" if is_raised else f"!/hand raised/.test({TILE}.getAttribute('aria-label'))"
    person.page.wait(f"Boolean({TILE}?.querySelector('.hand-mark')) === {'true' if is_raised else 'false'} && {condition}", f"{person.name} sees the hand {'up' if is_raised else 'down'}", 5)


def sees_reaction(person, reaction, tile=".tile:not(.tile-own)"):
    person.page.wait(f"Boolean(document.querySelector('{tile} .reaction[data-reaction={reaction}]'))", f"{person.name} sees {reaction}", 5)


def react(person, name):
    person.page.click("button", "^More$")
    person.page.click("button", f"^{name}$")
    person.page.page.keyboard.press("Escape")


# Over 10 s: two sign in, and are recorded afterwards.
@pytest.mark.long
@pytest.mark.limit(100)
def test_a_hand_and_a_reaction_are_seen(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    connect(ana, bo)
    # The receivers' requests settle first.
    for person in (ana, bo):
        person.start_listening(4000)
    for person in (ana, bo):
        person.heard()
    before = [person.page.evaluate(LAYERS) for person in (ana, bo)]
    assert any(active for _, active in before[0]), before

    ana.page.page.keyboard.press("h")
    sees_hand(bo, True)
    assert bo.page.evaluate("ecallInspection.state.call.gestureSaid.key") == "hand.isRaised"
    assert ana.page.sees("button", "^Lower hand$")
    bo.page.click("button", "^People")
    assert bo.page.page.locator(".hand-list li").all_inner_texts() == [ana.name]
    # The own hand is the second, in both pages.
    bo.page.page.keyboard.press("h")
    bo.page.wait("document.querySelectorAll('.hand-list li').length === 2", "both hands")
    assert bo.page.page.locator(".hand-list li").all_inner_texts() == [ana.name, f"{bo.name} (you)"]
    sees_hand(ana, True, ", number 2")
    sees_hand(bo, True, ", number 1")

    react(ana, "Heart")
    sees_reaction(ana, "heart", ".tile-own")
    sees_reaction(bo, "heart")
    begun = time.monotonic()
    react(bo, "Applause")
    sees_reaction(ana, "applause")
    bo.page.wait("!document.querySelector('.tile:not(.tile-own) .reaction')", "the heart is gone", 8)
    took = time.monotonic() - begun
    print(f"measured: a reaction is gone {took:.1f} s after it was seen")
    assert 1.5 < took < 6, took
    ana.page.wait("!document.querySelector('.reaction')", "all are gone", 8)

    ana.page.click("button", "^Lower hand$")
    sees_hand(bo, False)
    bo.page.page.keyboard.press("h")
    sees_hand(ana, False)
    bo.page.wait("!document.querySelector('.hand-list')", "no hand is raised")
    # Pictures and audio continue as before, in the same layers.
    for person in (ana, bo):
        person.start_listening(4000)
    check_page(ana, bo)
    check_page(bo, ana)
    assert [person.page.evaluate(LAYERS) for person in (ana, bo)] == before


# Over 10 s: two sign in, one at the command line.
@pytest.mark.limit(100)
def test_gestures_reach_the_command_line_and_back(cast):
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name)
    ana.wait_phase("inCall")
    ana.wait_pictures()
    event(child, "firstPicture")

    ana.page.page.keyboard.press("h")
    told = event(child, "hand")
    assert (told["name"], told["isRaised"]) == (ana.name, True), told
    assert bo.run("hand", "up") == [{"isRaised": True, "result": "hand"}]
    sees_hand(ana, True, ", number 2")
    people = bo.run("participants")[0]["participants"]
    assert [one.get("hand") for one in people if one["isSelf"]] == [2] and [one.get("hand") for one in people if not one["isSelf"]] == [1], people
    assert bo.run("status")[0]["own"]["hand"] == 2

    react(ana, "Laughter")
    assert event(child, "reaction")["reaction"] == "laugh"
    assert bo.run("react", "thumbs-up") == [{"reaction": "thumbsUp", "result": "reacted"}]
    sees_reaction(ana, "thumbsUp")
    bo.run("hand", "down")
    sees_hand(ana, False)
    ana.start_listening(4000)
    check_page(ana, bo)
    ana.hang_up()
    event(child, "ended")
