"""A page that is reloaded during a call offers to return to it or to leave it."""
import pytest

RUNNING = "ecallInspection.state.running"


def in_a_call(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_phase("inCall")
        person.wait_pictures()
    return ana, bo


def reload(person):
    person.page.reload()
    person.page.wait(f"globalThis.ecallInspection?.state.running?.place === 'here'", "the call is offered", 15)


def ended_the_same(one, other):
    """Checks that both histories have one answered call of the same duration."""
    told = []
    for person in (one, other):
        told.append(person.page.wait(
            "(() => { const [call] = ecallInspection.state.history.all.calls ?? []; return call?.result === 'answered' && call; })()",
            f"the history of {person.name} has the call"))
    assert {call["id"] for call in told} == {told[0]["id"]}
    assert told[0]["isOutgoing"] is not told[1]["isOutgoing"] and abs(told[0]["duration"] - told[1]["duration"]) <= 1000


def banner_button(person, name):
    """The button of the banner of the running call."""
    person.page.page.get_by_role("region", name="Your call").get_by_role("button", name=name).click()


# 000-54, 000-59, 000-60
def test_a_reloaded_page_returns_to_the_call(cast):
    """Both see each other again, and both windows show the same end."""
    ana, bo = in_a_call(cast)
    reload(ana)
    assert 0 < ana.page.evaluate(f"{RUNNING}.until - Date.now()") < 15_000, "the time that is left is said as it is"
    assert bo.page.evaluate("ecallInspection.state.call.phase") == "inCall"
    ana.go("/calls")
    ana.page.wait("document.querySelector('.pane-list .row')?.innerText.includes('In progress')", "the history says that it goes on")
    banner_button(ana, "Return")
    for person in (ana, bo):
        person.wait_pictures(seconds=40)
    assert ana.page.evaluate(RUNNING) is None
    assert bo.page.evaluate("ecallInspection.state.call.members.filter((one) => one.slot !== null).length") == 1
    bo.page.wait("!ecallInspection.state.call.members.filter((one) => one.slot !== null)[0].isAway", "Ana is there")
    ana.page.click("button", "^Mute$")
    bo.page.wait("ecallInspection.state.call.members.filter((one) => one.slot !== null)[0].isMuted", "what Ana does is seen")
    lengths = [person.page.evaluate("Date.now() - ecallInspection.state.call.startedAt") for person in (ana, bo)]
    assert abs(lengths[0] - lengths[1]) < 3000, "the call is as old on both sides"
    bo.hang_up()
    ana.wait_ended("remoteHungUp")
    ended_the_same(ana, bo)


@pytest.mark.long
def test_a_reloaded_page_leaves_the_call(cast):
    ana, bo = in_a_call(cast)
    reload(ana)
    banner_button(ana, "Leave")
    bo.wait_ended("remoteHungUp", 10)
    ana.page.wait(f"{RUNNING} === null", "it is offered no more")
    ended_the_same(ana, bo)


@pytest.mark.long
def test_the_offer_ends_when_the_other_hangs_up(cast):
    """The offer disappears with the call, and a notice says why."""
    ana, bo = in_a_call(cast)
    reload(ana)
    bo.hang_up()
    ana.page.wait(f"{RUNNING} === null", "it is offered no more", 10)
    ana.told(f"The call with {bo.name} has ended.")
    ended_the_same(ana, bo)


# Over 10 s: the server waits 15 s for a device that may come back.
def test_an_unclaimed_offer_ends_with_the_call(cast):
    """After 15 s the call is over for both, and the offer with it."""
    ana, bo = in_a_call(cast)
    reload(ana)
    bo.wait_ended("remoteLost", 25)
    ana.page.wait(f"{RUNNING} === null", "it is offered no more", 10)
    ended_the_same(ana, bo)
