"""The page and the command line against one another: each trust in a device, at each moment at which it joins a call.

One of the two judges, and the other is judged. The expectations are docs/encryption.md 1 to 3, and those of the flows of both cores
(Tests/KeyDistributionTests/Flows/MatrixFlows.swift), but with real programs, their screens and a real server."""
from typing import NamedTuple

import pytest

from bench.command_line import CommandLine
from bench.liar import LyingServer
from bench.process import until
from bench.programs import LineProgram, PageProgram

# A held device is told so after ten seconds.
pytestmark = pytest.mark.waiting

#: What the judge knows about the device. All except `new` and `held` have met another device of its person.
KNOWLEDGE = ("new", "listed", "confirmed", "vouched", "verified", "held", "lost")
#: How it enters a call with the judge.
MOMENTS = ("ring", "answer", "join", "invite", "link", "reload", "second-phone")
JUDGES = ("page", "ecall")
#: The cells of which the default run has one each: every knowledge, every moment, both judges.
DEFAULT = {("page", "new", "ring"), ("ecall", "listed", "answer"), ("page", "confirmed", "reload"), ("ecall", "vouched", "link"),
           ("page", "verified", "second-phone"), ("ecall", "held", "invite"), ("page", "lost", "join")}

#: The trust in it if it was invited.
TRUST = {"new": "new", "listed": "held:newDevice", "confirmed": "known", "vouched": "vouched", "verified": "verified",
         "held": "held:changedKey", "lost": "held:revoked"}
#: The trust in the other device of the same person, which comes after this one.
OTHER_TRUST = {"new": "held:newDevice", "held": "held:newDevice", "listed": "known", "confirmed": "known", "vouched": "known",
               "lost": "known", "verified": "held:unverified"}
#: How either program describes a participant.
WORDS = {"new": ("First call with them", "This is your first call with "), "known": ("Confirmed by you on ", "In 1 call since ", "In 2 calls since "),
         "vouched": ("Confirmed by another device", "was confirmed by another"), "verified": ("Verified", "verified")}
#: The same for a held device: the command line in one word, the page by the reason.
HELD = ("held", "on a new device", "on a device you haven’t verified", "identity of", "signed this device out", "invited")


class Expected(NamedTuple):
    trust: str
    offer: str | None


def expected(knowledge, moment):
    if moment == "second-phone":
        trust = OTHER_TRUST[knowledge]
        return Expected(trust, {"held:newDevice": "itsThem", "held:unverified": "anyway"}.get(trust))
    trust = TRUST[knowledge]
    if moment == "join" and not trust.startswith("held"):
        trust = "held:uninvited"
    if not trust.startswith("held"):
        return Expected(trust, None)
    return Expected(trust, "compare" if moment == "link" else "anyway" if knowledge == "lost" else "itsThem")


def after(wanted, knowledge):
    """Returns the trust of the judge after letting the device in as offered."""
    if wanted.offer == "compare":
        return "verified"
    # A person who was merely not invited is the same person.
    known = wanted.trust == "held:uninvited" and knowledge in ("vouched", "verified")
    return (TRUST[knowledge] if known else "known") if wanted.offer else wanted.trust


class Scene:
    """The devices of one cell. Only those that take part run at the same time, so that no other one rings."""

    def __init__(self, cast, judge, knowledge, moment):
        self.cast, self.knowledge, self.moment, self.liar = cast, knowledge, moment, LyingServer(cast.stage)
        judges, judged = (cast.signed_in(), cast.command_line()) if judge == "page" else (cast.command_line(), cast.signed_in())
        cast.befriend(judges, judged)
        self.judge = self._program(judges)
        self.other = self.third = None
        if moment == "second-phone" or knowledge not in ("new", "held"):
            # The one that signed in first can vouch for the other one.
            self.other = self._program(judged)
            self.device = self._program(cast.further_device(judged))
            self.device.rests()
        else:
            self.device = self._program(judged)
        if moment in ("join", "invite", "link", "second-phone"):
            third = cast.signed_in()
            cast.befriend(third, judges)
            cast.befriend(third, judged)
            self.third = self._program(third)
        self._comes_to_know()

    @staticmethod
    def _program(person):
        return LineProgram(person) if isinstance(person, CommandLine) else PageProgram(person)

    # Before

    def _comes_to_know(self):
        if self.knowledge == "held":
            if self.other:
                self._is_alone(self.device)
            self._meets(self.device)
            self.device.loses_key()
            self.liar.takes_any_identity(self.device.number)
            self.device.wakes()
        elif self.knowledge != "new":
            self._meets(self.other)
            match self.knowledge:
                case "vouched": self.other.vouches_for(self.device.number)
                case "verified": self.judge.verifies(self.device)
                case "confirmed": self._confirms()
                case "lost":
                    self._confirms()
                    self.device.rests()
                    self.other.wakes()
                    with self.liar.keeps_signed_in(self.device.number):
                        self.other.calls_lost(self.device.number)
            self._is_alone(self.device)
        elif self.other:
            self._is_alone(self.device)

    def _is_alone(self, device):
        """Whether the device is the only one of the person's two that runs."""
        (self.device if device is self.other else self.other).rests()
        device.wakes()

    def _meets(self, device):
        device.waits()
        self.judge.call(device)
        device.answers(self.judge)
        self.both_hear(self.judge, device)
        self.judge.leaves()
        device.is_left()

    def _confirms(self):
        self._is_alone(self.device)
        self.device.waits()
        self.judge.call(self.device)
        self.device.answers(self.judge)
        until(lambda: self.seen(self.device) == ("held:newDevice", "itsThem"), "the question about a new device")
        self.judge.answers_card(self.device, "itsThem")
        self.both_hear(self.judge, self.device)
        self.judge.leaves()
        self.device.is_left()

    # The moment

    def comes(self):
        """Lets the device join a call with the judge as the last one."""
        judge, device = self.judge, self.device
        match self.moment:
            case "ring":
                judge.waits()
                device.call(judge)
                judge.answers(device)
            case "answer" | "reload":
                device.waits()
                judge.call(device)
                device.answers(judge)
            case _: self._third_is_in()
        match self.moment:
            case "reload":
                self._settles(device)
                device.is_killed_and_returns()
            case "invite": self._is_added_by(self.third)
            case "join":
                # A person added by someone who is held was invited by no one in the call.
                judge.refuses(self.third)
                self._is_added_by(self.third)
            case "link":
                device.comes_by(judge.shares_call())
                judge.lets_in_by_link(device, is_asked=self.knowledge in ("new", "held"))
            case "second-phone":
                self._is_added_by(judge)
                self._settles(device)
                device.leaves()
                until(lambda: judge.sees(device) is None, "it has left")
                self._is_alone(self.other)
                self.other.waits()
                judge.adds(self.other)
                self.other.answers(judge)
                return self.other
        return device

    def _third_is_in(self):
        self.judge.call(self.third)
        self.third.answers(self.judge)
        self.both_hear(self.judge, self.third)

    def _is_added_by(self, somebody):
        self.device.waits()
        somebody.adds(self.device)
        self.device.answers(somebody)

    def _settles(self, device):
        """Waits until the state before letting in is reached."""
        until(lambda: self.seen(device) == expected(self.knowledge, "answer"), "what the judge shows first")
        if not TRUST[self.knowledge].startswith("held"):
            self.both_hear(self.judge, device)

    # Observations

    def seen(self, device):
        found = self.judge.sees(device)
        return found and Expected(found.trust, found.offer)

    @staticmethod
    def both_hear(one, other):
        until(lambda: one.hears(other) and other.hears(one), f"{one.name} and {other.name} hear each other", 30)


CELLS = [pytest.param(judge, knowledge, moment, id=f"{judge}-{knowledge}-{moment}",
                      marks=() if (judge, knowledge, moment) in DEFAULT else pytest.mark.long)
         for judge in JUDGES for knowledge in KNOWLEDGE for moment in MOMENTS]


# Over 10 s: up to four devices, three calls, and ten seconds until a device that is held says so.
@pytest.mark.limit(200)
@pytest.mark.parametrize("judge, knowledge, moment", CELLS)
def test_a_device_joins_with_each_trust(cast, judge, knowledge, moment):
    scene = Scene(cast, judge, knowledge, moment)
    device, judge, wanted = scene.comes(), scene.judge, expected(knowledge, moment)
    until(lambda: scene.seen(device) == wanted, f"the judge shows {wanted} and not {scene.seen(device)}")
    if wanted.offer:
        is_held(scene, device)
        if (wanted.trust, wanted.offer) == ("held:revoked", "compare"):
            # Matching numbers say nothing about a device that may be in other hands: it stays held.
            return
        judge.answers_card(device, wanted.offer)
    scene.both_hear(judge, device)
    until(lambda: judge.sees(device).hears and device.sees(judge).hears, "each shows that the other has its key")
    trust = judge.sees(device).trust
    assert trust == after(wanted, knowledge)
    assert any(word in judge.told(device) for word in WORDS[trust]), judge.told(device)
    assert judge.sign() == device.sign() == "End-to-end encrypted"


def is_held(scene, device):
    """Neither hears the other, no sign says otherwise, and both are told."""
    judge = scene.judge
    until(lambda: device.sees(judge) and device.sees(judge).keeps_out, "the device is told that it is not let in", 30)
    assert not judge.hears(device) and not device.hears(judge)
    assert not device.sees(judge).hears
    if not scene.third:
        assert judge.sign() != "End-to-end encrypted" and device.sign() != "End-to-end encrypted"
    assert any(word in judge.told(device).lower() for word in HELD), judge.told(device)
