"""The contact list and a contact's page: requirement 004 in the page."""
import re

import pytest

from bench.gallery import show
from bench.keyboard import Keyboard
from bench.process import until

pytestmark = pytest.mark.pages

#: How long a keystroke in the search may take, in milliseconds.
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


def test_a_key_in_the_search_of_a_thousand_contacts_is_quick(gallery):
    """Two hundred rows are drawn of each group, and a key in the search costs only the changes."""
    page = gallery.open("phone")
    show(page, "contacts")
    # The first time compiles the code that the second one runs.
    page.evaluate(THOUSAND)
    show(page, "settings")
    measured = page.evaluate(THOUSAND)
    print(f"measured: 1000 contacts drawn in {measured['drawing']} ms, a key in the search {sorted(measured['keys'])} ms")
    assert measured["shown"] == 220
    keys = sorted(measured["keys"])
    # If others use the machine too, a keystroke waits for them, and everything is slower, including the first drawing.
    assert keys[len(keys) // 2] < max(LONGEST_KEY, measured["drawing"] / 3), measured


FIVE_THOUSAND = """async () => {
    const value = Array.from({ length: 5000 }, (_, index) => ({ contactId: 100 + index, contactName: `Person ${index}`, isFavorite: false, lastInteraction: null }));
    const began = performance.now();
    show('contacts', { contacts: { status: 'ready', value, problem: null } });
    document.body.getBoundingClientRect();
    globalThis.lastAction = null;
    return { milliseconds: Math.round(performance.now() - began), elements: document.querySelectorAll('*').length };
}"""


def test_five_thousand_contacts_are_drawn_as_they_are_scrolled_to(gallery):
    page = gallery.open("phone")
    measured = page.evaluate(FIVE_THOUSAND)
    print(f"measured: 5000 contacts, {measured['elements']} elements in {measured['milliseconds']} ms")
    assert measured["elements"] < 5000
    assert page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(lastAction))))") is None
    page.evaluate("document.querySelector('.call-more').scrollIntoView()")
    until(lambda: page.evaluate("lastAction === 'drawMoreContacts'"), "more rows are asked for")


# 004-39
@pytest.mark.long
def test_search_in_the_list(cast):
    """The list filters while typing, without accents and case; the field keeps the focus, and Escape clears it."""
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


def test_a_contact_shows_devices_and_calls(cast):
    """The page shows devices and trust of a new contact; favorites come first; a declined call is listed below."""
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
def test_removing_a_contact_removes_both(cast):
    """The question names what is lost, is asked once, and the contact is gone for both."""
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
    """The menu opens by Enter, Tab goes through it, and Escape restores the focus."""
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
    """A request shows a badge without a reload on the other side; canceled or declined, it is gone on both sides."""
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
    """The fingerprint is found in groups and capitals; the error is the same for a hidden and a missing person."""
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


def test_bad_input_has_its_own_error(cast):
    ana = cast.signed_in()
    for text, title in [
        ("Ana", "Not an address or number"), ("ana@", "Not an e-mail address"), ("+12", "Not a phone number"),
        ("e3b0 c442 98fc 1c14 9afb", "Invalid fingerprint"),
    ]:
        ana.look_up(text)
        ana.page.page.locator(".outcome").get_by_text(title, exact=True).wait_for()
