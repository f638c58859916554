"""What a screen reader is told of each screen, and what eyes can tell apart."""
import pytest

from bench.gallery import show
from bench.process import until
from bench.reader import Reader

#: Screen, role and words of what is read aloud without being asked for.
SPOKEN = [
    ("calls-loading", "status", "Calls are being fetched"),
    ("calls-failed", "status", "No connection to the server."),
    ("running", "status", "You are still in the call with Amira Haddad."),
    ("returning", "status", "Returning…"),
    ("ended-not-returned", "alert", "The server does not answer."),
    ("incoming-video", "alertdialog", "Amira Haddad is calling with video"),
    ("incoming-audio", "alertdialog", "is calling"),
    ("outgoing-calling", "status", "Calling…"),
    ("outgoing-ringing", "status", "Ringing…"),
    ("joining", "status", "Answering…"),
    ("call-connecting", "status", "Not protected yet: nobody has shown that they hear you."),
    ("call-1", "status", "Connected. End-to-end encrypted"),
    ("call-1-reconnecting", "status", "Reconnecting…"),
    ("call-ending", "status", "Ending…"),
    ("call-3-held", "status", "Bo: held. They use a device that you do not know."),
    ("settings-compare-scanned", "status", "This is the code of"),
    ("settings-compare-differs", "alert", "The code that you scanned is another one."),
    ("ended-declined", "status", "declined the call"),
    ("ended-lost", "alert", "The connection did not come back."),
    ("ended-failed", "alert", "The server does not answer."),
    ("contacts-loading", "status", "Contacts are being fetched"),
    ("contacts-search", "status", "1 of 5 contacts"),
    ("contact-more-failed", "alert", "Cannot reach the server."),
    ("contacts-failed", "alert", "did not answer in time"),
    ("contacts-unreachable", "status", "No connection to the server."),
    ("contacts-offline", "status", "No connection to the server."),
    ("contacts-notice", "status", "Ingrid Solberg is your contact now."),
    ("requests-failed", "alert", "did not answer in time"),
    ("add-expired", "alert", "Link expired"),
    ("scan-on", "status", "Hold the code into the frame."),
    ("scan-noCode", "alert", "No code in the picture"),
    ("link-making", "status", "The link is being made"),
    ("link-copied", "status", "in the clipboard"),
    ("link-offline", "alert", "Cannot reach the server."),
    ("personal-link-loading", "status", "Your personal link is being fetched"),
    ("personal-link-making", "status", "The link is being made"),
    ("personal-link", "status", "3 of 10 people have asked"),
    ("personal-link-copied", "status", "in the clipboard"),
    ("personal-link-saving", "status", "Saving"),
    ("personal-link-full", "status", "It has ended: 10 of 10 people have asked."),
    ("personal-link-unreachable", "alert", "The server cannot be reached."),
    ("personal-link-too-many", "alert", "Try again in an hour."),
    ("sign-in-bad-address", "status", "This is not an e-mail address."),
    ("sign-in-signed-out", "status", "You have been signed out."),
    ("code-wrong", "status", "Wrong code."),
    ("code-resent", "status", "A new code was sent"),
    ("settings-address-wrong", "status", "Wrong code."),
    ("settings-methods-failed", "alert", "Cannot reach the server."),
    ("settings-methods-loading", "status", "are being fetched"),
    ("contacts-deletion", "status", "Your account will be deleted on"),
]


def test_what_happens_is_read_aloud(gallery):
    """Calls, their state and errors are told by regions that are read as they change."""
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
    ("sign-in", "sign-in-bad-address"), ("code", "code-wrong"), ("contacts", "contacts-notice"),
], ids=lambda states: states[0])
def test_regions_are_there_before_their_words(gallery, states):
    """Some readers tell only what changes in a region that they know."""
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
    """Between two notices one presses what is below them; beside a question nothing but the question is reached."""
    page = gallery.open("phone")
    show(page, "contacts-notice")
    above, below = page.evaluate("[...document.querySelectorAll('.notice')].map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])")
    assert above[1] < below[0]
    assert page.evaluate(AT.format(195, (above[1] + below[0]) / 2))[0] == ""
    assert page.evaluate(AT.format(195, (above[0] + above[1]) / 2))[0] == "notices"
    show(page, "permission-both")
    met, shade = page.evaluate(AT.format(5, 5))
    assert met == "dialog" and shade not in ("rgba(0, 0, 0, 0)", "transparent")


#: Each of these is another screen to its person.
SCREENS = ["sign-in", "code", "calls-empty", "past-call", "past-call-missing", "other-window", "broken", "contacts-empty", "contact", "add", "scan", "requests-empty", "link", "personal-link",
           "welcome", "settings-permissions", "settings-notifications", "settings-sound", "settings", "settings-profile", "settings-methods", "settings-devices", "settings-device", "settings-compare", "settings-privacy", "settings-appearance",
           "settings-keys", "settings-account", "settings-about", "incoming-video", "outgoing-ringing", "ended", "ended-declined"]


def test_titles_tell_screens_apart(gallery):
    page = gallery.open()
    titles = []
    for name in SCREENS:
        show(page, name)
        titles.append(page.title())
    assert len(set(titles)) == len(titles), titles
    assert all(title.endswith("ECall") for title in titles), titles


def test_language(gallery):
    """Of the page itself, not of the gallery."""
    page = gallery.open()
    page.goto(gallery.origin)
    until(lambda: page.title() == "Sign in — ECall", "the page is drawn")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_colours_of_the_system_tell_as_much(gallery):
    """Where only these are shown: which section is open, which tab, and which button is the first one."""
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
