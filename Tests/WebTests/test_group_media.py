"""What a call of several receives: sound on one connection, pictures on slots, layers by the size of tiles."""
import pytest

from test_four import enter, wait_for

#: What the browser counts of what is sent or received, as a list, by its fields.
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
    """Waits until what a function says of somebody does not change within a second."""
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
    """The first calls the others, and everybody sees or hears everybody."""
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


# Over 10 s: two sign in, and it is waited twice whether anything is sent.
@pytest.mark.limit(120)
def test_who_is_muted_sends_nothing(cast, stage):
    ana, bo = enter(cast, stage), enter(cast, stage)
    call(ana, bo, video=False)
    assert sent(ana, "audio") > 0
    ana.page.evaluate("calls.setMuted(true)")
    settles(ana, lambda person: sent(person, "audio"), "what is sent as audio")
    wait_for(bo, f"event.type === 'participantUpdated' && event.userId === {ana.user} && event.isMuted", "Ana is muted")
    ana.page.page.wait_for_timeout(3000)
    assert not any(event["type"] == "connection" and event.get("state") == "reconnecting"
                   for person in (ana, bo) for event in person.page.evaluate("events"))
    before = sent(ana, "audio")
    ana.page.evaluate("calls.setMuted(false)")
    bo.start_listening(3000)
    heard = bo.heard()
    assert set(heard["tones"]) == {str(ana.number % 48)} and sent(ana, "audio") > before, heard


# Over 10 s: three sign in and are listened to.
@pytest.mark.limit(150)
def test_sound_of_all_on_one_connection(cast, stage):
    people = [enter(cast, stage) for _ in range(3)]
    call(*people, video=False)
    for person in people:
        others = {str(other.number % 48) for other in people if other is not person}
        person.start_listening(3000)
        heard = person.heard()
        assert set(heard["tones"]) == others, f"{person.name} heard {heard}"
        # One that sends, one that receives.
        assert person.page.evaluate("bench.made()") == 2
        # Nothing tells the media server who speaks: in nothing that was offered or answered.
        levels = person.page.evaluate("bench.connections().map(({ localDescription, remoteDescription }) => "
                                      "[localDescription, remoteDescription].filter((one) => /audio-level/.test(one.sdp) && one.type === 'answer').length)")
        assert levels == [0, 0]
