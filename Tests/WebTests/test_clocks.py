"""Pages on machines with wrong clocks ring and are rung as usual, and their users are told."""
import json

import pytest

#: A clock that is this many milliseconds ahead, and can be set while the page runs.
WRONG_CLOCK = """(() => {
    globalThis.clockIsAhead = %d;
    const now = Date.now.bind(Date);
    globalThis.Date = class extends Date {
        constructor(...values) { super(...(values.length === 0 ? [now() + globalThis.clockIsAhead] : values)); }
        static now() { return now() + globalThis.clockIsAhead; }
    };
})()"""
MINUTES = 60_000
NOTICES = "[...document.querySelectorAll('.notices')].map(({ innerText }) => innerText).join(' ')"


def wrong_and_right(cast, minutes):
    ana, bo = cast.page(), cast.page()
    ana.page.context.add_init_script(WRONG_CLOCK % (minutes * MINUTES))
    cast.together(ana, bo)
    cast.befriend(ana, bo)
    return ana, bo


def said(amount, unit, direction):
    return f"This device’s clock is {amount} {unit} {direction}. Calls work, but times may look wrong. Set the clock."


@pytest.mark.parametrize(("minutes", "words"), [
    (-4, said(4, "minutes", "slow")), (180, said(3, "hours", "fast")),
    *(pytest.param(minutes, said(*words), marks=pytest.mark.long) for minutes, words in (
        (-2, (2, "minutes", "slow")), (-180, (3, "hours", "slow")), (2, (2, "minutes", "fast")), (4, (4, "minutes", "fast")))),
])
def test_a_page_with_a_wrong_clock_rings_and_is_rung(cast, minutes, words):
    ana, bo = wrong_and_right(cast, minutes)
    ana.page.wait(f"{NOTICES}.includes({json.dumps(words)})", "the person is told of their clock")
    assert "clock" not in bo.page.evaluate(NOTICES)
    ana.page.click("button", "^Dismiss$")
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    assert bo.page.evaluate("ecallInspection.state.call.isVerified") is True
    bo.answer(video=False)
    for person in (ana, bo):
        person.wait_phase("inCall")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    for person in (ana, bo):
        person.close_call()
    bo.call(ana.name, video=False)
    ana.rings(bo.name)
    bo.hang_up()
    ana.page.wait("ecallInspection.state.call?.phase !== 'incoming'", "it rings no longer")
    # Once, however often the server is asked.
    assert "clock" not in ana.page.evaluate(NOTICES)


def test_setting_the_clock_does_not_move_the_call_timer(cast):
    ana, bo = wrong_and_right(cast, 0)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    ana.wait_phase("inCall")
    shown = "(document.querySelector('[role=timer]')?.innerText ?? '')"
    ana.page.wait(f"/^0:0\\d$/.test({shown})", "the timer runs")
    for ahead in (3_600_000, -3_600_000):
        before = ana.page.evaluate(f"(() => {{ globalThis.clockIsAhead = {ahead}; return {shown}; }})()")
        later = ana.page.wait(f"{shown} !== {json.dumps(before)} && {shown}", "the timer runs on")
        assert later.startswith("0:") and 0 < int(later[2:]) - int(before[2:]) <= 3, (before, later)
    ana.hang_up()


def test_a_call_whose_invitation_is_too_old_is_missed(cast):
    """The calling app signs by its own clock, which is slow."""
    ana, bo = cast.page(), cast.page()
    ana.page.replace("/calls/entry/call-entry.js", "const issuedAt = Math.floor(platform.clock.date());",
                     "const issuedAt = Math.floor(platform.clock.date()) - 240_000;")
    cast.together(ana, bo)
    cast.befriend(ana, bo)
    ana.call(bo.name, video=False)
    ana.wait_phase("outgoing")
    ana.page.wait("ecallInspection.state.call.id !== null", "the server rings")
    ana.hang_up()
    bo.page.wait(f"{NOTICES}.includes({json.dumps(f'{ana.name} called you.')})", "Bo is told that he missed it")
    assert bo.page.evaluate("ecallInspection.ended") is None, "it did not ring"
    bo.page.wait("ecallInspection.state.history.all.calls?.[0]?.result === 'missed'", "the history has it")
    bo.page.wait("document.querySelector('nav')?.innerText.includes('1')", "the calls have a badge")
