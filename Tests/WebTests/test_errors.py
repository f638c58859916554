"""Requirement 000, error flows: every failure is reported with what to do, and a second try succeeds."""
import re

import pytest

FAILED = r"ERR_FAILED|ERR_CONNECTION|WebSocket connection|status of (401|500)"


def refuse(person, path):
    """Makes requests for a path fail from now on; returns a function that ends this."""
    pattern = re.compile(path)
    person.page.expects(FAILED)
    person.page.context.route(pattern, lambda route: route.abort())
    return lambda: person.page.context.unroute(pattern)


def test_a_network_error_of_a_list_can_be_retried(cast):
    """The contacts cannot be fetched: the page says so, and a retry succeeds."""
    ana = cast.signed_in()
    restore = refuse(ana, r"/app/api/contacts$")
    ana.page.reload()
    ana.page.sees("button", "^Try again$", 40)
    assert "Can’t reach the server" in ana.page.page.get_by_role("alert").inner_text()
    restore()
    ana.page.click("button", "^Try again$")
    ana.page.wait("ecallInspection.state.contacts.status === 'ready'", "the contacts are there", 40)


def test_a_lost_signaling_connection_is_shown(cast):
    """No signals arrive, and the page says so meanwhile."""
    ana = cast.signed_in()
    cut = True
    ana.page.context.route_web_socket(re.compile(r"/ws/$"), lambda socket: socket.close() if cut else socket.connect_to_server())
    ana.page.reload()
    ana.page.wait("document.querySelector('.banner')?.innerText.startsWith('No connection to the server.')", "it is said that nothing rings", 40)
    cut = False
    ana.page.wait("ecallInspection.state.connection === 'connected' && !document.querySelector('.banner')", "it is said no more", 40)


@pytest.mark.long
def test_a_network_error_of_a_settings_page_can_be_retried(cast):
    """A settings page reports a failed fetch in the same way."""
    ana = cast.signed_in()
    restore = refuse(ana, r"/app/api/devices$")
    ana.go("/settings/devices")
    ana.page.sees("button", "^Try again$", 40)
    restore()
    ana.page.click("button", "^Try again$")
    ana.page.wait("ecallInspection.state.settings.devices.value?.length === 1", "the devices are there")


def fails(person, seconds=60):
    """Checks that the call ends with a sentence and the two actions."""
    person.wait_phase("ended", seconds)
    assert person.page.evaluate("ecallInspection.state.call.reason") == "failed"
    sentence = person.page.page.get_by_role("alert").inner_text().strip()
    person.page.sees("button", "^Call again$")
    person.page.sees("button", "^Close$")
    assert sentence
    return sentence


def works(ana, bo):
    """Checks that the second try of a failed call succeeds."""
    ana.page.click("button", "^Call again$")
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


def test_call_fails_for_the_network(cast):
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    restore = refuse(ana, r"/app/api/call/start$")
    ana.call(bo.name)
    assert "server" in fails(ana)
    restore()
    works(ana, bo)


@pytest.mark.long
def test_call_fails_for_encryption(cast):
    """A browser without encryption makes no unencrypted call, and the user can leave the screen."""
    ana, bo = cast.page(), cast.signed_in()
    ana.page.replace("/calls/platform.js", "    canProtectMedia,\n", "    canProtectMedia: () => false,\n")
    ana.sign_in()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    assert "can’t encrypt calls" in fails(ana)
    ana.page.click("button", "^Close$")
    ana.page.wait("ecallInspection.state.call === null", "the call is left")
    assert bo.page.evaluate("ecallInspection.state.call") is None


# Over 10 s: the page retries several times before it reports that it cannot.
@pytest.mark.long
def test_call_fails_without_the_media_server(cast):
    """The connection to the media server is blocked, as behind a proxy that forbids WebSockets; once open again, the call succeeds."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.page.expects(FAILED)
    shut = [True]
    ana.page.context.route_web_socket(re.compile(r"/janus"), lambda socket: socket.close() if shut[0] else socket.connect_to_server())
    # Only pages that are opened from now on go through it.
    ana.page.reload()
    ana.wait_connected()
    ana.call(bo.name)
    assert fails(ana)
    shut[0] = False
    bo.page.wait("ecallInspection.state.call === null", "nothing rings at the other")
    works(ana, bo)


def test_an_unknown_device_is_led_to_the_sign_in(cast):
    """The server no longer knows the device: the next request leads to the sign-in, which says why, and a code signs in again."""
    ana, other = cast.signed_in(), cast.page()
    other.email = ana.email
    other.sign_in()
    ana.page.expects(FAILED)
    other.go("/settings/devices")
    other.page.click("button", "^More$")
    other.page.click("button", "^Sign out all other devices$")
    other.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out all other devices").click()
    ana.page.wait("ecallInspection.state.screen === 'signIn'", "the page leads to the sign-in")
    ana.page.wait("document.body.innerText.includes('This device was signed out')", "it says why")
    ana.page.click("button", "^Send code$")
    ana.page.sees("textbox", "^Code")
    ana.page.fill("^Code", ana.stage.code(ana.email))
    ana.wait_connected()
