"""A person at the page: their actions, by the names that they see."""
import json
import re

from .stage import ACCOUNT, SOURCES


class Person:
    """`page` is a window of either browser; `number` is in the person's picture and tone."""

    def __init__(self, stage, page, name, number):
        self.stage, self.page, self.name, self.number = stage, page, name, number
        self.email = f"{name.lower().replace(' ', '-')}@example.org"

    # Signing in

    def open(self, path="/", waits=True):
        path, _, fragment = path.partition("#")
        separator = "&" if "?" in path else "?"
        if path == "/" and self.page.is_of_sources:
            path = f"/{SOURCES}"
        self.page.goto(f"{self.stage.origin}{path}{separator}inspect{'#' + fragment if fragment else ''}", waits)

    def ask_for_code(self):
        self.open()
        self._say_who()
        self.page.sees("textbox", "^(Six-digit c|C)ode")

    def _say_who(self):
        self.page.fill("^E-mail", self.email)
        # Earlier releases of the page ask for the name here.
        if self.page.evaluate("document.querySelector('input[autocomplete=name]') !== null"):
            self.page.fill("^Your name", self.name)
        self.page.click("button", "^Send code$")

    def use_code(self):
        """Enters the code, and the name if the account is new."""
        # Then it was sent: what is newest before can be an earlier one.
        self.page.sees("textbox", "^(Six-digit c|C)ode")
        # The sixth digit sends it.
        self.page.fill("^(Six-digit c|C)ode", self.stage.code(self.email))
        if self.page.wait("['name', 'main'].find((screen) => screen === ecallInspection.state.screen)", "the code is accepted") == "name":
            self.page.fill("^Your name", self.name)
            self.page.click("button", "^Continue$")
        self.page.sees("link", "^Contacts")

    def sign_in_by_form(self):
        self.ask_for_code()
        self.use_code()
        self.wait_connected()

    def sign_in(self):
        """Opens the page signed in, without its form."""
        for _ in self.steps_of_signing_in():
            pass

    def steps_of_signing_in(self):
        """Between these steps the page works, and other people can act."""
        self.page.goto(f"{self.stage.origin}/{ACCOUNT}")
        self.page.evaluate(f"askForCode({json.dumps(self.email)}, {json.dumps(self.name)})")
        yield
        # Then it was sent: what is newest before can be another device's.
        self.page.evaluate("asked")
        self.page.evaluate(f"useCode({json.dumps(self.stage.code(self.email))})")
        yield
        self.page.evaluate("used")
        self.open(waits=False)
        yield
        self.wait_connected()

    def wait_connected(self):
        self.page.wait("ecallInspection.state.connection === 'connected'", f"{self.name} is connected")

    @property
    def user_id(self):
        return self.page.evaluate("ecallInspection.state.account.userId")

    # Contacts

    def link(self):
        """Returns the own link, as shown."""
        self.go("/link")
        return self.page.wait("ecallInspection.state.link.status === 'ready' && ecallInspection.state.link.link",
                              "a link")

    def go(self, path):
        self.page.evaluate(f"void (location.hash = {json.dumps('#' + path)})")

    def look_up(self, link):
        """Pastes a link and looks up its owner."""
        # The form may still show the last result, so it is left first.
        self.go("/contacts")
        self.go("/add")
        self.page.fill("^Link, e-mail", link)
        self.page.click("button", "^Search$")

    def ask(self, link):
        """Asks the owner of a link to become a contact."""
        self.look_up(link)
        self.page.click("button", "^Send request$")

    def accept(self):
        """Accepts the one received request."""
        self.go("/requests")
        self.page.click("button", "^Accept$")

    def wait_contact(self, name):
        # Live: whatever is shown, the list is up to date.
        self.page.wait(
            f"ecallInspection.state.contacts.value?.some(({{ contactName }}) => contactName === {json.dumps(name)})",
            f"{self.name} has {name} as a contact")

    # Calls

    def call(self, name, video=True):
        self.go("/contacts")
        # The card of a new contact offers the same below the list.
        self.page.click("button", f"^{'Video call' if video else 'Call'} {re.escape(name)}$", is_first=True)

    def rings(self, name, seconds=20):
        self.page.wait(
            f"ecallInspection.state.call?.phase === 'incoming' && ecallInspection.state.call.peer.name === {json.dumps(name)}",
            f"{self.name}'s page rings", seconds)

    def answer(self, video=True):
        self.page.click("button", f"^Answer {'with' if video else 'without'} camera$")

    def decline(self):
        self.page.click("button", "^Decline$")

    def wait_phase(self, phase, seconds=30):
        if phase == "ended":
            # A screen with nothing more to say closes by itself.
            return self.page.wait("ecallInspection.ended", f"{self.name}: ended", seconds)
        return self.page.wait(f"ecallInspection.state.call?.phase === {json.dumps(phase)}", f"{self.name}: {phase}", seconds)

    def wait_pictures(self, others=1, seconds=30):
        """Waits until a decrypted picture of each of the others is shown."""
        self.page.wait(
            "ecallInspection.state.call?.encryption === 'protected' && ecallInspection.state.call.members.filter((one) => one.slot !== null)"
            f".filter(({{ hasPicture }}) => hasPicture).length === {others}",
            f"{self.name} sees {others}", seconds)

    def start_listening(self, milliseconds=3000):
        """Records pictures and sound until `heard`."""
        self.page.evaluate(f"void (globalThis.benchListening = bench.listen({milliseconds}))")

    def heard(self):
        return self.page.evaluate("globalThis.benchListening")

    def statistics(self):
        """Returns the counters of the call, named as those of the command line."""
        return self.page.evaluate(
            "Promise.resolve(typeof ecallInspection.statistics === 'function' ? ecallInspection.statistics()"
            " : ecallInspection.statistics)")

    def streams(self):
        """Returns the browser's statistics of each stream."""
        return self.page.evaluate("bench.streams()")

    def hang_up(self):
        # The page's last report about itself, such as that its camera is on, may arrive after its leave.
        self.page.expects(r"status of 400 .*/call/\d+/participants\)")
        self.page.click("button", "^End call$")

    def wait_ended(self, reason, seconds=20):
        self.wait_phase("ended", seconds)
        assert self.page.evaluate("ecallInspection.ended.reason") == reason

    def told(self, sentence, seconds=20):
        """Waits until a notice, or the end of a call, has shown a sentence; each is found once."""
        found = f"bench.told.findIndex((text) => text.includes({json.dumps(sentence)}))"
        self.page.wait(f"{found} >= 0 && bench.told.splice({found}, 1).length", f"{self.name} is told: {sentence}", seconds)

    def wait_missed(self, name, seconds=20):
        """Waits until a person's call stops ringing and is missed, without disturbing this person."""
        self.page.wait(
            f"ecallInspection.state.lastMissed?.peer.name === {json.dumps(name)} && ecallInspection.state.call === null",
            f"{self.name} has missed {name}", seconds)

    def close_call(self):
        """Closes the end screen, unless it has closed by itself."""
        self.page.wait(
            "ecallInspection.state.call === null || document.querySelector('.call-ended-actions button:last-child')?.click()",
            f"{self.name} is done with the call")
