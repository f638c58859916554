"""Every way in which a call ends is reported the same everywhere: on the screen, beside it, by sound, and in the history.

The table below is that of docs/call-setup.md, "What a person is told at the end", from the users' side."""
from typing import NamedTuple

import pytest

from bench.onlookers import LineOnlooker, PageOnlooker, Past, english
from bench.process import Late, until
from bench.programs import PageProgram
from conftest import Cast
from test_killed_server import AWAY

# MARK: Expectations

#: The final state of a ring's notification: there was none, it was removed, or "missed" replaced it.
NONE, GONE, MISSED = "none", "gone", "missed"


class Look(NamedTuple):
    """How one device reports the end of a call.

    `page`: the texts that it shows, one tuple of the catalogue's keys for each; `line`: the output of `ecall`; `note`: the notification of its ring;
    `heard`: the sound of the page. The command line has the same rings, and no sounds of an end. `rings`: whether it rings; the page also plays
    a sound while it finds out."""

    page: tuple = ()
    line: tuple = ()
    note: str = NONE
    heard: tuple = ()
    rings: bool = True


class End(NamedTuple):
    """`of_caller`, `of_callee`: their histories; None: the call is not in it. `callee2` may have rung too; the caller's other device
    never learns of the call."""

    caller: Look
    callee: Look
    callee2: Look
    of_caller: str | None
    of_callee: str | None


NOTHING = Look()

# The callers, in the order of the sounds: the ringback, and that of the end.
AND_OVER, AND_FAILED = ("outgoing", "ended"), ("outgoing", "failed")
GIVES_UP = Look((("call.end.cancelled",),), ("The call was cancelled.",), heard=AND_OVER)
IS_DECLINED = Look((("call.end.declined", "call.end.declinedBy"),), ("They declined the call.",), heard=AND_OVER)
IS_PUT_OFF = Look(
    (("call.end.declined", "call.reply.callsBack"),), ("{name} can’t talk now and will call back in 10 minutes.", "Call ended."), heard=AND_OVER)
HAS_NO_ANSWER = Look((("call.end.notAnswered", "call.rejected.notAnswered"),), ("They did not answer.",), heard=AND_OVER)
FINDS_BUSY = Look(
    (("call.end.busy", "call.end.busyText"),), (f"ecall: {english('call.failure.busy')}",), heard=AND_OVER, rings=False)
FINDS_NO_DEVICE = Look(
    (("call.end.notMade", "call.failure.notAvailable"),), (f"ecall: {english('call.failure.notAvailable')}",), heard=AND_FAILED, rings=False)
HANGS_UP = Look((("call.ended",),), ("Call ended.",), heard=AND_OVER)
IS_LEFT = Look((("call.ended",),), ("Call ended: no one else is in it.",), heard=AND_OVER)
LOSES_THEM = Look((("call.end.lost", "call.end.remoteLost"),), ("The connection of the other side was lost.",), heard=AND_FAILED)
HAS_REMOVED_THEM = Look(
    (("call.notice.removed",), ("call.ended",)), ("{name} was removed from the call.", "Call ended: no one else is in it."), heard=AND_OVER)
IS_LEFT_BY_ALL = Look((("call.ended",),), ("{name} left the call.", "Call ended: no one else is in it."), heard=AND_OVER)

# The callees, on the device that answers or declines.
MISSES_IT = Look((("call.end.missedText",),), ("Missed call: they hung up before you answered.",), MISSED, ("incoming",))
DOES_NOT_ANSWER = MISSES_IT._replace(line=("Missed call: you did not answer.",))
DECLINES = Look((), ("You declined the call.",), GONE, ("incoming",))
PUTS_OFF = DECLINES._replace(page=(("call.notice.replied",),))
HANGS_UP_TOO = HANGS_UP._replace(note=GONE, heard=("incoming", "ended"))
IS_LEFT_TOO = IS_LEFT._replace(note=GONE, heard=("incoming", "ended"))
IS_REMOVED = Look((("call.end.removed", "call.end.removedBy"),), ("{name} removed you from the call.",), GONE, ("incoming", "failed"))
LEAVES_THEM = Look((("call.end.left",),), ("Call ended.",), GONE, ("incoming", "ended"))

# On the callees' other device.
IS_ANSWERED = Look((("call.notice.answeredElsewhere",),), ("The call was answered on another device.",), GONE, ("incoming",))
OTHER_DECLINES = Look((("call.notice.declinedElsewhere",),), ("The call was declined on another device.",), GONE, ("incoming",))

ENDS = {
    #                       caller            callee           callee's other    history of caller, of callee
    "cancelled":        End(GIVES_UP,         MISSES_IT,       MISSES_IT,        "cancelled",  "missed"),
    "declined":         End(IS_DECLINED,      DECLINES,        OTHER_DECLINES,   "declined",   "declined"),
    "replied":          End(IS_PUT_OFF,       PUTS_OFF,        OTHER_DECLINES,   "declined",   "declined"),
    "unanswered":       End(HAS_NO_ANSWER,    DOES_NOT_ANSWER, DOES_NOT_ANSWER,  "unanswered", "missed"),
    "busy":             End(FINDS_BUSY,       NOTHING,         NOTHING,          None,         None),
    "noDevice":         End(FINDS_NO_DEVICE,  NOTHING,         NOTHING,          None,         None),
    # A person who has blocked the caller is not rung, and knows nothing.
    "blocked":          End(GIVES_UP,         NOTHING,         NOTHING,          "cancelled",  None),
    "callerHangsUp":    End(HANGS_UP,         IS_LEFT_TOO,     IS_ANSWERED,      "answered",   "answered"),
    "calleeHangsUp":    End(IS_LEFT,          HANGS_UP_TOO,    IS_ANSWERED,      "answered",   "answered"),
    # A call of three; then the third one leaves, and the caller is the last.
    "removed":          End(HAS_REMOVED_THEM, IS_REMOVED,      IS_ANSWERED,      "answered",   "answered"),
    "leavesGroup":      End(IS_LEFT_BY_ALL,   LEAVES_THEM,     IS_ANSWERED,      "answered",   "answered"),
    # Killed, or the window closed: nothing can be read there.
    "lost":             End(LOSES_THEM,       NOTHING,         IS_ANSWERED,      "answered",   "answered"),
    "closes":           End(LOSES_THEM,       NOTHING,         IS_ANSWERED,      "answered",   "answered"),
    # The server is killed and started again, and then someone ends the call.
    "restartedInCall":  End(HANGS_UP,         IS_LEFT_TOO,     IS_ANSWERED,      "answered",   "answered"),
    "restartedRinging": End(GIVES_UP,         MISSES_IT,       MISSES_IT,        "cancelled",  "missed"),
    # The last one: after it everything is rebuilt.
    "signsOut":         End(IS_LEFT,          NOTHING,         IS_ANSWERED,      "answered",   "answered"),
}
#: Ends after which the callee's device shows and prints nothing any more.
SILENT = ("lost", "closes", "signsOut")

#: Someone whose device rang, and reported that it is in another call.
THEY_ARE_BUSY = FINDS_BUSY._replace(line=("They are in another call.",), rings=True)
#: The reason alone does not say who has removed this person.
IS_OUT = Look((("call.end.removed", "errors.removedFromCall"),), ("You were removed from the call.",), heard=AND_FAILED)
#: By the reason that the server gives, as in docs/call-setup.md.
SAID = {
    #                      it rang          it called      in the call
    "no_answer":          (DOES_NOT_ANSWER, HAS_NO_ANSWER, IS_LEFT),
    "declined":           (OTHER_DECLINES,  IS_DECLINED,   IS_LEFT),
    "busy":               (MISSES_IT,       THEY_ARE_BUSY, IS_LEFT),
    "cancelled":          (MISSES_IT,       GIVES_UP,      IS_LEFT),
    "answered_elsewhere": (IS_ANSWERED,     HAS_NO_ANSWER, IS_LEFT),
    "connection_lost":    (MISSES_IT,       HAS_NO_ANSWER, LOSES_THEM),
    "removed":            (MISSES_IT,       HAS_NO_ANSWER, IS_OUT),
    "hung_up":            (MISSES_IT,       HAS_NO_ANSWER, IS_LEFT),
    "of_a_later_server":  (MISSES_IT,       HAS_NO_ANSWER, IS_LEFT),
    None:                 (MISSES_IT,       HAS_NO_ANSWER, IS_LEFT),
}

#: Everything that the command line prints about ends; the rest of its output is not compared.
LINES = {line for looks in (*(end[:3] for end in ENDS.values()), *SAID.values()) for look in looks for line in look.line}
KINDS = ("page", "ecall")

#: Of a page's sounds, of full scale.
LOUDEST = 10 ** (-12 / 20)

# MARK: Cells

#: The cells of the default run, which have each end and both clients on both sides.
DEFAULT = {
    ("cancelled", "page", "ecall"), ("declined", "ecall", "page"), ("replied", "page", "page"), ("busy", "page", "ecall"),
    ("callerHangsUp", "ecall", "ecall"), ("calleeHangsUp", "page", "ecall"), ("removed", "ecall", "page"), ("leavesGroup", "page", "ecall"),
    ("blocked", "page", "page"), ("noDevice", "ecall", "ecall"),
}
DEFAULT_REASONS = {("of_a_later_server", "rung", "page"), ("removed", "called", "ecall"), ("connection_lost", "talked", "page")}
#: Ends that are not in the default run whatever the clients, and why.
LONG = {"unanswered": "the server rings for a minute", "lost": "the server waits a minute for a device that is away",
        "closes": "the server waits 15 s for a page that is closed", "signsOut": "all devices are made anew behind it",
        "restartedInCall": "two starts of the server", "restartedRinging": "two starts of the server"}
#: Impossible cells, and why.
NEVER = {
    ("busy", "page", "page"): "a page in a call rings for another one: test_second_call", ("busy", "ecall", "page"): "the same",
    ("closes", "page", "ecall"): "a command line has no window: it is killed, or hangs up", ("closes", "ecall", "ecall"): "the same",
    **{(end, kind, kind): "a minute; the cells of different clients have each on both sides" for end in ("unanswered", "lost") for kind in KINDS},
}


def cells():
    missing = set(ENDS) - {end for end, *_ in DEFAULT} - set(LONG)
    assert not missing, f"in no default cell, and for no reason: {missing}"
    for end in ENDS:
        for caller in KINDS:
            for callee in KINDS:
                marks = [] if (end, caller, callee) in DEFAULT else [pytest.mark.long]
                if reason := NEVER.get((end, caller, callee)):
                    marks.append(pytest.mark.skip(reason=reason))
                yield pytest.param(end, caller, callee, id=f"{end}-{caller}-{callee}", marks=marks)


# MARK: Participants

class House:
    """Ana and Bo with a page and a command line each, all of which ring, and Cai with a command line. One server and one set of devices
    for all cells."""

    def __init__(self, stage, browsers):
        self.cast = Cast(stage, browsers, "ends")
        self.stage = stage
        self.lines = []
        try:
            self._move_in()
        except BaseException:
            self.close()
            raise

    def _move_in(self):
        cast = self.cast
        people = [cast.page(), cast.page()]
        pages = [PageOnlooker(person) for person in people]
        cast.together(*people)
        self.lines = [LineOnlooker(cast, page.name, page.person.number, "-line") for page in pages]
        self.cai = cast.command_line()
        self.dia = cast.command_line()
        for one, other in ((people[0], people[1]), *((person, line) for person in people for line in (self.cai, self.dia))):
            cast.befriend(one, other)
        self.dia.run("logout")
        self.devices = {("page", place): page for place, page in enumerate(pages)} | {("ecall", place): line for place, line in enumerate(self.lines)}
        for page, line in zip(pages, self.lines, strict=True):
            # To others the second device is as good as the first one, which vouches for it.
            number = next(told["deviceId"] for told in line.profile.run("whoami") if "deviceId" in told)
            PageProgram(page.person).vouches_for(number)
            line.listen()
        self.waiting = self.cai.listen()
        # A device accepts a person's first device as it is, and others only if that one vouches for them: the older one, which is the
        # page.
        (ana, bo), (ana_line, bo_line) = pages, self.lines
        for caller, callee, others in ((ana, bo, [self.cai.name]), (ana, bo_line, []), (bo, ana_line, [])):
            self._meet(caller, callee, others)

    def _meet(self, caller, callee, others):
        for device in self.devices.values():
            device.begin()
        caller.call(callee.name, *others)
        callee.wait_ring(caller.name)
        callee.answer()
        for one in (caller, callee):
            one.wait_talk(1 + len(others))
        # Two of three remain.
        for one in (callee, caller) if others else (caller,):
            one.hang_up()

    def close(self):
        for line in self.lines:
            line.stop()
        self.cast.close()


@pytest.fixture(scope="module")
def houses(stage, browsers):
    """Returns a house, built on first use and rebuilt after a failed cell."""
    class Houses:
        built = None

        def get(self):
            self.built = self.built or House(stage, browsers)
            return self.built

        def leave(self):
            if self.built:
                self.built.close()
            self.built = None
    houses = Houses()
    yield houses
    houses.leave()


class Scene:
    """One call from the caller's device to the callee's, with each person's other device."""

    def __init__(self, house, caller, callee):
        self.house = house
        self.caller, self.callee = house.devices[caller, 0], house.devices[callee, 1]
        others = {"page": "ecall", "ecall": "page"}
        self.caller2, self.callee2 = house.devices[others[caller], 0], house.devices[others[callee], 1]
        self.other = self.callee.name
        #: The devices that hear another call meanwhile.
        self.busy_elsewhere = ()
        #: Whether someone answers before anyone is told that it rings.
        self.is_answered_at_once = False
        self.everybody = (self.caller, self.callee, self.caller2, self.callee2)
        for device in self.everybody:
            device.begin()
        self.pages = [next(device for device in pair if device.kind == "page") for pair in ((self.caller, self.caller2), (self.callee, self.callee2))]
        self.newest = [page.newest() for page in self.pages]
        for device in self.pages:
            device.begin()

    # Events

    def rings(self):
        self.caller.call(self.callee.name)
        self._ring()

    def _ring(self):
        for device in (self.callee, self.callee2):
            device.wait_ring(self.caller.name)
        self.caller.wait_ringback()

    def talk(self):
        self.rings()
        self._answer()

    def _answer(self, others=1):
        self.callee.answer()
        for device in (self.caller, self.callee):
            device.wait_talk(others)

    def three(self):
        cai = self.house.cai
        self.is_answered_at_once = True
        self.caller.call(self.callee.name, cai.name)
        for device in (self.callee, self.callee2):
            device.wait_ring(self.caller.name)
        self._answer(2)

    def cancelled(self):
        self.rings()
        self.caller.hang_up()

    def declined(self):
        self.rings()
        self.callee.decline()

    def replied(self):
        self.rings()
        self.callee.reply()

    def unanswered(self):
        self.rings()

    def callerHangsUp(self):  # noqa: N802
        self.talk()
        self.caller.hang_up()

    def calleeHangsUp(self):  # noqa: N802
        self.talk()
        self.callee.hang_up()

    def removed(self):
        self.three()
        self.caller.remove(self.callee.name)
        self.reads("callee", ENDS["removed"].callee)
        self.house.cai.run("hangup")

    def leavesGroup(self):  # noqa: N802
        self.three()
        self.callee.hang_up()
        self.reads("callee", ENDS["leavesGroup"].callee)
        self.house.cai.run("hangup")

    def busy(self):
        """Puts the callee into a call with Cai, who is not part of this cell."""
        self.busy_elsewhere = ("callee",)
        self.callee.call(self.house.cai.name)
        self.callee.wait_talk()
        self.callee.forget()
        self.newest[1] = self.pages[1].newest()
        if self.caller.kind == "page":
            self.caller.page.expects(r"status of 409 .*/call/start\)")
        self.caller.call(self.callee.name)

    def blocked(self):
        line = self.house.devices["ecall", 1]
        line.profile.run("block", self.caller.name)
        self.caller.call(self.callee.name)
        self.caller.wait_ringback()
        self.caller.hang_up()

    def noDevice(self):  # noqa: N802
        self.other = self.house.dia.name
        self.caller.call(self.other)

    def lost(self):
        self.talk()
        self.callee.die()

    def closes(self):
        self.talk()
        self.callee.close_window()

    def signsOut(self):  # noqa: N802
        self.talk()
        self.callee.sign_out()

    def restartedInCall(self):  # noqa: N802
        self.talk()
        self._restart()
        self.caller.hang_up()

    def restartedRinging(self):  # noqa: N802
        self.rings()
        self._restart()
        self.caller.hang_up()

    def _restart(self):
        for page in self.pages:
            page.page.expects(AWAY)
        self.house.stage.kill()
        self.house.stage.start_again()
        for device in self.everybody:
            device.wait_connected()

    def goes_on(self, end):
        """Cleans up after the cell: ends what it started, and brings back devices that left."""
        if end == "busy":
            self.callee.hang_up()
        if end == "blocked":
            self.house.devices["ecall", 1].profile.run("unblock", self.caller.name)
        if end in ("lost", "closes"):
            self.callee.returns()

    # Observations

    def _other(self, role):
        """The device at the other end of the call."""
        return self.other if role.startswith("caller") else self.caller.name

    def reads(self, role, look, seconds=20):
        """Checks that the person reads exactly the expected texts, and that nothing rings from then on."""
        device, wanted = getattr(self, role), look.page if getattr(self, role).kind == "page" else look.line
        found = []

        def is_read():
            found[:] = device.read(wanted, self._other(role), LINES)
            return not found
        try:
            until(is_read, "", seconds)
        except AssertionError:
            raise AssertionError(f"the {role} is to read {wanted}, and: {'; '.join(found)}") from None
        if wanted and device.kind == "page":
            assert not device.rings, f"the {role} reads of the end, and it rings on"
        if role not in self.busy_elsewhere:
            until(lambda: not device.rings, f"silence at the {role}", 2)

    def is_shown(self, role, look):
        """Checks the state of the notification of the ring."""
        device, other = getattr(self, role), self._other(role)
        ring, missed = device.notes(other)
        if look.note == NONE:
            assert device.shown == [], f"the {role} is shown {device.shown}"
            return
        assert device.shown[:1] == [ring], f"the {role} was shown {device.shown}, and not {ring}"
        left = [missed] if look.note == MISSED else []
        until(lambda: device.open == left, Late(f"the {role} to be left with {left}", lambda: device.open), 5)

    def hears(self, role, look):
        device = getattr(self, role)
        if device.kind == "ecall":
            if role in self.busy_elsewhere:
                return
            rings = list(look.heard[:1]) if look.rings else []
            if role == "caller" and self.is_answered_at_once and not device.loudspeaker.heard:
                return
            assert device.loudspeaker.heard == rings, f"the {role} hears {device.loudspeaker.heard} and not {rings}"
            return
        until(lambda: device.heard == list(look.heard), Late(f"the {role} to hear {look.heard}", lambda: device.heard), 5)
        until(lambda: not device.sounds, f"no sound at the {role} goes on", 3)
        if look.heard:
            assert 0.01 < device.peak < LOUDEST, f"the {role} hears {device.peak}"

    def remembers(self, place, result):
        """Checks the history of the caller (0) or the callee (1)."""
        page, before = self.pages[place], self.newest[place]
        page.person.close_call()
        if result is None:
            assert page.newest() == before, f"{page.name}'s history has the call"
            return
        past = page.past(before)
        assert past == Past(("outgoing", "incoming")[place], result), f"{page.name}'s history has {past}"


def reasons():
    """Yields each reason that changes the output of the tested client; both of the callee's devices ring."""
    for reason in SAID:
        for state, caller in (("rung", "page"), ("called", "page"), ("called", "ecall"), ("talked", "page"), ("talked", "ecall")):
            marks = () if (reason, state, caller) in DEFAULT_REASONS else pytest.mark.long
            yield pytest.param(reason, state, caller, id=f"{reason}-{state}-{caller}", marks=marks)


@pytest.fixture
def at_home(houses, request):
    """The house, with which a failed test reports and which is then rebuilt."""
    house = houses.get()
    request.node.cast = house.cast
    yield house
    problems = house.cast.problems()
    house.cast.forget_problems()
    if problems or getattr(request.node, "has_failed", False):
        houses.leave()
    assert problems == [], "a page told of errors"


# Over 10 s, as below: whichever cell is the first builds what all of them take part in.
@pytest.mark.limit(200)
@pytest.mark.parametrize("reason, state, caller", list(reasons()))
def test_reason_of_the_server(at_home, reason, state, caller):
    """The device shows what each reason of the server means for it."""
    rung, called, talked = SAID[reason]
    scene = Scene(at_home, caller, "page" if state == "rung" or caller == "ecall" else "ecall")
    if state == "talked":
        scene.talk()
    else:
        scene.rings()
    looks = {"callee": rung, "callee2": rung} if state == "rung" else {"caller": called if state == "called" else talked}
    for role in looks:
        getattr(scene, role).hears_false(reason)
    if state == "rung":
        scene.caller.hang_up()
    elif state == "called":
        scene.callee.decline()
    else:
        scene.callee.hang_up()
    for role, look in looks.items():
        scene.reads(role, look)
        scene.is_shown(role, look)
        scene.hears(role, look)


@pytest.mark.limit(200)
@pytest.mark.parametrize("end, caller, callee", list(cells()))
def test_end(at_home, houses, end, caller, callee):
    wanted = ENDS[end]
    looks = {"caller": wanted.caller, "callee": wanted.callee, "caller2": NOTHING, "callee2": wanted.callee2}
    scene = Scene(at_home, caller, callee)
    getattr(scene, end)()
    seen = [role for role in looks if role != "callee" or end not in SILENT]
    for role in seen:
        scene.reads(role, looks[role], 90 if end in ("unanswered", "lost") else 20)
    for role in seen:
        scene.is_shown(role, looks[role])
        scene.hears(role, looks[role])
    scene.goes_on(end)
    for place, result in enumerate((wanted.of_caller, wanted.of_callee)):
        # A person who has signed out at the page has no history there.
        if end != "signsOut" or scene.pages[place] is not scene.callee:
            scene.remembers(place, result)
    # Nothing followed it.
    for role in seen:
        if role not in scene.busy_elsewhere:
            scene.reads(role, looks[role])
    if end == "signsOut":
        houses.leave()
