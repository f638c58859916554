"""Requirement 004 in the page: people become contacts by links, and lists are live."""
import re
import subprocess
from urllib.parse import quote

import pytest

pytestmark = pytest.mark.pages


# 000-4, 000-65, 004-7, 004-11, 004-13, 004-20, 004-23, 004-25, 004-33
def test_a_link_makes_two_people_contacts(cast):
    """Bo asks by Ana's link; both see the request and the acceptance without a reload."""
    ana, bo = cast.two()
    link = ana.link()
    assert re.fullmatch(rf"{re.escape(ana.stage.origin)}/share/contact/[0-9A-Za-z]{{43}}", link)
    bo.look_up(link)
    bo.page.wait("ecallInspection.state.add.status === 'resolved'", "the link is known")
    assert bo.page.evaluate("ecallInspection.state.add.displayName") == ana.name
    bo.page.click("button", "^Send request$")
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
    ana.accept()
    bo.wait_contact(ana.name)
    ana.wait_contact(bo.name)
    bo.page.wait("ecallInspection.state.requests.value.sent.length === 0", "nothing is asked any more")


# 004-21, 004-24
def test_shown_link_states_stay_true(cast):
    """A used link is shown as used, an acceptance is shown on both sides, and adding another person starts with an empty form."""
    ana, bo = cast.two()
    link = ana.link()
    bo.ask(link)
    bo.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    ana.page.wait("ecallInspection.state.link.status === 'used'", "the link is not shown as valid")
    assert ana.page.page.get_by_text(link).count() == 0
    ana.accept()
    ana.told(f"{bo.name} is now your contact.")
    bo.page.wait("ecallInspection.state.add.status === 'accepted'", "Bo is told where he asked")
    assert bo.page.evaluate("ecallInspection.state.notices.length") == 0
    bo.go("/contacts")
    bo.go("/add")
    bo.page.sees("textbox", "^Link, e-mail")
    assert bo.page.evaluate("document.getElementById('link').value") == ""
    assert ana.link() != link


def read_code(page, selector, path):
    """Returns what a QR code reader finds in the picture of an element."""
    page.page.locator(selector).screenshot(path=path)
    return subprocess.run(["zbarimg", "--raw", "--quiet", path], capture_output=True, text=True, timeout=20).stdout.strip()


@pytest.mark.parametrize("scheme", ["light", "dark"])
# 004-26
def test_code_leads_where_the_link_does(cast, scheme, tmp_path):
    """The QR codes of the own link and of its landing page are drawn on the device, and contain the link."""
    ana = cast.signed_in()
    ana.page.page.emulate_media(color_scheme=scheme)
    link = ana.link()
    assert read_code(ana.page, "svg.qr", tmp_path / "own.png") == link
    ana.page.goto(link)
    assert read_code(ana.page, ".code svg", tmp_path / "landing.png") == link
    assert ana.page.evaluate("document.images.length") == 0


# 004-10
def test_link_is_opened(cast):
    """A link opened in the browser leads to its owner by one click, and its token does not stay in the address."""
    ana, bo = cast.two()
    link = ana.link()
    bo.page.goto(link)
    bo.page.sees("heading", "^%s is on ECall$" % re.escape(ana.name))
    target = bo.page.evaluate("document.querySelector('a[href^=\"/#/add/\"]').getAttribute('href')")
    assert target == f"/#/add/{link.rsplit('/', 1)[1]}?by={quote(ana.name)}"
    bo.open(target)
    bo.page.wait("ecallInspection.state.add.displayName === %r" % ana.name, "the link is known")
    assert link.rsplit("/", 1)[1] not in bo.page.evaluate("location.href")
    bo.page.click("button", "^Send request$")
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")


def test_a_blocked_contact_gets_no_answer(cast):
    """A blocked caller gets no answer and the blocker sees nothing of the call; the blocker can unblock them in the list of blocked people."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.go(f"/contacts/{bo.user_id}")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Block$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Block").click()
    ana.page.wait("ecallInspection.state.contacts.value.some(({ isBlocked }) => isBlocked)", "the block is seen")
    bo.call(ana.name, video=False)
    bo.page.wait("ecallInspection.state.call?.isRinging", "the call seems to ring")
    assert ana.page.evaluate("ecallInspection.state.call") is None
    bo.hang_up()
    bo.wait_phase("ended")
    ana.go("/contacts")
    ana.page.click("link", "^1 person blocked$")
    ana.page.click("button", "^Unblock$")
    ana.page.wait("ecallInspection.state.blocked.value.length === 0", "nobody is blocked")
    bo.close_call()
    bo.call(ana.name, video=False)
    ana.rings(bo.name)
    ana.decline()


# 000-10, 000-63
@pytest.mark.long
def test_a_person_is_found_unless_they_opted_out(cast):
    """Searching for the whole address finds a person, until they turn off being found."""
    ana, bo = cast.two()
    bo.look_up(ana.email)
    bo.page.wait("ecallInspection.state.add.displayName === %r" % ana.name, "Ana is found")
    bo.page.click("button", "^Send request$")
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
    ana.go("/settings/privacy")
    ana.page.wait("ecallInspection.state.isSearchable === true", "the choice is known")
    ana.page.page.get_by_label("No one").check()
    ana.page.wait("ecallInspection.state.isSearchable === false", "the choice is made")
    carl = cast.signed_in()
    carl.look_up(ana.email)
    carl.page.wait("ecallInspection.state.add.problem?.code === 'nobodyFound'", "nobody is found")


def is_refused(person, link):
    """Checks that a link is refused with a sentence, and that another can be tried."""
    person.page.expects(r"status of 4\d\d")
    person.look_up(link)
    person.page.wait("ecallInspection.state.add.status === 'failed' && ecallInspection.said(ecallInspection.state.add.problem.message)",
                     "the refusal")
    person.page.click("button", "^Search again$")
    person.page.wait("ecallInspection.state.add.status === 'empty'", "another link can be tried")


# 004-5, 004-6
def test_invalid_links_are_refused(cast):
    """The links are malformed, unknown, one's own, already used, or withdrawn."""
    (ana, bo), third = cast.two(), cast.signed_in()
    for text in ("x" * 12, "x" * 43):
        is_refused(bo, text)
    link = ana.link()
    is_refused(ana, link)
    third.ask(link)
    third.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    is_refused(bo, link)
    ana.page.wait("ecallInspection.state.link.status === 'used'", "Ana knows that it was used")
    ana.go("/contacts")
    another = ana.link()
    assert another != link
    ana.page.click("button", "^Link options$")
    ana.page.click("button", "^Delete$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    ana.page.wait("ecallInspection.state.question === null", "the link is withdrawn")
    is_refused(bo, another)
