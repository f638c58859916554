"""A call continues without a camera or a microphone, missing or unplugged, and uses them once they are present."""
import pytest

from bench.checks import check_page
from bench.command_line import event

OTHER = "ecallInspection.state.call.members.filter((one) => one.slot !== null)[0]"
#: Firefox does the same, by the same modules of the page: with the long tests.
BROWSERS = ["chromium", pytest.param("firefox", marks=pytest.mark.long)]
#: Longer than Janus and the others wait before silence counts as a broken connection.
SILENCE = 6


def notices(person):
    return person.page.evaluate("ecallInspection.state.notices.map(({ text }) => ecallInspection.said(text))")


def stays(person, seconds=SILENCE):
    """Checks that the call goes on for some seconds."""
    person.page.evaluate(f"""void (globalThis.benchStates = (async () => {{
        const seen = new Set(), end = performance.now() + {seconds * 1000};
        while (performance.now() < end) {{
            const {{ call }} = ecallInspection.state;
            seen.add(`${{call?.phase}} ${{call?.connection}}`);
            for (const {{ isAway }} of call?.members.filter((one) => one.slot !== null) ?? []) if (isAway) seen.add('the other reconnects');
            await new Promise((resolve) => setTimeout(resolve, 50));
        }}
        return [...seen];
    }})())""")
    return lambda: person.page.evaluate("globalThis.benchStates")


@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.limit(150)
# Over 10 s: the test waits twice whether silence breaks anything, and listens once.
@pytest.mark.long
def test_a_call_without_devices_goes_on(cast, browser):
    """Ana has neither device: she sees and hears Bo, is told once, and is seen and heard once she has them; then both are unplugged."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(ana, bo)
    ana.page.evaluate("void Object.assign(bench.missing, { audio: 'NotFoundError', video: 'NotFoundError' })")
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    ana.wait_pictures()
    assert [text for text in notices(ana) if "can’t see or hear you" in text] == [
        "No microphone or camera found. Others can’t see or hear you. Connect them, then press Unmute or Camera on."]
    bo.page.wait(f"{OTHER}?.isMuted && !{OTHER}.isVideoEnabled", "Bo knows that Ana is neither heard nor seen")
    for seen in [stays(person) for person in (ana, bo)]:
        assert seen() == ["inCall connected"]
    ana.page.evaluate("void (delete bench.missing.audio, delete bench.missing.video)")
    ana.page.click("button", "^Unmute$")
    ana.page.click("button", "^Turn camera on$")
    bo.page.wait(f"!{OTHER}.isMuted && {OTHER}.isVideoEnabled", "Bo knows that Ana is heard and seen")
    bo.wait_pictures()
    bo.start_listening(4000)
    check_page(bo, ana)
    ana.page.evaluate("bench.unplug()")
    bo.page.wait(f"{OTHER}.isMuted && !{OTHER}.isVideoEnabled", "Bo knows that Ana's devices are gone")
    for seen in [stays(person) for person in (ana, bo)]:
        assert seen() == ["inCall connected"]
    assert [text for text in notices(ana) if "disconnected" in text] == [
        "The microphone and camera were disconnected. Others can’t see or hear you. Connect them, then press Unmute or Camera on."]
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.limit(150)
def test_a_camera_is_turned_on_in_an_audio_call(cast, browser):
    """Bo answers an audio call with the camera on; Ana, who was not asked for hers, turns it on during the call."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(ana, bo)
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=True)
    ana.wait_pictures()
    ana.page.wait(f"{OTHER}.isVideoEnabled", "Ana knows that Bo is seen")
    assert not bo.page.evaluate(f"{OTHER}.isVideoEnabled || {OTHER}.hasPicture")
    ana.page.click("button", "^Turn camera on$")
    bo.wait_pictures()
    bo.page.wait(f"{OTHER}.isVideoEnabled", "Bo knows that Ana is seen")
    for person in (ana, bo):
        person.start_listening(4000)
    check_page(ana, bo)
    check_page(bo, ana)
    assert ana.page.evaluate("ecallInspection.state.call.connection") == "connected"
    bo.hang_up()
    ana.wait_ended("remoteHungUp")


def test_the_command_line_sees_a_late_camera(cast):
    """In an audio call between a page and the command line the page turns its camera on, and the command line sees it."""
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name, video=False)
    ana.wait_phase("inCall")
    event(child, "firstSound")
    assert not [line for line in child.lines if '"firstPicture"' in line]
    ana.page.click("button", "^Turn camera on$")
    event(child, "firstPicture")
    ana.hang_up()
    ended = event(child, "ended")
    assert list(ended["statistics"]["picturesRead"]) == [str(ana.number)]
