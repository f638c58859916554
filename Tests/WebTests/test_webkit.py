"""WebKitGTK, the open engine of Safari. Debian's build has no WebRTC: everything but calls runs here, and the page says that it cannot call."""
import json

import pytest

from bench.gallery import SIZES
from bench.webkit import WebKitPage
from test_every_language import SCREENS
from test_language import choose

#: Of the page's texts.
CANNOT_CALL = "This browser doesn’t support encrypted calls. Update it, or use a different one."
NO_PUSH = "This browser can’t receive notifications while this page is closed"
FITS = ["cut", "sideways", "small", "outside", "columns"]
#: How many things the page stores about the device and its person.
STORED = """new Promise((resolve, reject) => {
    const opening = indexedDB.open('ecall');
    opening.onerror = reject;
    opening.onsuccess = ({ target: { result: database } }) => {
        const counts = [...database.objectStoreNames].map((store) => new Promise((done) => { database.transaction(store).objectStore(store).count().onsuccess = ({ target }) => done(target.result); }));
        void Promise.all(counts).then((all) => { database.close(); resolve(all.reduce((sum, one) => sum + one, 0)); });
    };
})"""


@pytest.mark.pages
def test_signs_in_and_is_forgotten_after_signing_out(cast):
    """The device, with its keys, survives a reload; a second window waits; signing out leaves no key and no person behind."""
    ana = cast.page("webkit")
    ana.sign_in_by_form()
    ana.told(CANNOT_CALL)
    device = ana.page.evaluate("[ecallInspection.state.account.deviceId, ecallInspection.state.ownKey]")
    ana.page.reload()
    ana.wait_connected()
    assert ana.page.evaluate("[ecallInspection.state.account.deviceId, ecallInspection.state.ownKey]") == device
    assert CANNOT_CALL not in ana.page.evaluate("bench.told"), "it is said once"
    first = ana.page.open_window()
    ana.page.goto(f"{ana.stage.origin}/?inspect")
    ana.page.wait("ecallInspection.state.screen === 'otherWindow'", "the second window waits")
    ana.page.switch(first)
    assert ana.page.evaluate(STORED) > 5
    ana.go("/settings/account")
    ana.page.click("button", "^Sign out$")
    ana.page.wait("document.querySelector('[role=alertdialog]') !== null", "the question")
    ana.page.evaluate("void [...document.querySelectorAll('[role=alertdialog] button')].find(({ textContent }) => textContent.trim() === 'Sign out').click()")
    ana.page.wait("ecallInspection.state.screen === 'signIn'", "she is signed out")
    assert ana.page.evaluate(STORED) == 0


@pytest.mark.pages
def test_contacts_come_live_and_calls_say_what_to_do(cast):
    """A contact is added without a reload; the language changes at once; calls ring; placing or answering one says in one sentence why
    this browser cannot, and never asks for a microphone."""
    ana, bo = cast.together(cast.page("webkit"), cast.page("chromium"))
    cast.befriend(ana, bo)
    ana.page.evaluate("""void (globalThis.asked = [], navigator.mediaDevices.getUserMedia = async (wish) => { asked.push(wish); throw new DOMException('', 'NotAllowedError'); })""")
    assert ana.page.evaluate("[typeof RTCPeerConnection, typeof crypto.subtle.encapsulateBits]") == ["undefined", "undefined"]
    ana.told(CANNOT_CALL)
    ana.call(bo.name)
    ana.told(CANNOT_CALL)
    ana.close_call()
    bo.call(ana.name)
    ana.rings(bo.name)
    ana.answer(video=False)
    ana.told(CANNOT_CALL)
    assert ana.page.evaluate("[asked, ecallInspection.state.permissions.dialog]") == [[], None]
    ana.close_call()
    bo.hang_up()
    choose(ana, "ja")
    assert ana.page.evaluate("document.querySelector('h1').innerText") == "言語"


@pytest.mark.pages
def test_settings_say_what_this_browser_has(cast):
    """The service worker runs; without a push service, notifications say that they need an open page."""
    ana = cast.signed_in("webkit")
    assert ana.page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)")
    for path, sentence in {
        "notifications": NO_PUSH,
        "sound": "This browser plays calls on the system’s loudspeaker.",
        "permissions": "Your browser asks for each of these once.",
    }.items():
        ana.go(f"/settings/{path}")
        ana.page.wait(f"document.body.innerText.includes({json.dumps(sentence)})", sentence)


@pytest.fixture(scope="module")
def window(running_gallery, tmp_path_factory):
    page = WebKitPage(tmp_path_factory.mktemp("webkit"))
    yield page
    page.close()


def open_gallery(window, gallery, size, language, theme, state):
    window.resize(SIZES[size])
    window.goto(f"{gallery.address}?state={state}&language={language}&theme={theme}&names=")
    window.wait("document.querySelector('#page > *') !== null", "the gallery", 60)


def findings(window, gallery, states, size="narrow", language="en", theme="light"):
    """Each state in a page of its own: WebKitGTK 2.50 never ends laying out the list of calls in place of the link's screen."""
    found = {}
    for state in states:
        open_gallery(window, gallery, size, language, theme, state)
        assert window.evaluate("[document.documentElement.lang, innerWidth]") == [language, SIZES[size][0]]
        # A rotating spinner is higher than its line for a moment; other galleries request reduced motion, which this driver cannot.
        window.evaluate(f"settle({json.dumps(state)}).then(() => {{ for (const one of document.getAnimations()) one.cancel(); }})")
        found |= window.evaluate(f"look({json.dumps(state)}, {json.dumps(FITS)})")
    return found


#: Of the main screens, those with the most words.
SAMPLE = ["sign-in", "contacts", "requests-pending", "link", "calls", "incoming-video", "call-1", "ended-not-answered", "settings-notifications", "join-call"]


@pytest.mark.parametrize("theme, language", [("dark", "ar"), ("light", "km")])
def test_some_main_screens_fit_on_a_phone_in_webkit(window, gallery, theme, language):
    """000-70"""
    found = findings(window, gallery, SAMPLE, "narrow", language, theme)
    assert found == {}, json.dumps(found, ensure_ascii=False, indent=1)


@pytest.mark.long
@pytest.mark.limit(600)
@pytest.mark.parametrize("size", ["narrow", "phone", "desktop"])
@pytest.mark.parametrize("language", ["ar", "km", "ja"])
def test_the_main_screens_fit_in_webkit(window, gallery, size, language):
    """000-70"""
    found = {theme: findings(window, gallery, SCREENS, size, language, theme) for theme in ("light", "dark")}
    assert found == {"light": {}, "dark": {}}, json.dumps(found, ensure_ascii=False, indent=1)


@pytest.mark.long
@pytest.mark.limit(1500)
@pytest.mark.parametrize("size", ["narrow", "phone", "desktop"])
def test_every_state_fits_in_webkit(window, gallery, size):
    open_gallery(window, gallery, size, "en", "light", "loading")
    found = findings(window, gallery, window.evaluate("names"), size)
    assert found == {}, json.dumps(found, ensure_ascii=False, indent=1)


def test_a_screen_that_does_not_fit_is_found_in_webkit(window, gallery):
    assert findings(window, gallery, ["contacts"], "phone") == {}
    window.evaluate("void (document.querySelector('.pane-body').style.inlineSize = '500px')")
    assert any("pane" in told for told in window.evaluate("checks.sideways('contacts')"))
