"""The history of calls, as two people see theirs."""
import re

#: What each row of the list says, from top to bottom.
ROWS = "[...document.querySelectorAll('.pane-list .row .row-main')].map(({ innerText }) => innerText.replaceAll(/\\s+/g, ' '))"
COUNT = "ecallInspection.state.history.all.calls?.length"


def settles(person, count):
    """The server has written the last of these calls down, and the page has it."""
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


# 000-30
# 004-36
def test_somebody_of_the_history_is_asked(cast):
    """Who is no contact any more cannot be called again, and can be asked to become one."""
    ana, bo = cast.signed_in(), cast.signed_in()
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
