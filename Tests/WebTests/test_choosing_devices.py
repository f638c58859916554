"""The camera and microphone of a call: chosen before it or during it, unplugged and plugged in, front and back."""
import json

import pytest

from bench.process import until

DEVICES = "ecallInspection.state.devices"
CALL = "ecallInspection.state.call"
#: Senders that are not people of a test.
DESK, HEADSET, FRONT, BACK = 41, 42, 43, 44
#: Firefox does the same, by the same modules of the page: with the long tests.
BROWSERS = ["chromium", pytest.param("firefox", marks=pytest.mark.long)]
OF_THE_OTHER = "document.querySelector('.tile:not(.tile-own) video.picture')"


def shows(selector, sender):
    """Whether an element shows this sender's picture."""
    return f"(([video]) => video?.videoWidth > 0 && bench.read(video)?.[0] === {sender})(document.querySelectorAll({json.dumps(selector)}))"


def plug(person, identifier, label, sender, kind="videoinput", facing=None):
    device = {"deviceId": identifier, "kind": kind, "label": label, "sender": sender, **({"facing": facing} if facing else {})}
    person.page.evaluate(f"void bench.plug({json.dumps(device)})")
    what = "camera" if kind == "videoinput" else "microphone"
    person.page.wait(f"{DEVICES}.found.{what}?.some(({{ id }}) => id === {json.dumps(identifier)})", f"{person.name}'s page lists {label}")


def plug_desk(person):
    plug(person, "desk", "Desk camera", DESK)
    plug(person, "headset", "Headset", HEADSET, "audioinput")


def choose(person, field, label):
    """Chooses from the list as it is drawn, by its accessible names."""
    option = f"[...document.querySelectorAll('#{field} option')].find(({{ textContent }}) => textContent === {json.dumps(label)})"
    person.page.wait(f"{option} !== undefined", f"{label} is in the list of {person.name}")
    person.page.evaluate(f"""void (() => {{
        const list = document.querySelector('#{field}');
        list.value = {option}.value;
        list.dispatchEvent(new Event('change'));
    }})()""")


def choose_in_call(person, **choices):
    person.page.click("button", "^More$")
    person.page.click("button", "^Sound and camera$")
    for field, label in choices.items():
        choose(person, f"call-{field}", label)
        person.page.wait(f"{DEVICES}.switching === null", "it is done")
    person.page.click("button", "^Done$")


def comes_from(person, camera, microphone=None):
    """Checks that the other side receives the pictures and the tone of these devices."""
    person.page.wait(shows(".tile:not(.tile-own) video.picture", camera), f"{person.name} sees {camera}")
    if microphone is not None:
        until(lambda: loudest(person) == str(microphone % 48), f"{person.name} hears {microphone}", 20)


def loudest(person):
    """Returns the loudest tone: a short recording may still contain part of the one before."""
    person.start_listening(1500)
    tones = person.heard()["tones"]
    return max(tones, key=tones.get, default=None)


def connect(ana, bo):
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    ana.wait_pictures()
    bo.wait_pictures()


def notices(person):
    return person.page.evaluate("ecallInspection.state.notices.map(({ text }) => ecallInspection.said(text))")


def hang_up(ana, bo):
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.limit(150)
def test_chosen_before_and_in_a_call(cast, browser):
    """Ana tries a camera and a microphone in the settings; Bo sees and hears these, and then others, on the same connection."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(ana, bo)
    plug_desk(ana)
    ana.go("/settings/sound")
    assert ana.page.evaluate("bench.lit()") == [], "nothing is on before it is wanted"
    ana.page.click("button", "^Test video and sound$")
    choose(ana, "settings-camera", "Desk camera")
    choose(ana, "settings-microphone", "Headset")
    ana.page.wait(shows(".preview video", DESK), "she sees herself by it")
    ana.page.wait("Number(document.querySelector('.level').getAttribute('aria-valuenow')) >= 50", "its level is shown")
    ana.go("/contacts")
    ana.page.wait("bench.lit().length === 0", "it is off as the page is left")
    connect(ana, bo)
    comes_from(bo, DESK, HEADSET)
    before = ana.page.evaluate("bench.made()")
    choose_in_call(ana, camera="System default", microphone="System default")
    comes_from(bo, ana.number, ana.number)
    ana.page.click("button", "^Mute$")
    choose_in_call(ana, microphone="Headset", camera="Desk camera")
    comes_from(bo, DESK)
    ana.page.wait(f"{CALL}.isMuted && {CALL}.connection === 'connected' && {CALL}.encryption === 'protected'", "the call is as before")
    bo.page.wait(f"{CALL}.members.filter((one) => one.slot !== null)[0].isMuted", "she is muted as before")
    ana.page.click("button", "^Unmute$")
    comes_from(bo, DESK, HEADSET)
    assert ana.page.evaluate("bench.made()") == before, "no other connection was made"
    ana.page.wait("bench.lit().join() === 'audio,video'", "what is not used is off")
    hang_up(ana, bo)
    ana.page.wait("bench.lit().length === 0", "all is off after the call")
    assert json.loads(ana.page.evaluate("localStorage.getItem('devices')"))["camera"] == {"id": "desk", "name": "Desk camera"}


@pytest.mark.long
@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.limit(120)
def test_pulled_out_and_plugged_in_again(cast, browser):
    """The chosen devices are unplugged during a call: the default replaces them until they return, even with new ids."""
    ana, bo = cast.together(cast.page(browser), cast.page())
    cast.befriend(ana, bo)
    plug_desk(ana)
    ana.go("/settings/sound")
    choose(ana, "settings-camera", "Desk camera")
    choose(ana, "settings-microphone", "Headset")
    connect(ana, bo)
    comes_from(bo, DESK, HEADSET)
    ana.page.evaluate("void (bench.pull('desk'), bench.pull('headset'))")
    comes_from(bo, ana.number, ana.number)
    told = notices(ana)
    assert any(text.startswith("Desk camera was disconnected.") for text in told) and any(text.startswith("Headset was disconnected.") for text in told), told
    plug(ana, "desk-again", "Desk camera", DESK)
    comes_from(bo, DESK)
    ana.told("Desk camera was reconnected and is in use again.")
    assert ana.page.evaluate(f"{CALL}.connection") == "connected"
    hang_up(ana, bo)


@pytest.mark.long
@pytest.mark.limit(120)
def test_a_device_that_fails_to_open_is_not_kept(cast):
    """The page shows why, and what to do; the former device goes on, and the choice is not stored."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    plug_desk(ana)
    connect(ana, bo)
    comes_from(bo, ana.number)
    ana.page.evaluate("void (bench.missing.video = 'NotReadableError')")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Sound and camera$")
    choose(ana, "call-camera", "Desk camera")
    said = ana.page.page.get_by_role("alert").inner_text()
    assert said == "The camera couldn’t start. Close other apps that use it, then try again. Until then, the previous one is used."
    ana.page.wait("document.querySelector('#call-camera').value === ''", "the list shows what is used")
    ana.page.click("button", "^Done$")
    comes_from(bo, ana.number)
    assert ana.page.evaluate("localStorage.getItem('devices')") is None
    hang_up(ana, bo)


@pytest.mark.long
@pytest.mark.limit(120)
def test_a_phone_switches_between_front_and_back_camera(cast):
    """One button switches the cameras, and the own picture is mirrored for the front one only."""
    ana, bo = cast.page(phone=True), cast.signed_in()
    ana.page.context.add_init_script(
        "{ const asked = matchMedia; globalThis.matchMedia = (query) => (query === '(pointer: coarse)' ? { matches: true } : asked(query)); }")
    ana.sign_in()
    cast.befriend(ana, bo)
    plug(ana, "front", "Front", FRONT, facing="user")
    plug(ana, "back", "Back", BACK, facing="environment")
    ana.go("/settings/sound")
    choose(ana, "settings-camera", "Front")
    connect(ana, bo)
    comes_from(bo, FRONT)
    mirrored = "getComputedStyle(document.querySelector('.tile-own video')).transform.startsWith('matrix(-1')"
    assert ana.page.evaluate(mirrored)
    ana.page.click("button", "^Switch camera$")
    comes_from(bo, BACK)
    assert not ana.page.evaluate(mirrored)
    # Off and on again it is the same one.
    ana.page.click("button", "^Turn camera off$")
    ana.page.wait("bench.lit().length === 1", "the camera is off")
    ana.page.click("button", "^Turn camera on$")
    comes_from(bo, BACK)
    ana.page.click("button", "^Switch camera$")
    comes_from(bo, FRONT)
    assert ana.page.evaluate(mirrored)
    hang_up(ana, bo)


@pytest.mark.limit(120)
def test_checked_before_a_call(cast):
    """With the check turned on, the user sees themselves before a call and while one rings; no device stays on unseen."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    for person in (ana, bo):
        person.go("/settings/sound")
        person.page.page.get_by_role("checkbox", name="Preview before each call").check()
    ana.call(bo.name)
    ana.page.wait(shows("dialog .preview video", ana.number), "Ana sees herself")
    ana.page.click("button", "^Cancel$")
    ana.page.wait("bench.lit().length === 0", "it is off")
    assert ana.page.evaluate(f"{CALL} === null")
    ana.call(bo.name)
    ana.page.click("button", "^Start$")
    bo.rings(ana.name)
    bo.page.wait(shows(".incoming .preview video", bo.number), "Bo sees himself as it rings")
    bo.answer(video=False)
    ana.wait_phase("inCall")
    bo.wait_pictures()
    assert bo.page.evaluate("bench.lit()") == ["audio"], "answered without camera"
    assert ana.page.evaluate("bench.lit()") == ["audio", "video"], "that of the call alone"
    hang_up(ana, bo)
    for person in (ana, bo):
        person.page.wait("bench.lit().length === 0", "all is off")


SUPPRESSION = f"{CALL}?.ownStream?.getAudioTracks()[0]?.getSettings().noiseSuppression"


@pytest.mark.limit(120)
def test_noise_suppression_is_switched_in_a_call(cast):
    """Chromium ignores it on a running track: the switch stays, with the reason. The next call opens the microphone without, and Bo hears
    Ana's tone, which is noise to the browser."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    # The page's own wish counts.
    ana.page.evaluate("void delete bench.plainSound.noiseSuppression")
    switch = ana.page.page.get_by_role("checkbox", name="Reduce noise", exact=True)

    def connect_and_look():
        connect(ana, bo)
        ana.page.click("button", "^More$")
        ana.page.click("button", "^Sound and camera$")
        return ana.page.evaluate(SUPPRESSION), switch.is_checked()
    assert connect_and_look() == (True, True)
    switch.click()
    ana.page.page.get_by_text("Not applied yet. It takes effect the next time the microphone or camera starts.").wait_for()
    assert (ana.page.evaluate(SUPPRESSION), switch.is_checked()) == (True, True), "it says what the track does"
    ana.page.click("button", "^Done$")
    hang_up(ana, bo)
    ana.close_call()
    bo.close_call()
    assert connect_and_look() == (False, False)
    until(lambda: loudest(bo) == str(ana.number % 48), "Bo hears the tone", 20)
    ana.page.click("button", "^Done$")
    hang_up(ana, bo)


@pytest.mark.long
@pytest.mark.limit(120)
def test_fake_devices_of_the_browser(cast):
    """With Chromium's own fake devices, the camera chosen by its name is opened, and its pictures arrive."""
    # The second of them takes pictures of depth, which no call sends.
    ana, bo = cast.together(cast.page(fakes=3), cast.page())
    cast.befriend(ana, bo)
    ana.page.wait(f"{DEVICES}.found.camera?.length === 3 && {DEVICES}.found.microphone?.length === 2", "they are listed")
    cameras, microphones = ana.page.evaluate(f"[{DEVICES}.found.camera, {DEVICES}.found.microphone]")
    connect(ana, bo)
    for camera, microphone in zip([cameras[2], cameras[0]], reversed(microphones), strict=True):
        choose_in_call(ana, camera=camera["name"], microphone=microphone["name"])
        used = ana.page.evaluate(f"{CALL}.ownStream.getTracks().map((track) => [track.kind, track.getSettings().deviceId, track.readyState]).sort()")
        assert used == [["audio", microphone["id"], "live"], ["video", camera["id"], "live"]]
        decoded = bo.page.evaluate(f"{OF_THE_OTHER}.getVideoPlaybackQuality().totalVideoFrames")
        bo.page.wait(f"{OF_THE_OTHER}.getVideoPlaybackQuality().totalVideoFrames > {decoded} + 20", "Bo gets its pictures")
    hang_up(ana, bo)


def test_the_test_tone_plays_on_the_chosen_loudspeaker(cast):
    """The tone plays on the chosen loudspeaker, and the page says when it has ended."""
    ana = cast.signed_in()
    ana.go("/settings/sound")
    ana.page.evaluate("""void (() => {
        const set = HTMLMediaElement.prototype.setSinkId;
        HTMLMediaElement.prototype.setSinkId = function (id) { globalThis.benchSink = id; return set.call(this, id); };
    })()""")
    choose(ana, "settings-loudspeaker", "Fake Audio Output 2")
    chosen = ana.page.wait("ecallInspection.state.outputs.inUse", "it is in use")
    ana.page.evaluate("void delete globalThis.benchSink")
    ana.page.click("button", "^Play a sound$")
    ana.page.wait(f"{DEVICES}.isSounding && globalThis.benchSink === {json.dumps(chosen)}", "it sounds there")
    ana.page.wait(f"!{DEVICES}.isSounding && {DEVICES}.problems.loudspeaker === null", "it has sounded")
