"""Group calls made at the page, with another page and a command line."""
import json
import re

import pytest

from bench.command_line import event

CALL = "ecallInspection.state.call"
#: How loud the audio element of a person plays, as it arrives there: the root of the mean square, over a second.
LOUDNESS = """async (user) => {
    const { camera: stream } = ecallInspection.state.call.members.filter((one) => one.slot !== null).find(({ userId }) => userId === user);
    const context = new AudioContext(), analyser = new AnalyserNode(context, { fftSize: 8192 });
    context.createMediaStreamSource(new MediaStream(stream.getAudioTracks())).connect(analyser);
    const samples = new Float32Array(8192), found = [];
    for (let times = 0; times < 10; times += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        analyser.getFloatTimeDomainData(samples);
        found.push(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
    }
    await context.close();
    return found.sort((one, other) => one - other)[5];
}"""


def stands(person, name, status, seconds=30):
    """Waits until the page shows a participant as ringing, joined, declined …"""
    person.page.wait(
        f"{CALL}?.members.some(({{ name, status }}) => name === {json.dumps(name)} && status === {json.dumps(status)})",
        f"{person.name} shows {name} as {status}", seconds)


def opens(person, name):
    """Opens a participant's menu in the panel."""
    person.page.click("button", f"^More options for {re.escape(name)}$")


def loudness(person, other):
    return person.page.page.evaluate(LOUDNESS, other.user_id)


@pytest.mark.limit(240)
# Over 10 s: three sign in, one is rung three times, and is listened to.
# 000-47, 000-50, 000-51, 000-52, 000-11, 000-53, 004-43
def test_a_host_manages_participants(cast):
    """Ana calls Bo and Cai, adds Cai after he declined, changes Bo's volume, asks him to mute, and removes him."""
    ana, bo = cast.two()
    cai = cast.command_line()
    for other in (bo, cai):
        cast.befriend(ana, other)
    listening = cai.start("listen")
    event(listening, "listening")

    ana.go("/contacts")
    ana.page.click("button", "^New group call$")
    assert ana.page.page.get_by_role("button", name="Call", exact=True).is_disabled()
    for other in (bo, cai):
        ana.page.page.get_by_role("checkbox", name=other.name, exact=True).check()
    ana.page.sees("button", "^Call 2 people$")
    ana.page.click("button", "^Video call$")
    for other in (bo, cai):
        stands(ana, other.name, "ringing")
    assert ana.page.page.locator(".outgoing-person").count() == 2
    bo.rings(ana.name)
    bo.page.page.get_by_text(f"with {cai.name}", exact=True).wait_for()
    event(listening, "incoming")
    cai.run("decline")
    stands(ana, cai.name, "declined")
    ana.told(f"{cai.name} declined.")
    bo.answer()
    for person in (ana, bo):
        person.wait_pictures()
    stands(bo, cai.name, "declined")

    # Added while the call runs: everyone is told, and sees and hears them.
    ana.page.click("button", "^People, ")
    ana.page.click("button", "^Add people$")
    assert ana.page.page.get_by_role("checkbox").count() == 1, "who is in the call is not there to be chosen"
    ana.page.page.get_by_role("checkbox", name=cai.name, exact=True).check()
    rang = len(listening.lines)
    ana.page.click("button", "^Add 1 person$")
    bo.told(f"Calling {cai.name}…")
    stands(bo, cai.name, "ringing")
    event(listening, "incoming", 30, rang)
    answering = cai.start("answer", "--video")
    for person in (ana, bo):
        stands(person, cai.name, "joined")
        person.wait_pictures(2, 40)
    assert answering

    heard_otherwise(ana, bo)
    asks_and_removes(ana, bo, cai)


def heard_otherwise(ana, bo):
    """Changes a participant's volume to louder, softer and none, for Ana alone."""
    as_it_comes = loudness(ana, bo)
    assert as_it_comes > 0.005, as_it_comes
    measured = {}
    for volume in (200, 50):
        opens(ana, bo.name)
        ana.page.page.get_by_role("slider", name=f"Volume of {bo.name} for you").fill(str(volume))
        ana.page.page.keyboard.press("Escape")
        measured[volume] = loudness(ana, bo)
    opens(ana, bo.name)
    ana.page.click("button", "^Mute for me$")
    ana.page.wait(f"{CALL}.members.some(({{ isHeard }}) => !isHeard)", "he is not heard")
    measured[0] = loudness(ana, bo)
    print(f"measured: of {as_it_comes:.4f} {measured}")
    assert measured[200] / as_it_comes > 1.5 and 0.35 < measured[50] / as_it_comes < 0.7, measured
    assert measured[0] < as_it_comes / 50, measured
    opens(ana, bo.name)
    ana.page.click("button", "^Unmute for me$")
    assert not bo.page.evaluate(f"{CALL}.isMuted")


#: Whose tile the picture of the small window is from.
IN_WINDOW = "document.pictureInPictureElement?.closest('.tile').getAttribute('aria-label')"


def small_window(person, other):
    """Opens a participant's picture in picture-in-picture; returns whether the browser supports it."""
    if not person.page.evaluate("document.pictureInPictureEnabled"):
        print("not tested: this Chromium has no picture in picture")
        return False
    person.page.evaluate(f"""void [...document.querySelectorAll('.tile')].find((tile) => tile.getAttribute('aria-label').startsWith({json.dumps(other.name)}))
        .querySelector('.picture').requestPictureInPicture()""")
    person.page.wait(f"{IN_WINDOW}?.startsWith({json.dumps(other.name)})", "the picture is in a small window")
    return True


def asks_and_removes(ana, bo, cai):
    """The host asks Bo to mute and removes him, and both show it. Bo comes back when he is called again."""
    opens(ana, bo.name)
    ana.page.click("button", "^Ask to mute$")
    bo.told(f"{ana.name} asked you to mute.")
    bo.page.page.locator(".notice").get_by_role("button", name="Mute", exact=True).click()
    bo.page.page.locator(".notice", has_text="asked you to mute").wait_for(state="detached")
    ana.page.wait(f"{CALL}.members.some(({{ name, isMuted }}) => name === {json.dumps(bo.name)} && isMuted)", "Bo is muted")
    # A person who isn't the maker of the call can do neither.
    bo.page.click("button", "^People, ")
    opens(bo, ana.name)
    assert bo.page.page.get_by_role("button", name="Remove from call").count() == 0
    bo.page.page.keyboard.press("Escape")

    watched = small_window(ana, bo)
    opens(ana, bo.name)
    ana.page.click("button", "^Remove from call$")
    ana.page.click("button", "^Remove$")
    bo.wait_ended("removed")
    bo.told(f"{ana.name} removed you from the call.")
    stands(ana, bo.name, "removed")
    ana.told(f"{bo.name} was removed from the call.")
    if watched:
        ana.page.wait(f"{IN_WINDOW}?.startsWith({json.dumps(cai.name)})", "the small window goes on with who is there")
    bo.close_call()
    ana.page.page.locator(".people-panel").get_by_role("button", name=f"Call {bo.name}", exact=True).click()
    bo.rings(ana.name)
    # Cai, who is already in it, calls with her.
    bo.page.page.get_by_role("alertdialog").get_by_text(f"{ana.name} and {cai.name}", exact=True).wait_for()
    bo.decline()
    stands(ana, bo.name, "declined")

    # It continues without him, and he joins after all.
    bo.page.click("button", "^Join$", 30)
    for person in (ana, bo):
        stands(person, person.name, "joined")
        person.wait_pictures(2, 40)
    ana.hang_up()
    if watched:
        ana.page.wait("document.pictureInPictureElement === null", "the small window closes with the call")
    bo.hang_up()
