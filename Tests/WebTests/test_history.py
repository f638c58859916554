"""The call history, as each of two people sees it."""
import re

import pytest

#: The text of each row of the list, from top to bottom.
ROWS = "[...document.querySelectorAll('.pane-list .row .row-main')].map(({ textContent }) => textContent.replaceAll(/\\s+/g, ' '))"
COUNT = "ecallInspection.state.history.all.calls?.length"


def settles(person, count):
    """Waits until the server has recorded the last of these calls, and the page has loaded it."""
    person.page.wait(
        f"{COUNT} === {count} && ecallInspection.state.history.all.calls.every(({{ result }}) => result !== 'running' && result !== 'ringing')",
        f"{person.name} has {count} calls that are over")


def badge(person):
    return person.page.evaluate("document.querySelector('.nav-item[href=\"#/calls\"]').getAttribute('aria-label')")


def talk(one, other):
    one.call(other.name, video=False)
    other.rings(one.name)
    other.answer(video=False)
    for person in (one, other):
        person.wait_phase("inCall")
    one.hang_up()
    other.wait_ended("remoteHungUp")
    for person in (one, other):
        person.close_call()


# 000-13
def test_a_call_is_in_the_history_of_both(cast):
    """The call appears live with its direction on both sides; a missed one is red with a badge until it is seen."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    bo.go("/calls")
    bo.page.sees("button", "^Choose a contact$")
    talk(ana, bo)
    for person, other, direction in ((ana, bo, "Outgoing"), (bo, ana, "Incoming")):
        settles(person, 1)
        person.go("/calls")
        [row] = person.page.wait(f"{ROWS}.length === 1 && {ROWS}", "the call is in the list")
        assert other.name in row and f"{direction} · " in row, row
        assert badge(person) is None
    # Bo is elsewhere in the page, and does not answer.
    bo.go("/settings")
    ana.go("/contacts")
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    ana.hang_up()
    bo.wait_missed(ana.name)
    settles(bo, 2)
    assert bo.page.evaluate("ecallInspection.state.route.name") == "settings"
    assert badge(bo) == "Calls, 1 missed"
    bo.go("/calls")
    bo.page.wait("document.querySelector('.nav-item[href=\"#/calls\"]').getAttribute('aria-label') === null", "it was looked at")
    newest = bo.page.evaluate(ROWS)[0]
    assert ana.name in newest and "Missed" in newest
    assert bo.page.evaluate("getComputedStyle(document.querySelector('.row-missed')).color !== getComputedStyle(document.body).color")
    # Missed calls only, and by name.
    bo.page.evaluate("document.querySelector('input[name=missed][value=true]').click()")
    bo.page.wait(f"{ROWS}.length === 1 && {ROWS}[0].includes('Missed')", "the missed one alone")
    bo.page.evaluate("document.querySelector('input[name=missed][value=false]').click()")
    bo.page.search("^Search by name$", "nobody of that name")
    bo.page.wait("document.body.innerText.includes('No calls with “nobody of that name”')", "nobody is found")
    # Two words: a space is part of the name.
    bo.page.search("^Search by name$", ana.name.upper())
    bo.page.wait(f"{ROWS}.length === 2", "both calls are found by the name")


def test_a_missed_call_is_the_last_one_with_a_contact(cast):
    """The list of contacts, the contact and the history of both know of a call that nobody answered."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    ana.hang_up()
    bo.wait_missed(ana.name)
    ana.close_call()
    for person, other in ((ana, bo), (bo, ana)):
        settles(person, 1)
        person.go("/contacts")
        rows = person.page.wait(f"{ROWS}.length === 1 && {ROWS}", "the contact is listed")
        assert other.name in rows[0] and "Last call" in rows[0], rows
        person.page.evaluate("document.querySelector('.pane-list .row-main').click()")
        person.page.wait("document.querySelectorAll('[aria-labelledby=contact-calls] .past-other').length === 1", f"{person.name} sees the call beside {other.name}")


# 000-30
@pytest.mark.long
def test_calls_are_deleted_and_repeated(cast):
    """One call, then all, are deleted permanently, and only for this person. The detail screen calls again."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    talk(ana, bo)
    talk(bo, ana)
    settles(ana, 2)
    ana.go("/calls")
    ana.page.wait(f"{ROWS}.length === 2", "two calls are listed")
    ana.page.evaluate("document.querySelector('.pane-list .row a').click()")
    ana.page.sees("heading", f"^{re.escape(bo.name)}$")
    ana.page.click("button", "^Call$")
    bo.rings(ana.name)
    bo.decline()
    ana.wait_ended("declined")
    ana.close_call()
    settles(ana, 3)
    ana.go("/calls")
    assert "Declined" in ana.page.wait(f"{ROWS}.length === 3 && {ROWS}", "the third is listed")[0]
    ana.page.evaluate("document.querySelector('.pane-list .row a').click()")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Delete this call$")
    ana.page.click("button", "^Delete$")
    ana.page.wait(f"{COUNT} === 2 && ecallInspection.state.route.name === 'calls'", "it is gone, and so is its page")
    ana.page.click("button", "^More options$")
    ana.page.click("button", "^Delete all calls$")
    ana.page.click("button", "^Delete all$")
    ana.page.sees("button", "^Choose a contact$")
    ana.page.reload()
    ana.wait_connected()
    ana.page.wait(f"{COUNT} === 0", "they stay deleted")
    assert bo.page.evaluate(COUNT) == 3, "Bo keeps his"
    # A person who has had calls begins with them.
    bo.open()
    bo.wait_connected()
    bo.page.wait("ecallInspection.state.route.name === 'calls'", "calls are the first screen")


# 004-32, 004-36
def test_a_former_contact_in_the_history_can_be_asked(cast):
    """A person who is no longer a contact cannot be called again, and can be sent a contact request."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    talk(ana, bo)
    settles(ana, 1)
    ana.go(f"/contacts/{bo.user_id}")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Remove contact$")
    ana.page.click("button", "^Remove$")
    ana.page.wait("ecallInspection.state.contacts.value?.length === 0", "they are no contacts any more")
    ana.go("/calls")
    ana.page.evaluate("document.querySelector('.pane-list .row a').click()")
    ana.page.click("button", f"^Add {re.escape(bo.name)} as a contact$")
    bo.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
    ana.page.wait("document.body.innerText.includes('Request sent')", "that is said")
