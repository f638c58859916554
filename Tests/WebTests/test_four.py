"""Four people in one room. The screens call one person; here the page's own modules call three at once."""
import json

import pytest

from bench.checks import check_page

SIGN_IN = """(async () => {
    const { SignIn } = await import('/session/sign-in.js');
    globalThis.flow = new SignIn();
    await flow.begin(%s);
})()"""

START = """(async () => {
    const session = await flow.verify(%s);
    session.signaling.start();
    const { CallController } = await import('/calls/call-controller.js');
    const { browserPlatform } = await import('/calls/platform.js');
    const { pageClock } = await import('/protocol/page-clock.js');
    const { ContactsService } = await import('/features/contacts/contacts-service.js');
    globalThis.contacts = new ContactsService(session, Date.now);
    globalThis.calls = new CallController({ session, platform: browserPlatform(pageClock(session.serverClock)) });
    globalThis.events = [];
    calls.start();
    calls.onEvent((event) => {
        events.push({ ...event, stream: undefined });
        if (event.type !== 'media') return;
        document.getElementById(`of${event.userId}`)?.remove();
        if (!event.stream) return;
        const video = Object.assign(document.createElement('video'), { id: `of${event.userId}`, autoplay: true, srcObject: event.stream });
        document.body.append(video);
    });
    return session.account.userId;
})()"""


def enter(cast, stage, person=None):
    """Signs a person in on a bare page; returns their user id."""
    person = person or cast.page()
    person.page.goto(f"{stage.origin}/Tests/vectors.html")
    person.page.evaluate(SIGN_IN % json.dumps({"email": person.email, "displayName": person.name}))
    person.user = person.page.evaluate(START % json.dumps(stage.code(person.email)))
    return person


def wait_for(person, condition, what, seconds=30):
    person.page.wait(f"events.some((event) => {condition}) || null", f"{person.name}: {what}", seconds)


def see_each_other(people, milliseconds=4000):
    for person in people:
        person.start_listening(milliseconds)
    for person in people:
        check_page(person, *(other for other in people if other is not person))


@pytest.mark.limit(150)
# Over 10 s: four sign in, and are recorded twice. 000-49
@pytest.mark.long
def test_four_participants_see_and_hear_each_other(cast, stage):
    """Everyone sees and hears the three others; one leaves, then the caller, and the last two go on with new keys."""
    people = [enter(cast, stage) for _ in range(4)]
    ana, *others = people
    for other in others:
        token = ana.page.evaluate("contacts.createShareToken()")["token"]
        other.page.evaluate(f"contacts.requestByToken({json.dumps(token)})")
        ana.page.evaluate(f"contacts.accept({other.user})")
    ana.page.evaluate(f"calls.call({json.dumps([other.user for other in others])}, {{ video: true }})")
    for other in others:
        wait_for(other, "event.type === 'incoming'", "it rings")
        other.page.evaluate("void calls.answer({ video: true })")
    for person in people:
        person.page.wait(
            "new Set(events.filter(({ type }) => type === 'firstPicture').map(({ userId }) => userId)).size === 3",
            f"{person.name} sees three", 40)
    see_each_other(people)

    bo, cai, dia = others
    dia.page.evaluate("calls.hangUp()")
    for person in (ana, bo, cai):
        wait_for(person, f"event.type === 'left' && event.userId === {dia.user}", "Dia has left")
    before = bo.page.evaluate("calls.running().statistics()")["keys"]
    ana.page.evaluate("calls.hangUp()")
    for person in (bo, cai):
        wait_for(person, f"event.type === 'left' && event.userId === {ana.user}", "Ana has left")
    # Each gives the other a key that Ana does not have.
    bo.page.wait(f"calls.running().statistics().then(({{ keys }}) => keys > {before})", "a new key", 20)
    see_each_other([bo, cai])
    for person in (bo, cai):
        statistics = person.page.evaluate("calls.running().statistics()")
        assert statistics["framesDroppedBad"] == 0, statistics
    bo.page.evaluate("calls.hangUp()")
    wait_for(cai, "event.type === 'ended'", "the call is over")
