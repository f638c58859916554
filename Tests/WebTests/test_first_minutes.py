"""The first minutes in the page: from a link to the first call, with as few screens, inputs and taps as counted here; and the cards of
people who ask to be contacts."""
import re

import pytest

from bench.gallery import show

pytestmark = pytest.mark.pages

#: Notes the title of each screen that is drawn, as long as the tab lives.
WATCH = """
if (globalThis.origin !== 'null') new MutationObserver(() => {
    const shown = [...document.querySelectorAll('h1:not(.brand)')].find((one) => one.checkVisibility() && !one.closest('[inert]'))?.textContent;
    const seen = JSON.parse(sessionStorage.getItem('screens') ?? '[]');
    if (shown && seen.at(-1) !== shown) sessionStorage.setItem('screens', JSON.stringify([...seen, shown]));
}).observe(document, { childList: true, subtree: true });
"""
#: Everything a person can read, fields included.
READ = "document.body.innerText + [...document.querySelectorAll('input')].map(({ value }) => ` ${value}`).join('')"
#: A token, a fingerprint, or the groups of a safety number.
SECRETS = re.compile(r"[0-9A-Za-z]{43}|[0-9a-f]{16}|(\d{5}\s+){3}|([0-9a-f]{4}\s+){4}")


class Walk:
    """A newcomer with a phone; counts what they type and tap."""

    def __init__(self, person):
        self.person, self.page, self.inputs, self.taps, self.read = person, person.page, 0, 0, ""
        self.page.page.set_viewport_size({"width": 390, "height": 700})
        self.page.context.add_init_script(WATCH)

    def types(self, name, text):
        self.page.fill(name, text)
        self.inputs += 1
        self.reads()

    def taps_on(self, role, name):
        self.reads()
        self.page.click(role, name)
        self.taps += 1

    def reads(self):
        # Their own address and code are theirs to see.
        self.read += self.page.evaluate(READ).replace(self.person.email, "") + "\n"

    def signs_in(self):
        self.types("^E-mail", self.person.email)
        self.taps_on("button", "^Send code$")
        self.page.sees("textbox", "^Code")
        # The sixth digit sends it.
        self.types("^Code", self.person.stage.code(self.person.email))
        self.types("^Your name", self.person.name)
        self.taps_on("button", "^Continue$")

    def screens(self):
        return self.page.evaluate("JSON.parse(sessionStorage.getItem('screens'))")


def card(person, words):
    return person.page.page.locator(".person-card").filter(has_text=words)


@pytest.mark.limit(60)
# 000-3, 000-28, 004-10, 004-20
def test_two_newcomers_reach_their_first_call(cast):
    """Ana shares her link with one tap, Bo opens it, she accepts on the card and calls with its button. Counted: 4 screens, 3 inputs and 5
    taps for Ana (8, 3 and 7 before); 5, 3 and 4 for Bo (7, 3 and 5 before)."""
    ana, bo = Walk(cast.page(phone=True)), Walk(cast.page(phone=True))
    ana.person.open()
    ana.signs_in()
    ana.page.sees("heading", "^You’re all set$")
    ana.page.wait("ecallInspection.state.link.status === 'ready'", "a link is there before the tap")
    ana.taps_on("button", "^Share my link$")
    link = ana.page.wait("navigator.clipboard.readText()", "it is copied")
    assert re.fullmatch(rf"{re.escape(ana.person.stage.origin)}/share/contact/[0-9A-Za-z]{{43}}", link)
    ana.page.sees("button", "^Copied$")

    bo.page.goto(link)
    bo.page.sees("heading", f"^{re.escape(ana.person.name)} is on ECall$")
    landing = bo.page.page.get_by_role("link", name=f"Add {ana.person.name}")
    assert bo.page.page.get_by_text("Open in the app").count() == 0, "no app is configured"
    # The same page, looked into.
    bo.person.open(landing.get_attribute("href"))
    bo.taps += 1
    bo.page.page.get_by_text(f"Sign in to add {ana.person.name}. The name comes from the link.").wait_for()
    bo.signs_in()
    bo.taps_on("button", "^Send request$")

    card(ana.person, f"{bo.person.name} wants to be your contact.").wait_for()
    ana.taps_on("button", "^Accept$")
    ana.taps_on("button", f"^Call {re.escape(bo.person.name)}$")
    bo.person.rings(ana.person.name)
    assert (ana.screens(), ana.inputs, ana.taps) == (["Sign in", "Enter the code", "What should people call you?", "You’re all set", bo.person.name], 3, 5)
    # The landing page comes first.
    assert (["landing", *bo.screens()], bo.inputs, bo.taps) == (["landing", "Sign in", "Enter the code", "What should people call you?", "Add a contact"], 3, 4)
    for walk in (ana, bo):
        assert not SECRETS.search(walk.read), "nothing but words"
    bo.person.decline()
    ana.person.wait_phase("ended")


@pytest.mark.parametrize("kind", ["contact", "call"])
def test_an_opened_link_is_shown_on_every_step(cast, kind):
    """Whose link it is stays in sight through sign-in, code and name, across reloads, and after it; its token is never shown."""
    ana, bo = cast.signed_in(), cast.page()
    token = ana.link().rsplit("/", 1)[1]
    path = f"#/add/{token}?by=Ana" if kind == "contact" else f"#/call/17/{ana.user_id}/{token}?by=Ana"
    words = "Sign in to add Ana. The name comes from the link." if kind == "contact" else "According to the link, it’s Ana’s call."

    def sees_card():
        bo.page.page.locator(".link-card").filter(has_text=words).wait_for()
        assert bo.page.page.locator(".link-card .avatar").inner_text() == "A"
        assert token not in bo.page.evaluate(READ)

    bo.open(f"/{path}")
    sees_card()
    bo.page.reload()
    sees_card()
    bo._say_who()
    bo.page.sees("textbox", "^Code")
    sees_card()
    bo.page.fill("^Code", bo.stage.code(bo.email))
    bo.page.sees("textbox", "^Your name")
    sees_card()
    bo.page.reload()
    sees_card()
    bo.page.fill("^Your name", bo.name)
    bo.page.click("button", "^Continue$")
    button = "^Send request$" if kind == "contact" else "^Ask Ana to be a contact$"
    for _ in range(2):
        bo.page.sees("button", button)
        assert token not in bo.page.evaluate(f"{READ} + location.href")
        assert bo.page.evaluate("document.querySelectorAll('.pane-detail input').length") == 0
        assert bo.page.page.locator(".pane-detail .detail-body button").count() == 1
        bo.page.reload()
    bo.page.click("button", button)
    card(ana, f"{bo.name} wants to be your contact.").wait_for()
    if kind == "contact":
        assert bo.page.wait("history.state === null", "the link is kept no longer")


@pytest.mark.limit(40)
# 004-20, 004-22
def test_a_request_is_asked_about_on_every_screen(cast):
    """The card comes live on any screen and in a call, where it covers no control; several wait for their turn; it vanishes when the
    request is withdrawn, and doesn't come back after a reload once it was put away."""
    (ana, bo), (cai, dia) = cast.two(), cast.two()
    cast.befriend(ana, bo)
    link = ana.link()
    ana.go("/settings/about")
    cai.ask(link)
    asks = card(ana, f"{cai.name} wants to be your contact.")
    asks.wait_for()
    ana.go("/calls")
    asks.wait_for()
    ana.go("/requests")
    asks.wait_for(state="detached")
    ana.go("/contacts")
    ana.page.wait("ecallInspection.state.route.name === 'contacts'", "the contacts")
    assert card(ana, cai.name).count() == 0, "it was seen in the list"
    cai.go("/requests")
    cai.page.click("button", "^Cancel$")
    ana.page.wait("ecallInspection.state.requests.value.received.length === 0", "it is withdrawn")
    # The first link was used.
    link = ana.link()

    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    dia.ask(link)
    asks = card(ana, f"{dia.name} wants to be your contact.")
    asks.wait_for()
    ana.page.page.mouse.move(300, 300)
    ana.page.page.mouse.move(302, 302)
    assert ana.page.evaluate("""[...document.querySelectorAll('.call button')].filter((one) => one.checkVisibility() && getComputedStyle(one).pointerEvents !== 'none').filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.person-card');
    }).map(({ title, textContent }) => title || textContent)""") == []
    asks.get_by_role("button", name="Not now").click()
    asks.wait_for(state="detached")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.close_call()
    ana.page.wait("ecallInspection.state.requests.value.received.length === 1", "it is still pending")
    ana.page.reload()
    ana.wait_connected()
    ana.page.wait("ecallInspection.state.requests.value?.received.length === 1", "it is still pending")
    assert card(ana, dia.name).count() == 0, "it was put away"


# 000-10
def test_a_search_for_a_contact_shows_them(cast):
    """Whoever searches for a contact is shown that contact, in place of an invitation."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    ana.look_up(bo.email)
    ana.page.page.get_by_text(f"You have a contact called {bo.name}.").wait_for()
    assert ana.page.page.get_by_role("button", name="Send request").count() == 0
    ana.page.click("button", "^Show contact$")
    ana.page.wait(f"ecallInspection.state.route.id === {bo.user_id}", "the contact")


#: What is drawn outside of the window, or below the navigation.
UNSEEN = """() => {
    const end = document.querySelector('.nav').getBoundingClientRect().top;
    return [...document.querySelectorAll('.pane-detail .settings-rows .button, .pane-detail .button-primary')]
        .filter((one) => one.getBoundingClientRect().bottom > end || one.getBoundingClientRect().top < 0).map(({ textContent }) => textContent);
}"""


@pytest.mark.parametrize("language", ["en", "de", "km", "ru"])
def test_the_first_screen_fits_a_small_phone(gallery, language):
    """Each permission is a row with its button, and all of them and the one primary button are in sight at 390 by 700 pixels."""
    page = gallery.open("phone", language=language)
    page.set_viewport_size({"width": 390, "height": 700})
    try:
        show(page, "welcome-link")
        assert page.locator(".pane-detail .settings-rows .button").count() == 3
        assert page.locator(".pane-detail .button-primary").count() == 1
        assert page.evaluate(UNSEEN) == []
        page.set_viewport_size({"width": 390, "height": 300})
        assert page.evaluate(UNSEEN) != [], "the measurement notices what is out of sight"
    finally:
        page.set_viewport_size({"width": 390, "height": 844})
