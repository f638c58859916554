"""Reception in a group call: audio on one connection, pictures in slots, layers by tile size."""
import pytest

from bench.media_files import LARGE
from test_four import enter, wait_for

#: The browser's counters of sent or received media, as a list, by field.
REPORTS = """(async () => {
    const found = [];
    for (const connection of bench.connections()) {
        if (connection.connectionState !== 'connected') continue;
        for (const report of (await connection.getStats()).values()) if (/^(in|out)bound-rtp$/.test(report.type)) found.push(report);
    }
    return found.map(({ type, kind, rid, bytesSent, framesSent, active, ssrc, frameHeight, bytesReceived, framesDecoded }) =>
        ({ type, kind, rid, bytesSent, framesSent, active, ssrc, frameHeight, bytesReceived, framesDecoded }));
})()"""


def reports(person, kind, direction):
    return [one for one in person.page.evaluate(REPORTS) if one["kind"] == kind and one["type"] == f"{direction}bound-rtp"]


def sent(person, kind):
    return sum(one.get("bytesSent") or 0 for one in reports(person, kind, "out"))


def settles(person, value, what, seconds=10):
    """Waits until a function's value for a participant has not changed for a second."""
    import time
    end, last = time.monotonic() + seconds, None
    while time.monotonic() < end:
        now = value(person)
        if now == last:
            return now
        last = now
        person.page.page.wait_for_timeout(1000)
    raise AssertionError(f"{person.name}: {what} does not settle: {last}")


def call(caller, *others, video=True):
    """The first calls the others, and everyone sees or hears everyone."""
    import json
    for other in others:
        token = caller.page.evaluate("contacts.createShareToken()")["token"]
        other.page.evaluate(f"contacts.requestByToken({json.dumps(token)})")
        caller.page.evaluate(f"contacts.accept({other.user})")
    flag = "true" if video else "false"
    caller.page.evaluate(f"calls.call({json.dumps([other.user for other in others])}, {{ video: {flag} }})")
    for other in others:
        wait_for(other, "event.type === 'incoming'", "it rings")
        other.page.evaluate(f"void calls.answer({{ video: {flag} }})")
    first = "firstPicture" if video else "firstSound"
    for person in (caller, *others):
        person.page.wait(f"new Set(events.filter(({{ type }}) => type === '{first}').map(({{ userId }}) => userId)).size === {len(others)}",
                         f"{person.name} hears or sees all others", 40)


# Over 10 s: two sign in, and the test waits twice whether anything is sent.
@pytest.mark.long
@pytest.mark.limit(120)
def test_a_muted_participant_sends_nothing(cast, stage):
    ana, bo = enter(cast, stage), enter(cast, stage)
    call(ana, bo, video=False)
    assert sent(ana, "audio") > 0
    ana.page.evaluate("calls.running().media.setMuted(true)")
    settles(ana, lambda person: sent(person, "audio"), "what is sent as audio")
    wait_for(bo, f"event.type === 'members' && event.changed.some((one) => one.userId === {ana.user} && one.isMuted)", "Ana is muted")
    ana.page.page.wait_for_timeout(3000)
    assert not any(event["type"] == "connection" and event.get("state") == "reconnecting"
                   for person in (ana, bo) for event in person.page.evaluate("events"))
    before = sent(ana, "audio")
    ana.page.evaluate("calls.running().media.setMuted(false)")
    bo.start_listening(3000)
    heard = bo.heard()
    assert set(heard["tones"]) == {str(ana.number % 48)} and sent(ana, "audio") > before, heard


# Over 10 s: three sign in and are listened to.
@pytest.mark.limit(150)
def test_all_audio_arrives_on_one_connection(cast, stage):
    people = [enter(cast, stage) for _ in range(3)]
    call(*people, video=False)
    for person in people:
        others = {str(other.number % 48) for other in people if other is not person}
        person.start_listening(3000)
        heard = person.heard()
        assert set(heard["tones"]) == others, f"{person.name} heard {heard}"
        # One that sends, one that receives.
        assert person.page.evaluate("bench.made()") == 2
        # Nothing reveals to the media server who speaks: no offer, and no answer.
        levels = person.page.evaluate("bench.connections().map(({ localDescription, remoteDescription }) => "
                                      "[localDescription, remoteDescription].filter((one) => /audio-level/.test(one.sdp) && one.type === 'answer').length)")
        assert levels == [0, 0]


#: Switches the one slot of a page back and forth between two people, and records whose pictures their elements show meanwhile.
SWITCH = """(async ({ people, times }) => {
    const found = { shown: 0, wrong: [], missing: 0, read: 0, longest: 0 };
    const elementOf = (user) => document.getElementById(`of${user}`);
    let isOver = false;
    // Every picture of both is looked at as it is drawn.
    for (const { user, number } of people) void (async () => {
        while (!isOver) {
            const element = elementOf(user);
            if (element?.videoWidth) {
                const picture = bench.read(element);
                if (picture) found.read++;
                if (picture && picture[0] !== number) found.wrong.push([user, picture[0]]);
            }
            await Promise.race([new Promise((resolve) => element?.requestVideoFrameCallback(resolve)), new Promise((resolve) => setTimeout(resolve, 30))]);
        }
    })();
    for (const { user } of people) calls.running().subscriptions.setVisible(user, 0);
    for (let turn = 0; turn < times; turn++) {
        const [next, former] = turn % 2 ? people : [...people].reverse();
        const before = events.length, began = performance.now();
        calls.running().subscriptions.setVisible(former.user, 0);
        calls.running().subscriptions.setVisible(next.user, 300);
        const isShown = () => events.slice(before).some(({ type, userId }) => type === 'firstPicture' && userId === next.user);
        while (!isShown() && performance.now() < began + 5000) await new Promise((resolve) => setTimeout(resolve, 10));
        if (isShown()) found.shown++;
        else found.missing++;
        found.longest = Math.max(found.longest, Math.round(performance.now() - began));
        // Some pictures of theirs.
        await new Promise((resolve) => setTimeout(resolve, 60));
    }
    isOver = true;
    return found;
})"""


def switches(cast, stage, times):
    import json
    ana = cast.page(phone=True)
    ana.page.replace("/calls/room/video-slots.js", "phone: 9", "phone: 1")
    enter(cast, stage, ana)
    others = [enter(cast, stage) for _ in range(2)]
    for other in others:
        token = ana.page.evaluate("contacts.createShareToken()")["token"]
        other.page.evaluate(f"contacts.requestByToken({json.dumps(token)})")
        ana.page.evaluate(f"contacts.accept({other.user})")
    ana.page.evaluate(f"calls.call({json.dumps([other.user for other in others])}, {{ video: true }})")
    for other in others:
        wait_for(other, "event.type === 'incoming'", "it rings")
        other.page.evaluate("void calls.answer({ video: true })")
    wait_for(ana, "event.type === 'firstPicture'", "somebody is seen", 40)
    for other in others:
        wait_for(ana, f"event.type === 'firstSound' && event.userId === {other.user}", "both are heard", 40)
    people = [{"user": other.user, "number": other.number} for other in others]
    found = ana.page.evaluate(f"{SWITCH}({json.dumps({'people': people, 'times': times})})")
    print(found)
    assert found["wrong"] == [] and found["missing"] == 0 and found["read"] > times, found
    # One that sends, one for sound, one for a picture.
    assert ana.page.evaluate("bench.made()") == 3
    statistics = ana.page.evaluate("calls.running().statistics()")
    assert statistics["framesDroppedBad"] == 0, statistics


@pytest.mark.limit(150)
# Over 10 s: three sign in.
def test_a_moved_slot_shows_no_other_sender(cast, stage):
    switches(cast, stage, 12)


@pytest.mark.long
@pytest.mark.limit(600)
def test_a_slot_moved_200_times_shows_no_other_sender(cast, stage):
    switches(cast, stage, 200)


def frames_by_layer(person):
    return {one["rid"]: one.get("framesSent") or 0 for one in reports(person, "video", "out")}


def shows(person, height):
    """Waits for pictures of a height; encoders crop a few lines, and start smaller while a connection is new."""
    person.page.wait(f"""{REPORTS}.then((all) => all.some(({{ type, frameHeight }}) =>
        type === 'inbound-rtp' && frameHeight > {height - 5} && frameHeight <= {height}))""", f"pictures {height} high", 40)


# Over 10 s: two sign in, and the test waits twice until another layer has come.
@pytest.mark.long
@pytest.mark.limit(210)
def test_the_layer_follows_the_tile_size(cast, stage):
    # A smaller camera is sent in one layer.
    ana, bo = enter(cast, stage), enter(cast, stage, cast.page(size_of_camera=LARGE))
    call(ana, bo)
    ana.page.wait("true", "the call")
    # A two-person call begins with the highest layer, and sends no other.
    shows(ana, 540)
    assert [rid for rid, frames in frames_by_layer(bo).items() if frames] == ["h"], reports(bo, "video", "out")
    for height, expected, layer in ((150, 135, "l"), (400, 270, "m"), (1000, 540, "h")):
        ana.page.evaluate(f"calls.running().subscriptions.setVisible({bo.user}, {height})")
        shows(ana, expected)
        # A layer that no one requests any more is not encoded.
        bo.page.page.wait_for_timeout(3000)
        before = frames_by_layer(bo)
        bo.page.page.wait_for_timeout(1000)
        after = frames_by_layer(bo)
        assert [rid for rid in after if after[rid] > before[rid]] == [layer], (before, after)
    ana.page.evaluate(f"calls.running().subscriptions.setVisible({bo.user}, 0)")
    settles(bo, lambda person: sent(person, "video"), "what is sent as video", 15)
