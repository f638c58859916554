"""The link to a call: shared by a participant, and opened by their contacts."""
import json

import pytest

STATE = "ecallInspection.state"
#: The calls that the page has shown, so that even a momentary ring is recorded.
PHASES = f"""void (globalThis.phases = new Set(), globalThis.seeing = setInterval(() => phases.add({STATE}.call?.phase), 5))"""
#: How often the page has rung people into its call.
INVITES = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/invite')).length"
#: How often the page has asked to be admitted.
ASKED = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/request-invitation')).length"


def in_a_call(cast, *others):
    """Connects Ana and Bo with video; the others are Ana's contacts too."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    for other in others:
        cast.befriend(ana, other)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    return ana, bo


def share(person):
    """Returns the link to the call, as shown beside the participants."""
    if not person.page.evaluate(f"{STATE}.call.showsPeople"):
        person.page.click("button", "^People, ")
    person.page.click("button", "^Share a link to this call$")
    person.page.page.get_by_text("Only your contacts can join with this link, and only while you’re in the call.").wait_for()
    link = person.page.page.locator(".call-link .link-text").inner_text().split()[-1]
    assert link.startswith(f"{person.stage.origin}/#/call/")
    person.page.page.get_by_role("img", name="QR code for the call link").wait_for()
    return link


def opens(person, link):
    person.go(link.partition("#")[2])
    assert person.page.wait("location.hash === '#/call'", "the secret is not in the address")


def hears_both(people):
    for person in people:
        person.start_listening(4000)
    for person in people:
        others = {str(other.number % 48) for other in people if other is not person}
        heard = person.heard()
        assert others <= set(heard["tones"]), f"{person.name} heard {heard}"


# Over 10 s: four sign in, and one waits.
@pytest.mark.limit(240)
def test_a_contact_joins_a_call_by_its_link(cast):
    """Cai opens Ana's link and is in the call without a ring; Ana, who has not met him, is asked once. Dia, who is not a contact, does not get in,
    nor does anyone by a withdrawn link."""
    cai = cast.signed_in()
    ana, bo = in_a_call(cast, cai)
    link = share(ana)
    ana.page.click("button", "^Copy link$")
    assert ana.page.wait("navigator.clipboard.readText()", "it is copied") == link

    opens(cai, link)
    cai.page.sees("heading", f"^Join {ana.name}’s call$")
    cai.page.reload()
    cai.page.sees("heading", f"^Join {ana.name}’s call$")
    assert cai.page.wait("location.hash === '#/call'", "the secret is not in the address")
    cai.page.evaluate(PHASES)
    cai.page.click("button", "^Join with camera$")
    ana.told(f"{cai.name} wants to join with your link. You haven’t been in a call together yet.")
    assert ana.page.evaluate(INVITES) == 0
    ana.page.click("button", f"^Add {cai.name}$")
    for person in (ana, bo, cai):
        person.wait_pictures(others=2, seconds=60)
    assert "incoming" not in cai.page.evaluate("[...phases]")
    assert cai.page.evaluate("history.state") is None, "the link is kept no longer"
    hears_both((ana, bo, cai))
    assert ana.page.evaluate(INVITES) == 1
    cai.hang_up()
    cai.close_call()
    ana.page.wait(f"{STATE}.call.members.filter((one) => one.slot !== null).length === 1", "Cai has left")

    # A person who is not signed in signs in first, and still isn't a contact.
    dia = cast.page()
    dia.open(f"/#{link.partition('#')[2]}")
    dia.page.page.get_by_text(f"According to the link, it’s {ana.name}’s call. Only {ana.name}’s contacts can join.").wait_for()
    dia._say_who()
    dia.use_code()
    dia.page.sees("heading", "^Not in your contacts$")
    dia.page.page.get_by_text(f"According to the link, this is {ana.name}’s call. Only contacts can join with a link.").wait_for()
    assert dia.page.page.get_by_role("button", name="Join with").count() == 0
    # She asks in one tap.
    dia.page.click("button", f"^Ask {ana.name} to be a contact$")
    dia.page.page.get_by_text(f"Request sent. You can join as soon as {ana.name} accepts.").wait_for()
    ana.page.wait(f"{STATE}.requests.value?.received.length === 1", "Ana has the request")

    # The request by the old link arrives before the one by the new link.
    ana.page.click("button", "^Link options$")
    ana.page.click("button", "^Delete$")
    ana.page.page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    ana.told("The call link was deleted.")
    opens(cai, link)
    cai.page.click("button", "^Join without camera$")
    cai.page.page.get_by_text(f"Asking to join {ana.name}’s call…").wait_for()
    cai.page.wait(f"{ASKED} === 2", "the server has taken it")
    cai.page.click("button", "^Cancel$")
    another = share(ana)
    assert another != link
    opens(cai, another)
    cai.page.click("button", "^Join without camera$")
    ana.told(f"{cai.name} is joining with your link.")
    cai.wait_phase("inCall")
    assert "incoming" not in cai.page.evaluate("[...phases]")
    assert ana.page.evaluate(INVITES) == 2
    cai.hang_up()

    # The call is over, and with it the link.
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    cai.close_call()
    cai.page.expects(r"status of 404 .*/request-invitation\)")
    opens(cai, another)
    cai.page.click("button", "^Join with camera$")
    cai.page.page.get_by_text("This call is over, or the link was deleted.").wait_for()

    # Once Ana has accepted, the way into the call opens where Dia waits.
    ana.close_call()
    ana.accept()
    dia.page.sees("heading", f"^Join {ana.name}’s call$")


# Over 10 s: three sign in, and one page is loaded twice.
@pytest.mark.long
@pytest.mark.limit(180)
def test_the_link_outlives_a_reload(cast):
    """Ana's page is reloaded during the call: her link stays valid, and a contact who opens it meanwhile joins once she is back."""
    cai = cast.signed_in()
    ana, bo = in_a_call(cast, cai)
    link = share(ana)
    ana.page.reload()
    ana.page.wait("globalThis.ecallInspection?.state.running?.place === 'here'", "the call is offered", 15)
    opens(cai, link)
    cai.page.click("button", "^Join without camera$")
    cai.page.wait(f"{ASKED} === 1", "the server has taken it")
    ana.page.page.get_by_role("region", name="Your call").get_by_role("button", name="Return").click()
    for person in (ana, bo):
        person.wait_pictures(seconds=40)
    ana.page.wait(f"{STATE}.callLink?.link === {json.dumps(link)}", "the link is the same")
    ana.page.click("button", f"^Add {cai.name}$")
    cai.wait_phase("inCall")
    for person in (ana, bo):
        person.page.wait(f"{STATE}.call.members.filter((one) => one.slot !== null).length === 2", f"{person.name} is with both", 30)
    assert not cai.page.evaluate(f"{STATE}.call.isCameraOn")
    ana.hang_up()
