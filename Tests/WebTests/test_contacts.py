"""Requirement 004 in the page: contacts come about by links, and lists are live."""
import re

import pytest


def test_friend_by_link(cast):
    """One asks by the other's link; the request and the acceptance are seen without a reload."""
    ana, bo = cast.signed_in(), cast.signed_in()
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
    assert bo.page.evaluate("ecallInspection.state.requests.value.sent") == []


def test_link_is_opened(cast):
    """A link opened in the browser leads to its owner; the token does not stay in the address."""
    ana, bo = cast.signed_in(), cast.signed_in()
    link = ana.link()
    bo.open(link.removeprefix(bo.stage.origin))
    bo.page.wait("ecallInspection.state.add.displayName === %r" % ana.name, "the link is known")
    assert link.rsplit("/", 1)[1] not in bo.page.evaluate("location.href")
    bo.page.click("button", "^Send request$")
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")


@pytest.mark.parametrize("kind", ["own", "used", "withdrawn", "unknown", "noLink"])
def test_links_that_lead_nowhere(cast, kind):
    """Each is refused in words, and another can be tried."""
    ana = cast.signed_in()
    asking = ana if kind == "own" else cast.signed_in()
    link = ana.link() if kind in ("own", "used", "withdrawn") else "x" * (43 if kind == "unknown" else 12)
    if kind == "used":
        third = cast.signed_in()
        third.ask(link)
        third.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    if kind == "withdrawn":
        ana.page.click("button", "^Withdraw$")
        ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Withdraw").click()
        ana.page.wait("ecallInspection.state.question === null", "the link is withdrawn")
    asking.page.expects(r"status of 4\d\d")
    asking.look_up(link)
    asking.page.wait("ecallInspection.state.add.status === 'failed' && ecallInspection.state.add.problem.message",
                     "the refusal")
    asking.page.click("button", "^Use another link$")
    asking.page.wait("ecallInspection.state.add.status === 'empty'", "another link can be tried")
