"""Everything works by keyboard alone: at each step the focus is in a sensible place, and visible."""
import pytest

from bench.keyboard import Keyboard

pytestmark = pytest.mark.pages


def sign_in(person, keys):
    person.open()
    keys.arrives_at("textbox", "^E-mail")
    keys.type(person.email)
    keys.press("Enter")
    keys.arrives_at("textbox", "^Code")
    keys.type(person.stage.code(person.email))
    keys.arrives_at("textbox", "^Your name")
    keys.type(person.name)
    keys.press("Enter")
    keys.arrives_at("heading", "^You’re all set")
    person.wait_connected()
    keys.go_to("button", "^Go to contacts")
    keys.press("Enter")
    keys.arrives_at("heading", "^Contacts")


def copy_link(person, keys):
    """Opens the own link and copies it; starts to withdraw it, and cancels."""
    keys.go_back_to("link", "^Add$")
    keys.press("Enter")
    keys.arrives_at("textbox", "^Link, e-mail")
    keys.go_back_to("link", "^My code")
    keys.press("Enter")
    keys.arrives_at("heading", "^My code")
    person.page.wait("ecallInspection.state.link.status === 'ready'", "a link")
    keys.go_to("button", "^Copy link")
    keys.press("Enter")
    person.page.wait("ecallInspection.state.link.wasCopied", "the link is copied")
    keys.arrives_at("button", "^Copied")
    keys.go_back_to("button", "^Link options")
    keys.press("Enter")
    keys.go_to("button", "^Delete")
    keys.press("Enter")
    keys.arrives_at("button", "^Cancel")
    keys.stays_in("[role=alertdialog]")
    keys.press("Escape")
    keys.arrives_at("button", "^Link options")
    assert person.page.evaluate("ecallInspection.state.question") is None
    return person.page.evaluate("navigator.clipboard.readText()")


def add_by_link(person, keys, link):
    keys.go_back_to("link", "^Contacts")
    keys.press("Enter")
    keys.go_to("link", "^Add$")
    keys.press("Enter")
    keys.arrives_at("textbox", "^Link, e-mail")
    keys.type(link)
    keys.press("Enter")
    keys.arrives_at("button", "^Send request")
    keys.press("Enter")
    person.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    assert keys.complaint() == ""
    keys.go_to("button", "^Go to contacts", most=1)
    keys.press("Enter")
    keys.arrives_at("heading", "^Contacts")


def accept_request(person, keys, name):
    keys.go_back_to("link", "^Requests, 1 waiting")
    keys.press("Enter")
    keys.go_to("button", "^Accept")
    keys.press("Enter")
    person.wait_contact(name)
    keys.arrives_at("heading", "^Requests")


@pytest.mark.limit(60)
# 000-74, 004-22
def test_signing_in_and_adding_contacts(cast):
    """The keyboard signs in, copies the own link, sends a request by another link, and accepts a request."""
    ana, cai, dia = cast.page(), cast.command_line(), cast.command_line()
    keys = Keyboard(ana.page.page)
    sign_in(ana, keys)
    link = copy_link(ana, keys)
    add_by_link(ana, keys, cai.link())
    cai.run("accept", ana.name)
    ana.wait_contact(cai.name)
    # A list that changes elsewhere on the page leaves the focus alone.
    keys.arrives_at("heading", "^Contacts")
    dia.run("add", link)
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
    accept_request(ana, keys, dia.name)


def answer(person, keys, caller):
    """Answers; Escape, pressed in haste, declines nothing, and the answer button has the focus."""
    person.rings(caller.name)
    keys.press("Escape", "Escape", "Escape")
    keys.arrives_at("button", "^Answer with camera")
    keys.stays_in("[role=alertdialog]")
    assert person.page.evaluate("ecallInspection.state.call.phase") == "incoming"
    if not keys.is_at("button", "^Answer with camera"):
        keys.go_to("button", "^Answer with camera")
    keys.press("Enter")
    keys.arrives_at("heading", f"^{caller.name}")


def turn_off(person, keys, other):
    """Mutes and turns the camera off; the focus stays on the pressed control."""
    state = "ecallInspection.state.call.members.filter((one) => one.slot !== null)[0]"
    keys.go_to("button", "^Mute")
    keys.press("Enter")
    keys.arrives_at("button", "^Unmute")
    other.page.wait(f"{state}.isMuted", f"{other.name} knows that {person.name} is muted")
    keys.go_to("button", "^Turn camera off", most=1)
    keys.press("Space")
    keys.arrives_at("button", "^Turn camera on")
    other.page.wait(f"!{state}.isVideoEnabled", f"{other.name} knows that {person.name}'s camera is off")


def look_around(person, keys):
    """Reads about the protection, leaves the call for the contacts, and returns."""
    keys.go_back_to("button", "^End-to-end encrypted")
    keys.press("Enter")
    person.page.wait("ecallInspection.state.call.showsProtection", "it is explained")
    keys.press("Escape")
    person.page.wait("!ecallInspection.state.call.showsProtection", "it is closed again")
    keys.arrives_at("button", "^End-to-end encrypted")
    keys.go_back_to("button", "^Go to contacts and stay")
    keys.press("Enter")
    person.page.wait("ecallInspection.state.route.name === 'contacts'", "the contacts are there")
    assert keys.complaint() == ""
    keys.go_to("button", "^Return")
    keys.press("Enter")
    keys.arrives_at("button", "^Go to contacts and stay")


@pytest.mark.limit(60)
# 004-40
def test_a_call_from_start_to_end(cast):
    """One calls, the other answers; mute, camera, protection, the contacts meanwhile, the end; then the focus is back where it began."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    hers, his = Keyboard(ana.page.page), Keyboard(bo.page.page)
    his.go_to("link", "^Settings")
    hers.go_to("link", "^Contacts")
    hers.press("Enter")
    hers.go_to("button", f"^Video call {bo.name}")
    hers.press("Enter")
    hers.arrives_at("heading", f"^{bo.name}")
    answer(bo, his, ana)
    for person in (ana, bo):
        person.wait_pictures()
    turn_off(ana, hers, bo)
    look_around(ana, hers)
    hers.go_to("button", "^End call")
    hers.press("Enter")
    hers.arrives_at("heading", "^Call ended")
    hers.press("Escape")
    hers.arrives_at("button", f"^Video call {bo.name}")
    bo.wait_ended("remoteHungUp")
    # There is nothing to press: it leaves by itself.
    his.arrives_at("link", "^Settings")
    assert ana.page.evaluate("ecallInspection.state.call") is None


@pytest.mark.long
def test_declining_restores_the_focus(cast):
    """An incoming call takes the focus and, when declined, restores it; the caller can close the end screen."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    hers, his = Keyboard(ana.page.page), Keyboard(bo.page.page)
    his.go_to("link", "^Add$")
    his.press("Enter")
    his.arrives_at("textbox", "^Link, e-mail")
    his.go_back_to("link", "^My code")
    his.press("Enter")
    # The link is made by the server.
    bo.page.sees("button", "^Copy link")
    his.go_to("button", "^Copy link")
    ana.go("/contacts")
    ana.page.wait("ecallInspection.state.route.name === 'contacts'", "the contacts")
    hers.go_to("button", f"^Call {bo.name}")
    hers.press("Enter")
    bo.rings(ana.name)
    # Until then her page asks who is in the call, and would tell that there is none.
    ana.page.wait("ecallInspection.state.call.ownStream && ecallInspection.state.call.connection === 'connected'", "she is in the call")
    his.go_back_to("button", "^Decline")
    his.press("Enter")
    his.arrives_at("button", "^Copy link")
    ana.wait_ended("declined")
    hers.arrives_at("heading", "^Declined")
    hers.go_to("button", "^Call again", most=1)
    hers.go_to("button", "^Close", most=1)
    hers.press("Space")
    hers.arrives_at("button", f"^Call {bo.name}")
