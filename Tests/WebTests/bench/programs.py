"""One device of a person, the page's or the command line's, with the same verbs: the actions of a test, and what the program shows."""
import json
import re
from typing import NamedTuple

from .command_line import event

CALL = "ecallInspection.state.call"
#: Deletes the device's signing key and what is known by it, and nothing else.
FORGET_KEY = """new Promise((resolve, reject) => {
    const opening = indexedDB.open('ecall', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const writing = opening.result.transaction('values', 'readwrite');
        for (const name of ['signingKey', 'identity', 'identityKey', 'registeredIdentity']) writing.objectStore('values').delete(name);
        writing.oncomplete = () => { opening.result.close(); resolve(); };
        writing.onerror = () => reject(writing.error);
    };
})"""


class Seen(NamedTuple):
    """The state that a program shows of a device in its call."""

    trust: str | None
    offer: str | None
    #: It has shown that it hears this device.
    hears: bool
    #: It is present, and does not admit this device.
    keeps_out: bool


class PageProgram:
    """A window with the page."""

    kind = "page"

    def __init__(self, person):
        self.person, self.name, self.user = person, person.name, person.user_id
        #: The server's number of the device.
        self.number = person.page.evaluate("ecallInspection.state.account.deviceId")

    # Calls

    def waits(self):
        """A page waits for calls as long as it is open."""

    def call(self, other):
        self.person.call(other.name, video=False)

    def answers(self, caller):
        self.person.rings(caller.name)
        self.person.answer(video=False)

    def adds(self, other):
        page = self.person.page
        if not page.evaluate(f"{CALL}.showsPeople"):
            page.click("button", "^People, ")
        page.click("button", "^Add people$")
        page.page.get_by_role("checkbox", name=other.name, exact=True).check()
        page.click("button", "^Add 1 person$")

    def shares_call(self):
        page = self.person.page
        if not page.evaluate(f"{CALL}.showsPeople"):
            page.click("button", "^People, ")
        page.click("button", "^Share a link to this call$")
        return page.page.locator(".call-link .link-text").inner_text().split()[-1]

    def comes_by(self, link):
        self.person.go(link.partition("#")[2])
        self.person.page.click("button", "^Join without camera$")

    def lets_in_by_link(self, other, is_asked):
        if is_asked:
            self.person.page.click("button", f"^Add {re.escape(other.name)}$", 20)
        else:
            self.person.told("with your link")

    def is_killed_and_returns(self):
        self.person.page.reload()
        self.person.page.wait("globalThis.ecallInspection?.state.running?.place === 'here'", "the call is offered", 15)
        self.person.page.page.get_by_role("region", name="Your call").get_by_role("button", name="Return").click()

    def leaves(self):
        self.person.hang_up()
        self.person.close_call()

    def is_left(self):
        """Waits until the call is over for the remaining participant."""
        self.person.wait_phase("ended")
        self.person.close_call()

    # Display

    def sees(self, other):
        """Returns the state of another device; None: it is not in the call."""
        found = self.person.page.evaluate(f"""(({{ members }}) => {{
            const one = members.find(({{ userId, slot }}) => userId === {other.user} && slot !== null);
            return [one, one?.beside].find((shown) => shown?.deviceId === {other.number}) ?? null;
        }})({CALL} ?? {{ members: [] }})""")
        return found and Seen(found["trust"], found["offer"], found.get("hearsUs", False), found.get("keepsOut", False))

    def hears(self, other):
        """Whether a frame sealed by them was opened here."""
        return self.person.page.evaluate(
            f"{CALL}?.members.filter((one) => one.slot !== null).find(({{ userId }}) => userId === {other.user})?.hasOpened ?? false")

    def sign(self):
        """Returns the text of the lock."""
        return self.person.page.page.locator("#protection-chip").inner_text()

    def told(self, other):
        """Returns the texts behind the lock for one person, and on their card."""
        page = self.person.page
        if not page.evaluate(f"{CALL}.showsProtection"):
            page.click("button", "^(End-to-end encrypted|Encrypting|Confirm who this is|No one can hear you)")
        rows = page.page.locator(".protection-people li", has_text=other.name)
        text = rows.first.inner_text() if rows.count() else ""
        page.page.locator("#protection-chip").click()
        return _plain(text)

    # Statements about others

    def answers_card(self, other, offer):
        """Lets a held device in, as offered."""
        page = self.person.page
        if offer == "itsThem":
            page.click("button", f"^It’s .*{re.escape(other.name)}")
        elif offer == "anyway":
            page.click("button", "^Confirm anyway…$")
            page.page.get_by_role("alertdialog").get_by_role("button", name="Confirm anyway").click()
        else:
            # There is no question about a key that was refused: the actions are behind the lock.
            if not page.page.locator(".held").count():
                page.page.locator("#protection-chip").click()
            page.click("button", "^Compare$")
            page.click("button", "^They match$")
            page.page.go_back()

    def refuses(self, other):
        """Refuses a participating device as not its person's."""
        page = self.person.page
        page.page.locator("#protection-chip").click()
        page.page.locator("#protection-panel").get_by_role("button", name=f"Not {other.name}").click()
        page.page.get_by_role("alertdialog").get_by_role("button", name=f"Not {other.name}").click()
        page.wait(f"{CALL}.members.filter((one) => one.slot !== null).some(({{ trust }}) => trust === 'held:refused')", "it is refused")
        page.page.locator("#protection-chip").click()

    def verifies(self, other):
        self.person.go(f"/contacts/{other.user}/{other.number}")
        self.person.page.click("button", "^They match$")
        self.person.page.sees("button", "^Mark as not verified$")
        self.person.go("/contacts")

    # The own devices

    def vouches_for(self, device):
        self.person.go(f"/settings/devices/{device}/compare")
        self.person.page.click("button", "^They match$")
        self.person.page.wait(f"ecallInspection.state.settings.ownKeys.value?.trusts[{device}] === 'verified'", "it is vouched for")

    def calls_lost(self, device):
        page = self.person.page
        self.person.go(f"/settings/devices/{device}")
        page.wait("ecallInspection.state.settings.ownKeys.value", "what is known of the own devices")
        page.click("button", "^More$")
        page.page.get_by_role("button", name="Sign out device").click()
        page.page.get_by_role("checkbox", name="Lost or not mine").check()
        page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
        page.wait(f"ecallInspection.state.settings.devices.value?.every(({{ id }}) => id !== {device})", "it is signed out")

    def rests(self):
        """Stops the program until `wakes`."""
        self.person.page.goto("about:blank")

    def wakes(self):
        self.person.open()
        self.person.wait_connected()

    def loses_key(self):
        """Replaces its signing key before it wakes."""
        self.person.page.goto(f"{self.person.stage.origin}/Tests/vectors.html")
        self.person.page.evaluate(FORGET_KEY)


class LineProgram:
    """A profile of the command line."""

    kind = "ecall"

    def __init__(self, profile):
        self.profile, self.name = profile, profile.name
        own = next(line for line in profile.run("whoami") if "userId" in line)
        self.user, self.number = own["userId"], own["deviceId"]
        self.child = None

    # Calls

    def waits(self):
        self.child = self.profile.listen()

    def call(self, other):
        self.child = self.profile.call(other.name)

    def answers(self, caller):
        event(self.child, "incoming")

    def adds(self, other):
        self.profile.run("invite", str(other.user))

    def shares_call(self):
        return next(line["link"] for line in self.profile.run("call-link") if line.get("link"))

    def comes_by(self, link):
        if self.child:
            self.child.stop()
        self.child = self.profile.start("join", link)

    def lets_in_by_link(self, other, is_asked):
        asked = event(self.child, "invitationRequested")
        assert asked["isInvited"] is not is_asked, asked
        if is_asked:
            self.adds(other)

    def is_killed_and_returns(self):
        lines = len(self.child.lines)
        self.profile.kill_agent()
        # The people in the call may be reported before the command follows the agent that has returned.
        event(self.child, "trust", 40, lines)

    def leaves(self):
        self.profile.run("hangup")
        event(self.child, "ended")
        self.child.stop()

    def is_left(self):
        event(self.child, "ended")
        self.child.stop()

    # Display

    def _call(self):
        return next(line for line in self.profile.run("status", "--once") if line.get("result") == "status")

    def sees(self, other):
        for one in self._call()["devices"]:
            if (one["userId"], one["deviceId"]) == (other.user, other.number):
                return Seen(one["trust"], one.get("offer"), one["hearsUs"], one["keepsOut"])
        return None

    def hears(self, other):
        hears = False
        for line in list(self.child.lines):
            if '"event":"firstSound"' in line and json.loads(line)["from"] == other.user:
                hears = True
            elif "Returning to the call" in line or '"event":"ended"' in line or '"event":"participantLeft"' in line and json.loads(line)["userId"] == other.user:
                hears = False
        return hears

    def sign(self):
        return "End-to-end encrypted" if self._call()["encryption"] == "protected" else "Not protected yet"

    def told(self, other):
        lines = self.profile.says("status", "--once").splitlines()
        start = next((place for place, line in enumerate(lines) if f"({other.user})" in line), len(lines))
        return " ".join(line.strip() for line in lines[start:start + 2])

    # Statements about others

    def answers_card(self, other, offer):
        if offer == "compare":
            self.verifies(other)
        else:
            self.profile.run("confirm", str(other.user), "--device", str(other.number), *(["--anyway"] if offer == "anyway" else []))

    def refuses(self, other):
        self.sees(other)
        self.profile.run("trust", str(other.user))
        self.profile.run("confirm", str(other.user), "--device", str(other.number), "--not-them")

    def verifies(self, other):
        self.profile.run("verify", str(other.user))
        self.profile.run("verify", str(other.user), "--device", str(other.number), "--yes")

    # The own devices

    def vouches_for(self, device):
        self.profile.run("devices", "verify", str(device))
        self.profile.run("devices", "verify", str(device), "--yes")

    def calls_lost(self, device):
        self.profile.run("devices", "lost", str(device))

    def rests(self):
        self.profile.stop()
        self.child = None

    def wakes(self):
        """The next command starts it."""

    def loses_key(self):
        self.profile.stop()
        for name in ("signing-key", "identity", "registered-identity"):
            next(self.profile.home.glob(f"**/{name}.secret")).unlink()
        self.child = None


def _plain(text):
    """Removes the marks that isolate the direction of a name."""
    return " ".join(re.sub("[\u2066-\u2069]", "", text).split())

