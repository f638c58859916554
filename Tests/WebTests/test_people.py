"""The contacts as a list and one by one: requirement 004 in the page."""
import re

import pytest

from bench.gallery import show
from bench.keyboard import Keyboard

pytestmark = pytest.mark.pages

#: How long a key in the search may take, in milliseconds.
LONGEST_KEY = 50
THOUSAND = """async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const value = Array.from({ length: 1000 }, (_, index) => ({
        contactId: 100 + index, contactName: `Person ${index} ${'ABCDEFGHIJ'[index % 10]}ida Nguyễn`, isFavorite: index < 20,
        lastInteraction: index % 3 ? new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString() : null,
    }));
    const contacts = { status: 'ready', value, problem: null };
    const draw = async (contactSearch) => {
        const began = performance.now();
        show('contacts', { contacts, contactSearch });
        await painted();
        return Math.round(performance.now() - began);
    };
    const drawing = await draw('');
    const keys = [];
    for (const text of ['a', 'ai', 'aid', 'aida', 'aida 7', 'aida 77', 'aida 7', 'aida', 'aid', 'ai', 'a', '', 'x', '']) keys.push(await draw(text));
    return { drawing, keys, shown: [...document.querySelectorAll('.rows > .row')].filter((row) => row.checkVisibility()).length };
}"""


def test_a_thousand_contacts(gallery):
    """Drawn once; from then on a key in the search costs what it changes."""
    page = gallery.open("phone")
    show(page, "contacts")
    # The first time compiles what the second runs.
    page.evaluate(THOUSAND)
    show(page, "settings")
    measured = page.evaluate(THOUSAND)
    print(f"measured: 1000 contacts drawn in {measured['drawing']} ms, a key in the search {sorted(measured['keys'])} ms")
    assert measured["shown"] == 1000
    keys = sorted(measured["keys"])
    # Where others use the machine too, one key or the other waits for them, and all is slower: drawing them first is, too.
    assert keys[len(keys) // 2] < max(LONGEST_KEY, measured["drawing"] / 3), measured


# 004-39
@pytest.mark.long
def test_search_in_the_list(cast):
    """Filters as one types, without accents and case; the field keeps the focus, and Escape empties it."""
    ana, tomas, bo = cast.signed_in(), cast.page(), cast.signed_in()
    tomas.name, tomas.email = "Tomás Ribeiro", "tomas@example.org"
    tomas.sign_in()
    for other in (tomas, bo):
        cast.befriend(ana, other)
    ana.go("/contacts")
    keys = Keyboard(ana.page.page)
    ana.page.page.get_by_role("searchbox", name="Search contacts").focus()
    keys.type("TOMAS r")
    ana.page.sees("link", f"^TR {tomas.name}|{tomas.name}")
    ana.page.page.get_by_text("1 of 2 contacts").wait_for()
    assert ana.page.page.get_by_role("button", name=f"Call {bo.name}", exact=True).count() == 0
    keys.type("x")
    ana.page.page.get_by_text("No contacts named").wait_for()
    assert ana.page.evaluate("document.activeElement.id") == "contact-search"
    keys.press("Escape")
    ana.page.page.get_by_text("2 contacts", exact=True).wait_for()
    assert ana.page.evaluate("document.activeElement.value") == ""
    ana.page.sees("button", f"^Call {bo.name}$")


def test_one_contact(cast):
    """Devices and trust of a new contact; favourites come first; a call that was declined is listed below."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.go(f"/contacts/{bo.user_id}")
    ana.page.wait("ecallInspection.state.person?.devices.value?.devices.length === 1", "Bo's device is known")
    assert ana.page.evaluate("ecallInspection.state.person.devices.value.devices[0].trust") == "new"
    ana.page.page.get_by_text("You haven’t been in a call with them in this browser yet.").wait_for()
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Add to favourites$")
    ana.page.wait("ecallInspection.state.contacts.value[0].isFavorite", "Bo is a favourite")
    ana.page.sees("heading", "^Favourites$")
    ana.page.click("button", "^Call$")
    bo.rings(ana.name)
    ana.page.wait("ecallInspection.state.call.ownStream && ecallInspection.state.call.connection === 'connected'", "she is in the call")
    bo.decline()
    ana.wait_ended("declined")
    ana.close_call()
    ana.go(f"/contacts/{bo.user_id}")
    ana.page.wait("ecallInspection.state.person?.calls.value?.[0]?.result === 'declined'", "the call is listed")
    ana.page.click("link", "Declined")
    ana.page.wait("ecallInspection.state.route.name === 'pastCall'", "the call's own page")


# 000-66
def test_removing(cast):
    """Asked once, by naming what is lost; gone for both."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.go(f"/contacts/{bo.user_id}")
    keys = Keyboard(ana.page.page)
    ana.page.sees("button", "^More$")
    keys.go_to("button", "^More$")
    keys.press("Enter")
    keys.go_to("button", "^Remove contact$", most=5)
    keys.press("Enter")
    keys.arrives_at("button", "^Cancel$")
    ana.page.page.get_by_text("You’ll be removed from each other’s contacts").wait_for()
    keys.press("Escape")
    keys.arrives_at("button", "^More$")
    keys.press("Enter")
    keys.go_to("button", "^Remove contact$", most=5)
    keys.press("Enter")
    keys.go_to("button", "^Remove$", most=2)
    keys.press("Enter")
    for person in (ana, bo):
        person.page.wait("ecallInspection.state.contacts.value?.length === 0", f"{person.name} has no contact")


def test_menu_by_keys(gallery):
    """Opens by Enter, is walked through by Tab, and gives the focus back by Escape."""
    page = gallery.open("phone")
    show(page, "contact-met")
    keys = Keyboard(page)
    keys.go_to("button", "^More$")
    keys.press("Enter")
    for name in ("^Remove from favourites$", "^Report…$", "^Block$", "^Remove contact$"):
        keys.go_to("button", name, most=1)
    keys.press("Escape")
    keys.arrives_at("button", "^More$")
    assert page.get_by_role("button", name="Block").count() == 0


def test_requests_are_live(cast):
    """One asks: the other has a badge without a reload; taken back or declined, it is gone on both sides."""
    ana, bo = cast.two()
    for ends in ("cancel", "decline"):
        # The earlier link is used: its owner gets another on coming to the page again.
        ana.go("/contacts")
        ana.page.wait("ecallInspection.state.route.name === 'contacts'", "the link's page is left")
        bo.ask(ana.link())
        ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "the request is there")
        assert ana.page.evaluate("document.title").startswith("(1)")
        ana.page.sees("link", "^Contacts, 1 waiting")
        bo.page.wait("ecallInspection.state.requests.value?.sent.length === 1", "the request is listed")
        person = bo if ends == "cancel" else ana
        person.go("/requests")
        person.page.click("button", f"^{ends.capitalize()}$")
        for each, list_name in ((ana, "received"), (bo, "sent")):
            each.page.wait(f"ecallInspection.state.requests.value?.{list_name}.length === 0", f"{each.name}: nothing is asked any more")
        assert not ana.page.evaluate("document.title").startswith("(")


KEY_HASH = """new Promise((resolve, reject) => {
    const opening = indexedDB.open('ecall');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const reading = opening.result.transaction('values').objectStore('values').get('deviceKey');
        reading.onsuccess = () => { opening.result.close(); resolve(reading.result.publicKeyHash); };
    };
})"""


# 000-62
def test_search_by_fingerprint(cast):
    """In groups and capitals, as people write one; the same word for who hides and who is not there."""
    ana, bo = cast.two()
    fingerprint = ana.page.evaluate(KEY_HASH)
    assert re.fullmatch("[0-9a-f]{64}", fingerprint)
    spelled = ":".join(re.findall("....", fingerprint.upper()))
    bo.look_up(spelled)
    bo.page.wait(f"ecallInspection.state.add.displayName === {ana.name!r}", "Ana is found")
    ana.go("/settings/privacy")
    ana.page.wait("ecallInspection.state.isSearchable === true", "the choice is known")
    ana.page.page.get_by_label("No one").check()
    ana.page.wait("ecallInspection.state.isSearchable === false", "the choice is made")
    told = []
    for text in (spelled, fingerprint[::-1]):
        bo.go("/contacts")
        bo.look_up(text)
        bo.page.wait("ecallInspection.state.add.status === 'failed'", "nobody is found")
        told.append(bo.page.page.locator(".outcome").inner_text())
    assert told[0] == told[1] and "No one found" in told[0]


def test_bad_input_has_its_own_word(cast):
    ana = cast.signed_in()
    for text, title in [
        ("Ana", "Not an address or number"), ("ana@", "Not an e-mail address"), ("0151 123456", "Country code missing"), ("+12", "Not a phone number"),
        ("e3b0 c442 98fc 1c14 9afb", "Invalid fingerprint"),
    ]:
        ana.look_up(text)
        ana.page.page.locator(".outcome").get_by_text(title, exact=True).wait_for()
