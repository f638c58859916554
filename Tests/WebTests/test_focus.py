"""The focus on each screen of the gallery, and where it goes as one screen follows another."""
import pytest

from bench.gallery import settle, show
from bench.keyboard import Keyboard


#: One of each kind of screen; the others are like them.
SCREENS = [
    "sign-in", "contacts-search", "contact-met", "scan-cameras", "settings-address-code", "settings-methods",
    "settings-permissions", "settings-notifications", "settings-sound", "call-devices", "past-call-group", "running",
    "outgoing-ringing", "call-4", "call-1-protection", "call-4-protection", "call-3-held", "settings-compare",
    "personal-link-changing", "code-resend", "other-window", "broken", "contacts", "contacts-empty", "contact", "add",
    "add-resolved", "add-offline", "requests", "scan", "scan-denied-firefox", "link", "personal-link", "personal-link-off",
    "personal-link-full", "personal-link-unreachable", "contacts-offline", "welcome", "settings", "settings-profile",
    "settings-address", "settings-devices", "settings-device", "settings-blocked", "settings-keys",
    "settings-account-deletion", "settings-about", "calls", "calls-missed", "calls-more", "past-call", "past-call-goes-on",
    "running-lost-elsewhere", "call-away", "ended", "sign-in-link", "welcome-link", "card", "card-more", "card-in-call", "card-call-away"]
#: Those that have another layout in a wide window.
WIDE = [
    "past-call", "running", "settings-device", "contacts-deletion", "contacts", "calls", "contacts-recent", "contact",
    "link", "settings", "settings-methods", "contacts-offline", "call-away", "call-4", "card-more", "card-in-call"]


@pytest.mark.parametrize("size, screens", [("phone", SCREENS), ("desktop", WIDE)], ids=["phone", "desktop"])
def test_tab_reaches_every_control(gallery, size, screens):
    """Every control is reached, shows that it has the focus, and is not covered."""
    page = gallery.open(size)
    keys, found = Keyboard(page), []
    for name in screens:
        # As when it was opened: earlier scrolling is undone.
        settle(page, "loading")
        settle(page, name)
        complaints, reached = keys.reach_all()
        expected = keys.expected()
        found += [f"{name}: {complaint}" for complaint in complaints]
        if reached != expected:
            found.append(f"{name}: {reached} of {expected} reached")
    assert found == []


@pytest.mark.parametrize("change, words", [("outline: none", "has no outline"), ("translate: -2000px", "outside of the window")])
def test_a_covered_focus_is_found(gallery, change, words):
    page = gallery.open("phone")
    settle(page, "sign-in")
    page.evaluate("(change) => { document.querySelector('#page button').style.cssText = change; }", change)
    complaints, reached = Keyboard(page).reach_all()
    assert reached > 1 and [words in complaint for complaint in complaints] == [True], complaints


def test_a_control_that_tab_skips_is_found(gallery):
    page = gallery.open("phone")
    settle(page, "sign-in")
    # The key moves the focus on to the next control.
    page.evaluate("document.querySelector('#page button').addEventListener('focus', ({ target }) => target.blur())")
    keys = Keyboard(page)
    assert keys.reach_all()[1] == keys.expected() - 1


def test_the_header_of_a_list_does_not_cover_the_focus(gallery):
    """A scrolled list is scrolled back when a key moves the focus below its header."""
    page = gallery.open("desktop")
    settle(page, "running")
    page.evaluate("document.querySelector('.pane-list .row a, .pane-list .row button').focus()")
    page.evaluate("document.querySelector('.pane-list').scrollTo(0, 1000)")
    assert page.evaluate("document.querySelector('.pane-list').scrollTop") > 20
    keys = Keyboard(page)
    keys.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "contact-search"
    assert keys.complaint() == ""


#: A screen, what has the focus there, the screens that follow, and what has it then.
CHANGES = [
    ("past-call", ("button", "^More$"), ["past-call-delete", "past-call"], ("button", "^More$")),
    ("past-call", ("button", "^More$"), ["past-call-delete", "calls-empty"], ("heading", "^Calls")),
    ("calls-more", ("button", "^Show earlier"), ["calls-loading-more", "calls-more"], ("button", "^Show earlier")),
    ("running", ("button", "^Return"), ["returning", "call-1"], ("heading", "^Amira")),
    ("running", ("button", "^Leave"), ["contacts"], ("heading", "^Contacts")),
    ("contact", ("button", "^More"), ["contacts"], ("heading", "^Contacts")),
    ("contacts", ("button", "^Video call Bo"), ["outgoing-calling", "call-1", "ended", "contacts"], ("button", "^Video call Bo")),
    ("call-1", ("button", "^Go to contacts and stay"), ["call-away"], ("heading", "^Contacts")),
    ("call-away", ("button", "^Return"), ["call-1"], ("heading", "^Amira")),
    ("call-3-held", ("button", "^It’s Bo"), ["call-3-held-answered"], ("heading", "^Amira")),
    ("settings-compare", ("button", "^They match"), ["settings-compare-busy", "settings-compare-vouched"], ("heading", "^Compare")),
    ("call-1", ("button", "^End call"), ["call-ending"], ("heading", "^Amira")),
    ("requests", ("button", "^Decline"), ["requests-pending"], ("heading", "^Requests")),
    ("requests", ("button", "^Accept"), ["requests-pending", "requests-empty"], ("heading", "^Requests")),
    ("link", ("button", "^New link"), ["link-making", "link"], ("heading", "^My code")),
    ("link", ("button", "^Link options"), ["link-withdraw", "link-none"], ("heading", "^My code")),
    ("personal-link-off", ("button", "^Turn on"), ["personal-link-making", "personal-link"], ("heading", "^Personal link")),
    ("personal-link-unreachable", ("button", "^Try again"), ["personal-link-loading", "personal-link-off"], ("heading", "^Personal link")),
    ("personal-link", ("button", "^Change limits"), ["personal-link-changing"], ("radio", "^10$")),
    ("personal-link-changing", ("button", "^Save"), ["personal-link-saving", "personal-link"], ("heading", "^Personal link")),
    ("personal-link", ("button", "^Link options"), ["personal-link-renew", "personal-link"], ("button", "^Link options")),
    ("personal-link", ("button", "^Link options"), ["personal-link-turn-off", "personal-link-off"], ("heading", "^Personal link")),
    ("scan", ("button", "^Use camera"), ["scan-starting", "scan-on"], ("button", "^Stop camera")),
    ("scan-on", ("button", "^Stop camera"), ["scan-notAContactLink"], ("button", "^Scan again")),
    ("scan-on", ("button", "^Stop camera"), ["add-resolved"], ("button", "^Send request")),
    ("contacts-notice", ("button", "^Dismiss"), ["contacts"], ("heading", "^Contacts")),
    ("card", ("button", "^Accept"), ["card-busy", "card-accepted"], ("button", "^Call Ingrid Solberg$")),
    ("card", ("button", "^Not now"), ["contacts"], ("heading", "^Contacts")),
    ("contacts-failed", ("button", "^Try again"), ["contacts-loading", "contacts"], ("heading", "^Contacts")),
    ("contact", ("button", "^More"), ["contact-remove", "contact"], ("button", "^More")),
    ("contact", ("button", "^More"), ["contact-remove", "contacts"], ("heading", "^Contacts")),
    ("settings-account", ("button", "^Sign out"), ["settings-sign-out", "sign-in-signed-out"], ("textbox", "^E-mail")),
    ("settings-profile", ("button", "^Change"), ["settings-address"], ("textbox", "^New e-mail")),
    ("settings-address", ("button", "^Send code"), ["settings-address-sending", "settings-address-code"], ("textbox", "^Code")),
    ("settings-address-code", ("button", "^Confirm"), ["settings-profile"], ("heading", "^Profile")),
    ("settings-methods", ("button", r"^Actions for \+49"), ["settings-methods-busy", "settings-methods"], ("button", r"^Actions for \+49")),
    ("settings-device", ("button", "^More$"), ["settings-device-sign-out", "settings-devices"], ("heading", "^Devices")),
    ("contacts-deletion", ("button", "^Keep account"), ["contacts-deletion-keeping", "contacts"], ("heading", "^Contacts")),
    ("code", ("button", "^Sign in"), ["code-busy", "contacts"], ("heading", "^Contacts")),
    ("other-window", ("button", "^Use this tab"), ["loading", "contacts"], ("heading", "^Contacts")),
    ("contacts", ("link", "^Settings"), ["incoming-video", "contacts"], ("link", "^Settings")),
    ("contacts", ("link", "^Settings"), ["incoming-video", "joining", "call-1", "ended", "contacts"], ("link", "^Settings")),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "-to-".join([change[0], change[2][-1]]))
def test_focus_survives(gallery, change):
    first, at, following, then = change
    page = gallery.open()
    keys = Keyboard(page)
    show(page, first)
    keys.go_to(*at)
    for name in following:
        show(page, name)
    keys.arrives_at(*then, seconds=2)
