"""Screen readers are told of every screen and change, and eyes can tell elements apart."""
import pytest

from bench.gallery import show
from bench.process import until
from bench.reader import Reader

#: Screen, role and words of live announcements.
SPOKEN = [
    ("calls-loading", "status", "Loading calls…"),
    ("calls-failed", "status", "No connection to the server."),
    ("running", "status", "Return to your call with Amira Haddad?"),
    ("returning", "status", "Returning…"),
    ("ended-not-returned", "alert", "The server isn’t responding."),
    ("incoming-video", "alertdialog", "Amira Haddad is calling with video"),
    ("incoming-audio", "alertdialog", "is calling"),
    ("outgoing-calling", "status", "Calling…"),
    ("outgoing-ringing", "status", "Ringing…"),
    ("joining", "status", "Answering…"),
    ("call-connecting", "status", "Setting up encryption. Others might not be able to hear you yet."),
    ("call-1", "status", "Connected. End-to-end encrypted"),
    ("call-1-reconnecting", "status", "Reconnecting…"),
    ("call-ending", "status", "Ending…"),
    ("call-3-held", "status", "Bo is on a new device."),
    ("settings-compare-scanned", "status", "This code belongs to"),
    ("settings-compare-differs", "alert", "The code you scanned doesn’t match."),
    ("ended-declined", "status", "declined the call"),
    ("ended-lost", "alert", "The connection couldn’t be restored."),
    ("ended-failed", "alert", "The server isn’t responding."),
    ("contacts-loading", "status", "Loading contacts…"),
    ("contacts-search", "status", "1 of 5 contacts"),
    ("contact-more-failed", "alert", "Can’t reach the server."),
    ("contacts-failed", "alert", "didn’t answer in time"),
    ("contacts-unreachable", "status", "No connection to the server."),
    ("contacts-offline", "status", "No connection to the server."),
    ("contacts-notice", "status", "Ingrid Solberg is now your contact."),
    ("card", "status", "Ingrid Solberg wants to be your contact."),
    ("card-joined", "status", "Tomás Ribeiro is now your contact."),
    ("card-in-call", "status", "Ingrid Solberg wants to be your contact."),
    ("requests-failed", "alert", "didn’t answer in time"),
    ("add-expired", "alert", "Link expired"),
    ("scan-on", "status", "Hold the code in the frame."),
    ("scan-noCode", "alert", "No code in the picture"),
    ("link-making", "status", "Creating your link"),
    ("link-copied", "status", "Link copied."),
    ("link-offline", "alert", "Can’t reach the server."),
    ("personal-link-loading", "status", "Loading your personal link…"),
    ("personal-link-making", "status", "Creating your link"),
    ("personal-link", "status", "Uses: 3 of 10"),
    ("personal-link-copied", "status", "Link copied."),
    ("personal-link-saving", "status", "Saving"),
    ("personal-link-full", "status", "Limit reached: used by 10 of 10 people."),
    ("personal-link-unreachable", "alert", "Can’t reach the server."),
    ("personal-link-too-many", "alert", "Try again in an hour."),
    ("sign-in-bad-address", "status", "Check the e-mail address, for example name@example.org."),
    ("sign-in-signed-out", "status", "You were signed out."),
    ("code-wrong", "status", "That code isn’t right. Check it, then try again."),
    ("code-resent", "status", "We sent a new code."),
    ("settings-address-wrong", "status", "That code isn’t right. Check it, then try again."),
    ("settings-methods-failed", "alert", "Can’t reach the server."),
    ("settings-methods-loading", "status", "Loading ways to sign in"),
    ("contacts-deletion", "status", "Your account will be deleted on"),
]


def test_changes_are_read_aloud(gallery):
    """Calls, their state and errors are announced by live regions."""
    page = gallery.open()
    reader, missing = Reader(page), []
    for name, role, words in SPOKEN:
        show(page, name)
        regions = [f"{node.name} {node.text}" for node in reader.read().all() if node.role == role]
        if not any(words in region for region in regions):
            missing.append((name, role, words, regions))
    assert missing == []


@pytest.mark.parametrize("states", [
    ("outgoing-calling", "outgoing-ringing", "call-connecting", "call-1", "call-1-reconnecting", "call-ending"),
    ("sign-in", "sign-in-bad-address"), ("code", "code-wrong"), ("contacts", "contacts-notice"), ("contacts", "card"), ("call-1", "card-in-call"),
], ids=lambda states: "-to-".join(states[:2]))
def test_live_regions_exist_before_their_text(gallery, states):
    """Some screen readers announce only changes of a region that they already know."""
    page = gallery.open()
    for index, name in enumerate(states):
        show(page, name)
        if index == 0:
            page.evaluate("void (globalThis.regions = [...document.querySelectorAll('[role=status]')])")
        else:
            words = page.evaluate("regions.filter(({ isConnected }) => isConnected).map(({ textContent }) => textContent.trim())")
            assert any(words), f"no region of {states[0]} says anything at {name}"


#: What lies at a point of the window, and whether it is dimmed.
AT = """(() => {{
    const met = document.elementFromPoint({}, {});
    return [met?.closest('dialog, .notices')?.className ?? '', getComputedStyle(document.querySelector('dialog') ?? document.body, '::backdrop').backgroundColor];
}})()"""


# 003-27
def test_notices_let_touches_through_and_questions_shade(gallery):
    """Taps between two notices reach the controls below them; beside a question only the question is reachable."""
    page = gallery.open("phone")
    show(page, "contacts-notice")
    above, below = page.evaluate("[...document.querySelectorAll('.notice')].map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])")
    assert above[1] < below[0]
    assert page.evaluate(AT.format(195, (above[1] + below[0]) / 2))[0] == ""
    assert page.evaluate(AT.format(195, (above[0] + above[1]) / 2))[0] == "notices"
    show(page, "permission-both")
    met, shade = page.evaluate(AT.format(5, 5))
    assert met == "dialog" and shade not in ("rgba(0, 0, 0, 0)", "transparent")


#: Each of these is a different screen to the person.
SCREENS = ["sign-in", "code", "calls-empty", "past-call", "past-call-missing", "other-window", "broken", "contacts-empty", "contact", "add", "scan", "requests-empty", "link", "personal-link",
           "welcome", "settings-permissions", "settings-notifications", "settings-sound", "settings", "settings-profile", "settings-methods", "settings-devices", "settings-device", "settings-compare", "settings-privacy", "settings-appearance", "settings-language",
           "settings-keys", "settings-account", "settings-about", "incoming-video", "outgoing-ringing", "ended", "ended-declined"]


def test_titles_tell_screens_apart(gallery):
    page = gallery.open()
    titles = []
    for name in SCREENS:
        show(page, name)
        titles.append(page.title())
    assert len(set(titles)) == len(titles), titles
    assert all(title.endswith("ECall") for title in titles), titles


def test_the_page_declares_its_language(gallery):
    """The real page declares it, not only the gallery."""
    page = gallery.open()
    page.goto(gallery.origin)
    until(lambda: page.title() == "Sign in — ECall", "the page is drawn")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_forced_colours_show_the_same_states(gallery):
    """With only the system's colours the open section, the selected tab and the primary button remain visible."""
    page = gallery.open("phone")
    page.emulate_media(forced_colors="active")
    face = "([one, other]) => [one, other].map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)"
    pairs = [(".nav-item[aria-current] .nav-symbol", ".nav-item:not([aria-current]) .nav-symbol"), (".tab[aria-current]", ".tab:not([aria-current])"),
             (".button-primary", ".button-plain")]
    try:
        show(page, "add-resolved")
        for pair in pairs:
            one, other = page.evaluate(face, list(pair))
            assert one != other, pair
    finally:
        page.emulate_media(forced_colors="none")
