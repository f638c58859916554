"""The personal link in the page: several people send requests by one link, until it ends."""
import json

import pytest

from test_contacts import is_refused, read_code
from test_screens import scrolls_sideways

pytestmark = pytest.mark.pages

OWN = "ecallInspection.state.personalLink"


def open_link(person):
    """Opens the personal link from the link for one person, one step further."""
    person.link()
    person.page.click("link", "^Personal link")
    person.page.sees("heading", "^Personal link$")


def choose(person, name):
    person.page.page.get_by_role("radio", name=name, exact=True).check()


def is_on(person, used, people):
    """Waits until the link has this many uses; returns the link."""
    state = person.page.wait(f"{OWN}.work === null && {OWN}.value?.usedCount === {used} && {OWN}.value.maxUses === {people} && {OWN}.value", "the link and its count")
    assert not scrolls_sideways(person)
    return state["link"]


def says(person, words):
    person.page.wait(f"document.querySelector('.detail').textContent.includes({json.dumps(words)})", f"“{words}” is said")


def confirm(person, action):
    person.page.click("button", "^Link options$")
    person.page.click("button", f"^{action}$")
    person.page.page.get_by_role("alertdialog").get_by_role("button", name=action).click()
    person.page.wait("ecallInspection.state.question === null", "it is done")


@pytest.mark.limit(120)
def test_several_people_ask(cast, tmp_path):
    """The link is off at first; its limit ends it, extending keeps it, turning it off invalidates it; each request waits for an answer."""
    ana, bo = cast.together(cast.page(phone=True), cast.page())
    cai, dia, eli = (cast.command_line() for _ in range(3))
    open_link(ana)
    ana.page.wait(f"{OWN}.value === 'off'", "it is off")
    choose(ana, "5")
    choose(ana, "A week")
    ana.page.click("button", "^Turn on$")
    link = is_on(ana, 0, 5)
    says(ana, "Expires on")
    assert read_code(ana.page, "svg.qr", tmp_path / "personal.png") == link
    ana.page.click("button", "^Copy link$")
    ana.page.sees("button", "^Copied$")
    assert ana.page.evaluate("navigator.clipboard.readText()") == link

    bo.ask(link)
    bo.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    cai.run("add", link)
    assert is_on(ana, 2, 5) == link
    says(ana, "Uses: 2 of 5")

    ana.page.click("button", "^Change limits$")
    choose(ana, "1")
    ana.page.click("button", "^Save$")
    assert is_on(ana, 0, 1) == link
    dia.run("add", link)
    says(ana, "Limit reached: used by 1 of 1 person.")
    eli.fails("add", link)

    choose(ana, "10")
    ana.page.click("button", "^Extend$")
    assert is_on(ana, 0, 10) == link
    eli.run("add", link)
    assert is_on(ana, 1, 10) == link
    ana.page.wait("ecallInspection.state.requests.value.received.length === 4", "all four wait for an answer")
    assert ana.page.evaluate("ecallInspection.state.contacts.value.length") == 0

    confirm(ana, "Turn off")
    ana.page.wait(f"{OWN}.value === 'off'", "it is off")
    ana.page.sees("button", "^Turn on$")
    is_refused(bo, link)


@pytest.mark.long
def test_a_renewed_link_replaces_the_former(cast):
    """The link survives a reload; a failed fetch is reported; renewing it invalidates the former one."""
    ana, bo = cast.two()
    open_link(ana)
    ana.page.click("button", "^Turn on$")
    link = is_on(ana, 0, 10)

    ana.page.page.route("**/personal-link", lambda route: route.abort())
    ana.page.expects("ERR_FAILED")
    ana.page.reload()
    ana.page.sees("button", "^Try again$", seconds=30)
    says(ana, "Can’t reach the server.")
    ana.page.page.unroute("**/personal-link")
    ana.page.click("button", "^Try again$")
    assert is_on(ana, 0, 10) == link

    confirm(ana, "Create new link")
    ana.page.wait(f"{OWN}.value.link !== {json.dumps(link)}", "another link")
    another = is_on(ana, 0, 10)
    is_refused(bo, link)
    bo.look_up(another)
    bo.page.wait(f"ecallInspection.state.add.displayName === {json.dumps(ana.name)}", "the new one leads to Ana")
    assert ana.link() != another
