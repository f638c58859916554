"""One device of a person in a call, and how it reports the end: on screen, beside it, by sound, and in the history.

Both clients have the same names. `begin` forgets the past; the properties cover the time since."""
import json
import os
import re
import signal
from typing import NamedTuple

from playwright.sync_api import Error

from .command_line import CommandLine
from .desktop import Desktop
from .false_reasons import FalseReasons
from .loudspeaker import Loudspeaker
from .process import Process, until
from .stage import BINARIES, ROOT

ENGLISH = json.loads((ROOT / "Web/texts/en.json").read_text())

#: The page's sounds by the pitches of their notes (Web/sounds/sounds.js).
SOUNDS = {(659, 784, 988): "incoming", (440,): "outgoing", (587, 587): "waiting", (523, 784): "joined", (698, 466): "left",
          (440, 349, 262): "ended", (233, 233, 233): "failed"}
RINGS = ("incoming", "outgoing", "waiting")

#: The window is behind others. The notifications that its browser shows, and the sounds of each loudspeaker, are recorded.
TAPS = r"""(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    const shown = [], speakers = [];
    globalThis.Notification = class {
        static permission = 'granted';
        constructor(title, { body, tag }) {
            for (const one of shown) if (one.tag === tag) one.isOpen = false;
            this.shown = { title, body: body ?? '', tag, isOpen: true };
            shown.push(this.shown);
        }
        close() { this.shown.isOpen = false; }
    };
    globalThis.AudioContext = class extends AudioContext {
        speaker = { notes: [], peak: 0, isOpen: true };
        #way = new GainNode(this);
        #analyser = new AnalyserNode(this, { fftSize: 2048, smoothingTimeConstant: 0 });
        #timer;
        constructor(...options) {
            super(...options);
            speakers.push(this.speaker);
            this.#way.connect(this.#analyser).connect(super.destination);
            const samples = new Float32Array(2048);
            this.#timer = setInterval(() => {
                this.#analyser.getFloatTimeDomainData(samples);
                this.speaker.peak = Math.max(this.speaker.peak, ...samples.map(Math.abs));
            }, 20);
        }
        get destination() { return this.#way; }
        close() { clearInterval(this.#timer); this.speaker.isOpen = false; return super.close(); }
    };
    globalThis.OscillatorNode = class extends OscillatorNode {
        constructor(context, options) {
            super(context, options);
            context.speaker?.notes.push(options.frequency);
        }
    };
    globalThis.WebSocket = class extends WebSocket {
        constructor(...rest) {
            super(...rest);
            this.addEventListener('message', (event) => {
                const data = benchTaps.falseReason && withReason(event.data, benchTaps.falseReason.reason);
                if (!data || data === event.data) return;
                event.stopImmediatePropagation();
                this.dispatchEvent(new MessageEvent('message', { data }));
            });
        }
    };
    /** A STOMP frame whose end of a call has this reason; null: has none. */
    const withReason = (frame, reason) => {
        const [, head, json] = /^([^]*?\n\n)(\{[^{}]*"type":"call_(?:ended|cancelled)"[^{}]*\})\0?\s*$/.exec(frame) ?? [];
        if (!json) return frame;
        const body = JSON.stringify({ ...JSON.parse(json), reason: reason ?? undefined });
        return `${head.replace(/content-length:\d+/, `content-length:${new TextEncoder().encode(body).length}`)}${body}\0`;
    };
    globalThis.benchTaps = { shown, speakers, falseReason: null, begin() {
        benchTaps.falseReason = null;
        shown.splice(0);
        speakers.splice(0, speakers.length, ...speakers.filter(({ isOpen }) => isOpen));
        bench.told.splice(0);
    } };
})()"""
NEWEST = "document.querySelector('.pane-list .row a.row-main')?.getAttribute('href') ?? null"

#: The output of a command that waits for calls, about each call: first and last line (EventText.swift).
INCOMING = re.compile(": incoming (?:video )?call")
OVER = re.compile("Call ended|Missed call|You declined|You were removed|.* removed you from the call|The call was|The call failed|The connection (?:was|of the other side was) lost")


class Past(NamedTuple):
    """A call in the history: keys of the catalogue. An answered one states its duration."""

    kind: str
    result: str


def english(key, **arguments):
    """Returns a text of the catalogue, as the English page shows it."""
    text = ENGLISH[key]
    if isinstance(text, dict):
        text = text["one" if arguments[text["by"]] == 1 else "other"]
    for name, value in arguments.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def plain(text):
    """Removes the marks that isolate the direction of a name."""
    return " ".join(re.sub("[\u2066-\u2069]", "", text).split())


class PageOnlooker:
    """A window with the page, behind others."""

    kind = "page"

    def __init__(self, person):
        """Must be made before the person signs in."""
        self.person, self.name, self.page = person, person.name, person.page
        person.page.context.add_init_script(TAPS)

    # Actions

    def begin(self):
        self.person.close_call()
        self.person.wait_connected()
        self.page.wait("ecallInspection.state.call === null && ecallInspection.state.running === null", f"{self.name} is in no call")
        self.page.evaluate("document.querySelectorAll('.notice button:last-child').forEach((button) => button.click())")
        self.page.wait("document.querySelector('.notice') === null", "nothing is said any more")
        self.page.wait("benchTaps.speakers.every(({ isOpen, notes }) => !isOpen || notes.length === 0)", "nothing sounds any more")
        self.person.go("/contacts")
        self.page.evaluate("benchTaps.begin()")

    def call(self, *others):
        if len(others) == 1:
            return self.person.call(others[0], video=False)
        self.person.go("/contacts")
        self.page.click("button", "^New group call$")
        for other in others:
            self.page.page.get_by_role("checkbox", name=other, exact=True).check()
        self.page.click("button", f"^Call {len(others)} people$")

    def wait_ringback(self):
        self.page.wait("ecallInspection.state.call?.isRinging", f"{self.name} is told that it rings")
        until(lambda: self.heard == ["outgoing"], f"{self.name} hears that it rings")

    def wait_ring(self, caller):
        self.person.rings(caller)
        until(lambda: self.heard == ["incoming"], f"{self.name} hears a ring")

    def answer(self):
        self.person.answer(video=False)

    def decline(self):
        self.person.decline()

    def reply(self):
        self.page.click("button", f"^{english('incoming.cannotTalk')}$")
        self.page.click("button", f"^{english('reply.minutes', minutes=10)}$")

    def wait_talk(self, others=1):
        self.page.wait(
            f"ecallInspection.state.call?.members.filter(({{ hasOpened }}) => hasOpened).length === {others}",
            f"{self.name} hears {others}", 30)

    def hang_up(self):
        self.person.hang_up()

    def remove(self, other):
        if not self.page.evaluate("ecallInspection.state.call.showsPeople"):
            self.page.click("button", "^People, ")
        self.page.click("button", f"^More options for {re.escape(other)}$")
        self.page.click("button", "^Remove from call$")
        self.page.click("button", "^Remove$")

    def die(self):
        """Crashes the page's browser process."""
        with self.page.page.expect_event("crash"):
            try:
                self.page.page.goto("chrome://crash")
            except Error:
                pass
        self.page.problems.remove("the page crashed")

    def close_window(self):
        self.page.close_window()

    def sign_out(self):
        self.person.go("/settings/account")
        self.page.click("button", "^Sign out$")
        self.page.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()

    def returns(self):
        self.page.page = self.page.open_window()
        self.person.open()
        self.person.wait_connected()

    def wait_connected(self):
        self.person.wait_connected()

    def hears_false(self, reason):
        """Until the next `begin`, ends of calls arrive here with a reason other than the server's; None: without one."""
        self.page.evaluate(f"void (benchTaps.falseReason = {{ reason: {json.dumps(reason)} }})")

    # Results

    def read(self, wanted, other, _known):
        """Returns the problems with the texts since `begin`; `wanted`: the keys of each expected one."""
        told = [plain(text) for text in self.page.evaluate("bench.told")]
        missing = []
        for keys in wanted:
            texts = [english(key, name=other, minutes=10) for key in keys]
            found = next((text for text in told if all(part in text for part in texts)), None)
            if found is None:
                missing.append(f"{texts} is not said")
            else:
                told.remove(found)
        return missing + [f"“{text}” is said" for text in told]

    def notes(self, caller):
        """Returns the notifications of a ring, and of a missed call."""
        return (caller, english("incoming.notification.audio")), (caller, english("notification.missed"))

    @property
    def shown(self):
        """Returns the notifications since `begin`, as title and body."""
        return [(plain(one["title"]), one["body"]) for one in self.page.evaluate("benchTaps.shown")]

    @property
    def open(self):
        """Returns those that are on the screen now."""
        return [(plain(one["title"]), one["body"]) for one in self.page.evaluate("benchTaps.shown") if one["isOpen"]]

    @property
    def heard(self):
        """Returns the sounds since `begin`, in order, without those of participants joining and leaving."""
        found = [self._sound(one["notes"]) for one in self._speakers()]
        return [sound for sound in found if sound not in ("joined", "left")]

    @property
    def rings(self):
        return any(one["isOpen"] and self._sound(one["notes"]) in RINGS for one in self._speakers())

    @property
    def sounds(self):
        """Whether anything sounds now."""
        return any(one["isOpen"] for one in self._speakers())

    @property
    def peak(self):
        """Returns the peak level of full scale."""
        return max((one["peak"] for one in self._speakers()), default=0)

    def _speakers(self):
        return [one for one in self.page.evaluate("benchTaps.speakers") if one["notes"]]

    @staticmethod
    def _sound(notes):
        """Returns the name of a sound, whose ring repeats its notes."""
        for pitches, name in SOUNDS.items():
            rounds = pitches * (len(notes) // len(pitches)) if name in RINGS else pitches
            if tuple(notes) == rounds:
                return name
        return f"unknown {notes}"

    # The history

    def newest(self):
        """Returns the newest call of the list; None if there is none."""
        self.person.go("/contacts")
        self.page.wait("ecallInspection.state.route.name === 'contacts'", "the contacts are there")
        # The list is fetched when it is opened; until then the previous one is shown.
        self.page.evaluate("void (globalThis.benchCalls = ecallInspection.state.history.all)")
        self.person.go("/calls")
        self.page.wait("ecallInspection.state.route.name === 'calls' && ecallInspection.state.history.all !== benchCalls", "the calls are there")
        return self.page.evaluate(NEWEST)

    def past(self, before):
        """Waits until the history has an ended call newer than the one before; returns it and its duration."""
        def found():
            here = self.newest()
            if here == before:
                return None
            self.page.evaluate(f"void (location.hash = {json.dumps(here)})")
            return until(lambda: self.page.evaluate(
                "[...document.querySelectorAll('.pane-detail .person > .lead, .pane-detail .past-result > span')].map(({ innerText }) => innerText)"), "the call is shown")
        kinds = {english(f"history.kind.{kind}"): kind for kind in ("incoming", "outgoing")}
        results = {english(f"history.result.{result}"): result for result in ("missed", "declined", "busy", "unanswered", "cancelled", "ringing", "running")}
        lasted = re.compile(re.escape(english("call.lasted")).replace(r"\{time\}", "(.*)"))

        def over():
            texts = found()
            if not texts:
                return None
            kind, result = (plain(text) for text in texts[:2])
            past = Past(kinds.get(kind, kind), results.get(result) or ("answered" if lasted.fullmatch(result) else result))
            return past if past.result not in ("ringing", "running") else None
        return until(over, f"{self.name}'s history has the call")


class LineOnlooker:
    """A profile of the command line that listens for calls on a desktop, with a loudspeaker."""

    kind = "ecall"

    def __init__(self, cast, name, number, place):
        self.front = FalseReasons(cast.stage.origin)
        self.profile = CommandLine(cast.stage, name, number, place=place)
        cast.profiles.append(self.profile)
        self.name, self.number = name, number
        self.desktop = Desktop(self.profile.home / "desktop")
        self.loudspeaker = Loudspeaker(self.profile.home / "loudspeaker")
        self.profile.environment |= self.desktop.environment | self.loudspeaker.environment | {"ECALL_SERVER": self.front.origin}
        self.profile.sign_in()
        self._has_called = False
        #: The commands of this call, and from which line on.
        self.commands = []
        self.listening = None

    def start(self, *arguments):
        child = Process(f"ecall {arguments[0]} of {self.name}", [
            *self.profile.stage.prefix, BINARIES / "ecall", *arguments, "--test-source", self.number, "--sound"], env=self.profile.environment)
        self.profile.children.append(child)
        return child

    def listen(self):
        self.listening = self.start("listen")
        self.listening.wait_line("^Waiting for calls")
        self.commands = [(self.listening, len(self.listening.lines))]

    def stop(self):
        for thing in (self.desktop, self.loudspeaker):
            thing.stop()
        self.front.close()

    # Actions

    def begin(self):
        # Each command reports an end by itself.
        told = self.listening.lines
        until(lambda: sum(bool(INCOMING.search(line)) for line in told) == sum(bool(OVER.match(line)) for line in told), f"{self.name} is told of all ends")
        for command, _ in self.commands[1:]:
            until(lambda command=command: command.is_over, f"{command.name} is over")
        until(lambda: self.loudspeaker.playing == 0, f"nothing is heard of {self.name}")
        self.commands = [(self.listening, len(self.listening.lines))]
        self._has_called = False
        self.front.is_lying = False
        self.desktop.begin()
        self.loudspeaker.begin()

    def call(self, *others):
        self._has_called = True
        self._add(self.start("call", *others))

    def _add(self, command):
        self.commands.append((command, 0))
        return command

    def _wait(self, pattern, command=-1, seconds=30):
        child, start = self.commands[command]
        return child.wait_line(pattern, seconds, start)

    def wait_ringback(self):
        self._wait("^Ringing …")
        until(lambda: self.loudspeaker.heard == ["outgoing"], f"{self.name} hears that it rings")

    def wait_ring(self, caller):
        self._wait(f"^{re.escape(caller)}: incoming call", 0)
        until(lambda: self.loudspeaker.heard == ["incoming"], f"{self.name} hears a ring")
        until(lambda: self.open, f"{self.name} is shown that it rings")

    def answer(self):
        self._add(self.start("answer"))

    def decline(self):
        self.profile.says("decline")

    def reply(self):
        self.profile.says("decline", "--later")

    def wait_talk(self, others=1):
        until(lambda: sum("You hear " in line for line in self._lines(-1)) >= others, f"{self.name} hears {others}", 30)

    def hang_up(self):
        self.profile.says("hangup")

    def remove(self, other):
        self.profile.says("remove", other)

    def die(self):
        """Kills all processes of the profile, as a power failure does."""
        for process in list(self.profile.processes()):
            os.kill(process, signal.SIGKILL)

    def sign_out(self):
        self.profile.says("logout")

    def returns(self):
        self.listen()

    def wait_connected(self):
        """An agent that was back at once reports nothing: an answer of the server shows that it is connected."""
        self.profile.run("contacts")

    def hears_false(self, reason):
        self.front.is_lying, self.front.reason = True, reason

    def forget(self):
        """Ignores what was printed so far about its current call."""
        self.commands = [(child, len(child.lines)) for child, _ in self.commands]
        self.desktop.begin()

    # Results

    def _lines(self, command):
        child, start = self.commands[command]
        return child.lines[start:]

    def read(self, wanted, other, known):
        """Returns the problems with the printed ends since `begin`; `known`: all of them. Each command that follows the
        call prints all of it; the listening one prints those of calls that rang here."""
        wanted = [line.format(name=other) for line in wanted]
        known = {line.format(name=other) for line in known}
        found = [[line for line in self._lines(place) if line in known] for place in range(len(self.commands))]
        following = found[1:] if self._has_called else found
        if self._has_called and found[0]:
            return [f"{found[0]} is said where calls are waited for"]
        return [f"{lines} is said" for lines in following if lines != wanted]

    def notes(self, caller):
        return ("Incoming call", caller), ("Missed call", caller)

    @property
    def shown(self):
        return [tuple(note) for note in self.desktop.shown]

    @property
    def open(self):
        return [tuple(note) for note in self.desktop.open]

    @property
    def rings(self):
        return self.loudspeaker.playing > 0
