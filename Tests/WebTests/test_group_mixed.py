"""Both implementations in one group call: pages in two browsers, and command lines."""
import json
import os
import signal
import time

import pytest

from bench.command_line import event
from bench.media_files import LARGE
from test_four import enter, wait_for

#: Seconds until the others show a person as away whose process was killed. The server is told by the end of its connection.
AWAY = 5
#: Seconds until a device that is away has left (wire-protocol 4.4), plus some for the notification.
GONE = 65
#: Seconds until the others know that a person was removed.
REMOVED = 2


def befriend(page, native):
    """Makes a bare page and a command line contacts."""
    native.run("add", page.page.evaluate("contacts.createShareToken()")["token"])
    native.user = next(line["userId"] for line in native.run("whoami") if "userId" in line)
    page.page.evaluate(f"contacts.accept({native.user})")


def begin(cast, stage):
    """Ana in Chromium calls Bo in Firefox and two command lines, which answer; returns all four, and the output of the command lines."""
    # Chromium sends no layer of a small camera below the highest requested one.
    ana, bo = enter(cast, stage, cast.page(size_of_camera=LARGE)), enter(cast, stage, cast.page("firefox"))
    cai, dia = cast.command_line(), cast.command_line()
    token = ana.page.evaluate("contacts.createShareToken()")["token"]
    bo.page.evaluate(f"contacts.requestByToken({json.dumps(token)})")
    ana.page.evaluate(f"contacts.accept({bo.user})")
    for native in (cai, dia):
        befriend(ana, native)
    told = {native: native.listen() for native in (cai, dia)}
    ana.page.evaluate(f"calls.call({json.dumps([bo.user, cai.user, dia.user])}, {{ video: true }})")
    wait_for(bo, "event.type === 'incoming'", "it rings")
    bo.page.evaluate("void calls.answer({ video: true })")
    return ana, bo, cai, dia, told


def sees(page, others, seconds=40):
    """Waits until new pictures and audio of these participants have arrived."""
    users = json.dumps([other.user for other in others])
    page.page.wait(
        f"{users}.every((user) => ['firstSound', 'firstPicture'].every((kind) => events.some(({{ type, userId }}) => type === kind && userId === user)))",
        f"{page.name} sees and hears {[other.name for other in others]}", seconds)


def status(native):
    return next(line for line in native.run("status", "--once") if "statistics" in line)["statistics"]


def reads(native, others, seconds=30):
    """Checks that a command line reads pictures and tones of these, and of no one outside `others`."""
    before = status(native)
    end = time.monotonic() + seconds
    while True:
        now = status(native)
        new = {kind: {other.name: now[kind].get(key, 0) - before[kind].get(key, 0)
                      for other in others for key in [str(other.number % modulus)]}
               for kind, modulus in (("picturesRead", 65536), ("tonesHeard", 48))}
        if all(count >= 8 for counts in new.values() for count in counts.values()):
            return
        assert time.monotonic() < end, f"{native.name} has read no more than {new} within {seconds} s: {now}"


def sees_and_hears(page, others, away, rounds=5):
    """Checks the same for a page, listening several times: an encoder on a busy machine makes few pictures a second. Audio of a
    participant who is away, and still in the call, may be played to its end."""
    found = {"pictures": {}, "tones": {}}
    needed = {"pictures": {str(other.number) for other in others}, "tones": {str(other.number % 48) for other in others}}
    for turn in range(1, rounds + 1):
        page.start_listening(4000)
        heard = page.heard()
        for kind, counts in found.items():
            for key, count in heard[kind].items():
                counts[key] = counts.get(key, 0) + count
        if all(found[kind].get(key, 0) >= 8 for kind, keys in needed.items() for key in keys):
            break
    else:
        raise AssertionError(f"{page.name} read no more than {found}: {page.page.evaluate('bench.streams()')}")
    if turn > 1:
        print(f"{page.name} had read {found} only after listening {turn} times")
    strange = {kind: {key: count for key, count in counts.items() if key not in needed[kind]} for kind, counts in found.items()}
    for other in away:
        strange["pictures"].pop(str(other.number), None)
        strange["tones"].pop(str(other.number % 48), None)
    # Audio that a busy machine stretches and conceals may once be read as the neighbouring tone.
    assert strange["pictures"] == {} and sum(strange["tones"].values()) <= turn, f"{page.name} read {found}"


def read_each_other(pages, natives, away=(), before=()):
    """Checks that everyone reads everyone's picture code and tone, and no other; `before`: the participants in the call before."""
    people = [*pages, *natives]
    for person in people:
        others = [other for other in people if other is not person]
        if person in pages:
            sees_and_hears(person, others, away)
            continue
        reads(person, others)
        told, known = status(person), [*others, *away, *before]
        assert set(told["picturesRead"]) <= {str(other.number) for other in known}, told
        strange = {tone: count for tone, count in told["tonesHeard"].items() if tone not in {str(other.number % 48) for other in known}}
        assert sum(strange.values()) <= 2 and told["framesDroppedBad"] == 0, told


def kill(native):
    """Kills the agent of a profile with SIGKILL; returns the time."""
    for agent in list(native.processes()):
        os.kill(agent, signal.SIGKILL)
    return time.monotonic()


def take_turns(cast, stage, is_long):
    ana, bo, cai, dia, told = begin(cast, stage)
    everybody = [ana, bo, cai, dia]
    for page in (ana, bo):
        sees(page, [other for other in everybody if other is not page])
    read_each_other([ana, bo], [cai, dia])

    # One is killed: away at once, and gone after the time that the server gives.
    killed = kill(cai)
    for page in (ana, bo):
        wait_for(page, f"event.type === 'reached' && event.userId === {cai.user} && !event.isOn",
                 "Cai is away", AWAY)
    away = time.monotonic() - killed

    # One is removed: out at once, refused, and let in again when invited.
    call = ana.page.evaluate("events.find(({ type }) => type === 'ringing').callId")
    start, began = len(told[dia].lines), time.monotonic()
    ana.page.evaluate(f"calls.running().sync.remove({bo.user})")
    wait_for(bo, "event.type === 'ended' && event.reason === 'removed'", "is told that Ana has removed them", REMOVED)
    wait_for(ana, f"event.type === 'left' && event.userId === {bo.user} && event.isRemoved", "Bo is gone", REMOVED)
    assert event(told[dia], "participantRemoved", REMOVED, start)["userId"] == bo.user
    removed = time.monotonic() - began
    refusal = bo.page.evaluate(f"calls.resume({call}).then(() => 'let in', ({{ code }}) => code)")
    assert refusal == "server", refusal
    read_each_other([ana], [dia], away=[cai], before=[bo])
    bo.page.evaluate("void events.splice(0)")
    assert ana.page.evaluate(f"calls.running().entry.inviteMore([{bo.user}])") == [bo.user]
    wait_for(bo, "event.type === 'incoming'", "it rings again")
    bo.page.evaluate("void calls.answer({ video: true })")
    sees(bo, [ana, dia])
    read_each_other([ana, bo], [dia], away=[cai])

    # One leaves, and the others go on.
    dia.run("hangup")
    for page in (ana, bo):
        wait_for(page, f"event.type === 'left' && event.userId === {dia.user}", "Dia has left", 5)
    if is_long:
        for page in (ana, bo):
            wait_for(page, f"event.type === 'left' && event.userId === {cai.user}", "Cai is gone",
                     max(1, killed + GONE - time.monotonic()))
    read_each_other([ana, bo], [], away=[] if is_long else [cai])
    print(f"measured: killed, away for the others after {away:.1f} s; removed, known to all after {removed:.1f} s")
    ana.page.evaluate("calls.hangUp()")
    # A person whose seat is kept may come back: the call continues.
    if is_long:
        wait_for(bo, "event.type === 'ended'", "the call is over")


# Over 10 s: two browsers and two agents sign in, and are listened to four times. Nothing smaller has both implementations on
# both sides, and both codecs' browsers.
@pytest.mark.long
@pytest.mark.limit(240)
# 002-6, 000-49
def test_pages_and_command_lines_read_each_other(cast, stage):
    """One participant is then killed, one removed and invited again, and one leaves."""
    take_turns(cast, stage, is_long=False)


@pytest.mark.long
@pytest.mark.limit(360)
def test_a_killed_participant_is_removed(cast, stage):
    """The same call, until the server gives up the killed participant."""
    take_turns(cast, stage, is_long=True)
