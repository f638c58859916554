"""Sharing the screen: what one page shares others see, in pages and at the command line."""
import json
import time

import pytest

from bench.checks import check_page
from bench.media_files import LARGE
from bench.process import until
from bench.x_display import XDisplay
from test_calls import connect
from test_four import enter, wait_for
from test_group_mixed import befriend, reads, status
from test_recovery import kill

#: The code of what is shared, told apart from those of cameras, as is its tone.
SHARED = 1000
TONE = SHARED % 48

#: A browser without a window system delivers this when a screen is requested: a picture of its own without any readable code.
PROBE = """bench.screen.original?.({ video: true }).then((stream) => stream.getTracks().map((track) => {
    track.stop();
    return track.label;
}), ({ name }) => name) ?? 'nothing'"""

#: Reads the picture of the large tile for a while: how many different ones, in what size, how late.
WATCH = """(async (milliseconds) => {
    const found = { codes: {}, unreadable: 0, sizes: new Set(), pictures: 0 };
    const element = document.querySelector('.tile-screen video');
    const begun = element.getVideoPlaybackQuality().totalVideoFrames, end = performance.now() + milliseconds;
    let last = 0;
    while (performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        found.sizes.add(`${element.videoWidth}x${element.videoHeight}`);
        const picture = bench.read(element);
        if (!picture) found.unreadable++;
        else if (picture[1] !== last) {
            last = picture[1];
            found.codes[picture[0]] = (found.codes[picture[0]] ?? 0) + 1;
        }
    }
    return { ...found, sizes: [...found.sizes], drawn: element.getVideoPlaybackQuality().totalVideoFrames - begun };
})"""

#: The browser's statistics of the video that it sends.
SENT = """(async () => {
    const found = [];
    for (const connection of bench.connections()) for (const report of (await connection.getStats()).values()) {
        if (report.type === 'outbound-rtp' && report.kind === 'video') found.push([report.mid, report.rid, report.frameHeight, report.framesPerSecond, report.targetBitrate, report.qualityLimitationReason, report.totalEncodeTime / report.framesEncoded, report.bytesSent]);
        if (report.type === 'media-source' && report.kind === 'video') found.push([report.height, report.framesPerSecond]);
        if (report.type === 'candidate-pair' && report.availableOutgoingBitrate) found.push(report.availableOutgoingBitrate);
    }
    return found;
})()"""

IS_READ = "(() => { const video = document.querySelector('.tile-screen video'); return Boolean(video?.videoWidth && bench.read(video)); })()"


#: Whether five more pictures of the other's camera are drawn; Firefox does not count those of a call.
CAMERA_MOVES = """new Promise((resolve) => {
    const video = document.querySelector('.tile:not(.tile-own):not(.tile-screen) video.picture');
    let left = 5;
    const next = () => { left--; if (left > 0) video.requestVideoFrameCallback(next); else resolve(true); };
    video.requestVideoFrameCallback(next);
    setTimeout(() => resolve(false), 15_000);
})"""


def shares(sharer, receiver):
    """Presses the control; returns the seconds until the other page has read the shared screen."""
    sharer.page.click("button", "^Share screen$")
    begun = time.monotonic()
    receiver.page.wait(IS_READ, f"{receiver.name} sees what {sharer.name} shares", 20)
    return time.monotonic() - begun


def camera_goes_on(sharer, receiver, heard):
    """Checks that camera and voice go on; the camera's code is barely readable in a small tile's 90 lines, so it need not be read."""
    assert set(heard["pictures"]) <= {str(sharer.number), str(SHARED)}, heard
    assert receiver.page.evaluate(CAMERA_MOVES), "pictures of the camera go on coming"


def stops(sharer, receiver, how):
    begun = time.monotonic()
    how()
    receiver.page.wait("!document.querySelector('.tile-screen')", f"{receiver.name} sees it no more", 10)
    sharer.page.wait("!ecallInspection.state.call.isSharing && bench.screen.shared.every(({ readyState }) => readyState === 'ended')", "nothing is captured", 10)
    return time.monotonic() - begun


# Over 10 s: two sign in, and are listened to while a screen of 1080p is encoded.
@pytest.mark.limit(170)
def test_a_screen_is_shared(cast):
    """The screen is legible in 1080p, beside camera and voice, which go on; it can be stopped and shared again within two seconds."""
    ana, bo = cast.together(cast.page(size_of_camera=LARGE), cast.page())
    cast.befriend(ana, bo)
    connect(ana, bo)
    print(f"the browser itself, asked for a screen: {ana.page.evaluate(PROBE)}")
    ana.page.evaluate("void (bench.screen.hasSound = true)")
    first = shares(ana, bo)
    bo.page.sees("group", f"^{ana.name}’s screen")
    assert bo.page.evaluate("ecallInspection.state.call.announcement.key ?? ''") == "screen.began"
    # A new connection needs a while before it gets that bitrate.
    bo.page.wait("document.querySelector('.tile-screen video').videoHeight === 1080", "all lines", 30)
    for _ in range(4):
        found = bo.page.evaluate(f"{WATCH}(4000)")
        # An encoder on a machine that others use produces few pictures for a while.
        if found["drawn"] >= 20:
            break
    print(f"measured: the first picture after {first:.1f} s; {found}; sent: {ana.page.evaluate(SENT)}")
    assert set(found["codes"]) == {str(SHARED)} and found["sizes"] == ["1920x1080"], found
    assert found["drawn"] >= 20, found
    assert bo.page.evaluate("getComputedStyle(document.querySelector('.tile-screen video')).objectFit") == "contain"
    # Camera and voice continue, and so does the other direction; the audio of the shared screen is added.
    for person in (ana, bo):
        person.start_listening(4000)
    heard = bo.heard()
    assert heard["pictures"][str(SHARED)] >= 8, heard
    camera_goes_on(ana, bo, heard)
    assert {str(ana.number), str(TONE)} <= set(heard["tones"]) and heard["tones"][str(ana.number)] >= 10, heard
    check_page(ana, bo)
    assert ana.page.evaluate("document.querySelectorAll('.tile-screen').length") == 0, "no mirror in a mirror"

    seconds = [stops(ana, bo, lambda: ana.page.click("button", "^Stop$"))]
    seconds.append(shares(ana, bo))
    seconds.append(stops(ana, bo, lambda: ana.page.page.keyboard.press("s")))
    seconds.append(shares(ana, bo))
    # The browser's own button.
    end = "(() => { const [track] = bench.screen.shared.filter(({ readyState, kind }) => readyState === 'live' && kind === 'video'); track.stop(); track.dispatchEvent(new Event('ended')); })()"
    seconds.append(stops(ana, bo, lambda: ana.page.evaluate(end)))
    print(f"measured: stopped, shared, stopped, shared, stopped after {[round(one, 1) for one in seconds]} s")
    # Two on a quiet machine.
    assert max(seconds) < 5, seconds
    ana.page.evaluate("void (bench.screen.fails = 'NotAllowedError')")
    ana.page.click("button", "^Share screen$")
    ana.page.wait("document.body.textContent.includes('Your screen isn’t shared.')", "one sentence")
    for person in (ana, bo):
        person.start_listening(3000)
    check_page(bo, ana)
    check_page(ana, bo)
    for person in (ana, bo):
        assert person.statistics()["framesDroppedBad"] == 0, person.statistics()
    ana.page.evaluate("void (bench.screen.fails = null)")
    shares(ana, bo)
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
    ana.page.wait("bench.screen.shared.every(({ readyState }) => readyState === 'ended')", "nothing stays on")


def reads_shared(native, sound=True, seconds=30):
    """Checks that a command line reads the picture and the tone of the shared screen."""
    wanted = {"picturesRead": str(SHARED), **({"tonesHeard": str(TONE)} if sound else {})}
    before, end = status(native), time.monotonic() + seconds
    while True:
        now = status(native)
        new = {kind: now[kind].get(key, 0) - before[kind].get(key, 0) for kind, key in wanted.items()}
        if min(new.values()) >= 4:
            return
        assert time.monotonic() < end, f"{native.name} has read no more than {new} of what is shared within {seconds} s: {now}"


def is_told(native, child, sharer, is_sharing, start):
    """Waits until the command's output, and its participant list, say whether the sharer shares; returns the number of output lines."""
    said = json.loads(child.wait_line(rf'^{{.*"event":"participantSharing","isSharing":{str(is_sharing).lower()}.*}}$', 20, start)[0])
    assert said["userId"] == sharer.user and said["name"] == sharer.name, said
    people = next(line["participants"] for line in native.run("participants") if "participants" in line)
    assert next(one["isSharing"] for one in people if one["userId"] == sharer.user) is is_sharing, people
    return len(child.lines)


# Over 10 s: two sign in, and the command line reads pictures and tones of camera and screen, twice.
@pytest.mark.limit(170)
@pytest.mark.long
@pytest.mark.parametrize("video", [True, False], ids=["video", "audio"])
def test_the_command_line_sees_a_shared_screen(cast, stage, video):
    """Camera and voice go on; a stopped share is received anew when it is shared again."""
    ana, cai = enter(cast, stage, cast.page(size_of_camera=LARGE)), cast.command_line()
    befriend(ana, cai)
    child = cai.listen()
    ana.page.evaluate(f"calls.call([{cai.user}], {{ video: {'true' if video else 'false'} }})")
    wait_for(ana, "event.type === 'firstSound'", "it is heard")
    if video:
        reads(cai, [ana])
    ana.page.evaluate("void (bench.screen.hasSound = true)")
    told, seconds = len(child.lines), []
    for _ in range(2):
        begun = time.monotonic()
        ana.page.evaluate("calls.running().screen.start()")
        told = is_told(cai, child, ana, True, told)
        reads_shared(cai)
        seconds.append(round(time.monotonic() - begun, 1))
        if video:
            reads(cai, [ana])
        ana.page.evaluate("calls.running().screen.stop()")
        told = is_told(cai, child, ana, False, told)
        before = status(cai)
        if video:
            reads(cai, [ana])
            assert status(cai)["picturesRead"][str(SHARED)] == before["picturesRead"][str(SHARED)], "nothing more of it comes"
    print(f"measured: shared, told and read after {seconds} s")
    ana.start_listening(4000)
    check_page(ana, cai, video=video)
    ana.page.evaluate("calls.hangUp()")
    ended = child.wait_line(r'^{.*"event":"ended".*}$', 20)[0]
    statistics = json.loads(ended)["statistics"]
    assert statistics["framesDroppedBad"] == 0, statistics
    assert set(statistics["picturesRead"]) == {str(SHARED), *([str(ana.number)] if video else [])}, statistics
    # Audio that a busy machine stretches may once be read as the neighbouring tone.
    tones = {tone: count for tone, count in statistics["tonesHeard"].items() if count > 1}
    assert set(tones) == {str(ana.number % 48), str(TONE)} and min(tones.values()) >= 4, statistics


#: A colour in the large tile, beside the pointer, its size, and how many pictures were drawn.
COLOUR = """(() => {
    const video = document.querySelector('.tile-screen video');
    if (!video?.videoWidth) return null;
    const canvas = new OffscreenCanvas(1, 1), context = canvas.getContext('2d');
    context.drawImage(video, video.videoWidth * 0.3, video.videoHeight * 0.3, 2, 2, 0, 0, 1, 1);
    const [red, , blue] = context.getImageData(0, 0, 1, 1).data;
    return {
        colour: red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : 'other',
        size: `${video.videoWidth}x${video.videoHeight}`, drawn: video.getVideoPlaybackQuality().totalVideoFrames,
    };
})()"""


def shows(person, colour, size, seconds=20):
    """Returns the seconds until a page sees that color in that size."""
    begun = time.monotonic()
    person.page.wait(
        f"(() => {{ const found = {COLOUR}; return found?.colour === '{colour}' && found.size === '{size}'; }})()",
        f"{person.name} sees {colour} of {size}", seconds)
    return round(time.monotonic() - begun, 1)


# Over 10 s: one signs in, and a screen is shared five times.
@pytest.mark.limit(170)
@pytest.mark.parametrize("video", [True, pytest.param(False, marks=pytest.mark.long)], ids=["video", "audio"])
def test_the_command_line_shares(cast, video):
    """Under X11 it shares the whole screen, a window by itself though another lies over it, again after a stop, and until the window closes."""
    ana, cai = cast.signed_in(), cast.command_line()
    cast.befriend(ana, cai)
    display = XDisplay()
    try:
        red = display.show("Red", "red")
        windows = until(lambda: seen(cai, display, ["Red"]), "the window is there")
        display.show("Blue", "blue")
        until(lambda: seen(cai, display, ["Blue", "Red"]), "both are there")
        cai.listen()
        ana.call(cai.name, video=video)
        ana.wait_phase("inCall")
        on = ["screen", "on", "--display", display.name]
        assert cai.run(*on) == [{"result": "screen", "isShared": True}]
        seconds = [shows(ana, "blue", "1280x720")]
        ana.page.sees("group", f"^{cai.name}’s screen")
        for _ in range(4):
            before = ana.page.evaluate(COLOUR)["drawn"]
            # Counts pictures for a while; an encoder on a machine that others use makes few.
            time.sleep(3)
            rate = (ana.page.evaluate(COLOUR)["drawn"] - before) / 3
            if rate >= 5:
                break
        assert rate >= 5, f"{rate} pictures a second"
        assert cai.run(*on, "--window", "red")[0]["window"] == windows[0]
        seconds.append(shows(ana, "red", "640x480"))
        # A source that cannot be shared leaves the share as it is.
        assert "Your previous share continues" in cai.fails("screen", "on", "--display", ":9999")
        drawn = ana.page.evaluate(COLOUR)["drawn"]
        ana.page.wait(f"{COLOUR}.drawn > {drawn} + 10", "pictures of the window go on", 20)
        people = cai.run("participants")[0]["participants"]
        assert [one["isSharing"] for one in people if one["isSelf"]] == [True], people
        assert cai.run("screen", "off") == [{"result": "screen", "isShared": False}]
        ana.page.wait("!document.querySelector('.tile-screen')", "it is seen no more", 10)
        cai.run(*on, "--window", str(windows[0]["id"]))
        seconds.append(shows(ana, "red", "640x480"))
        red.stop()
        ana.page.wait("!document.querySelector('.tile-screen')", "it is seen no more", 10)
        assert not cai.run("participants")[0]["participants"][0]["isSharing"]
        assert "no window matches" in cai.fails(*on, "--window", "Red").lower()
        if video:
            reads(cai, [ana])
        ana.start_listening(3000)
        check_page(ana, cai, video=video)
        print(f"measured: seen after {seconds} s, {rate:.0f} pictures a second")
        assert ana.statistics()["framesDroppedBad"] == 0, ana.statistics()
        ana.hang_up()
    finally:
        display.stop()


def seen(native, display, titles):
    windows = native.run("screen", "list", "--display", display.name)[0]["windows"]
    return windows if sorted(one["title"] for one in windows) == titles else None


# Over 10 s: a second browser begins.
@pytest.mark.long
@pytest.mark.limit(150)
def test_firefox_sees_a_screen_shared_by_chromium(cast):
    ana, bo = cast.together(cast.page(size_of_camera=LARGE), cast.page("firefox"))
    cast.befriend(ana, bo)
    connect(ana, bo)
    first = shares(ana, bo)
    bo.page.wait("document.querySelector('.tile-screen video').videoHeight === 1080", "all lines", 30)
    found = bo.page.evaluate(f"{WATCH}(4000)")
    print(f"measured: Firefox has read it after {first:.1f} s; {found}")
    assert set(found["codes"]) == {str(SHARED)}, found
    bo.start_listening(4000)
    heard = bo.heard()
    assert str(SHARED) in heard["pictures"] and set(heard["tones"]) == {str(ana.number)}, heard
    camera_goes_on(ana, bo, heard)
    stops(ana, bo, lambda: ana.page.click("button", "^Stop$"))
    assert bo.statistics()["framesDroppedBad"] == 0, bo.statistics()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


# Over 10 s: a second browser begins.
@pytest.mark.long
@pytest.mark.limit(150)
def test_chromium_sees_a_screen_shared_by_firefox(cast):
    """The screen has its sound, though Ana is muted and her camera off."""
    ana, bo = cast.together(cast.page("firefox"), cast.page())
    cast.befriend(ana, bo)
    connect(ana, bo)
    ana.page.click("button", "^Mute$")
    ana.page.click("button", "^Turn camera off$")
    bo.page.wait("ecallInspection.state.call.members.filter((one) => one.slot !== null).every(({ isMuted, isVideoEnabled }) => isMuted && !isVideoEnabled)", "Bo knows")
    ana.page.evaluate("void (bench.screen.hasSound = true)")
    first = shares(ana, bo)
    bo.page.wait("document.querySelector('.tile-screen video').videoHeight === 1080", "all lines", 30)
    bo.start_listening(4000)
    heard = bo.heard()
    print(f"measured: what Firefox shares was read after {first:.1f} s; {heard}")
    # The last picture of a camera that is off is behind the avatar.
    assert heard["pictures"].pop(str(ana.number), 0) <= 1 and set(heard["pictures"]) == {str(SHARED)} and heard["pictures"][str(SHARED)] >= 8, heard
    assert set(heard["tones"]) == {str(TONE)} and heard["tones"][str(TONE)] >= 10, heard
    stops(ana, bo, lambda: ana.page.click("button", "^Stop$"))
    assert bo.statistics()["framesDroppedBad"] == 0, bo.statistics()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


#: The content of each shared screen that is shown; null while one of them cannot be read.
CODES = """(() => {
    const found = [...document.querySelectorAll('.tile-screen video')].map((video) => (video.videoWidth ? bench.read(video)?.[0] : null));
    return found.every(Boolean) ? JSON.stringify(found.sort()) : null;
})()"""


def screens(person, *codes):
    person.page.wait(f"{CODES} === {json.dumps(json.dumps(list(codes), separators=(',', ':')))}", f"{person.name} reads {codes}", 30)


# Over 10 s: three sign in, and two encode 1080p.
@pytest.mark.long
@pytest.mark.limit(200)
def test_two_share_at_once(cast):
    """A participant who joins later sees both; one who is removed stops sharing, and the other goes on."""
    ana, bo = cast.two()
    cai = cast.signed_in()
    for other in (bo, cai):
        cast.befriend(ana, other)
    connect(ana, bo)
    shares(ana, bo)
    bo.page.evaluate(f"void (bench.screen.sender = {SHARED + 1})")
    shares(bo, ana)
    screens(ana, SHARED + 1)
    ana.page.click("button", "^People, ")
    ana.page.click("button", "^Add people$")
    ana.page.page.get_by_role("checkbox", name=cai.name, exact=True).check()
    ana.page.click("button", "^Add 1 person$")
    cai.rings(ana.name)
    cai.answer()
    cai.wait_phase("inCall")
    screens(cai, SHARED, SHARED + 1)
    assert cai.page.evaluate("document.querySelectorAll('.tile-screen.tile-main').length") == 1
    ana.page.click("button", f"^More options for {bo.name}$")
    ana.page.click("button", "^Remove from call$")
    ana.page.click("button", "^Remove$")
    bo.wait_ended("removed")
    bo.page.wait("bench.screen.shared.every(({ readyState }) => readyState === 'ended')", "nothing of Bo's is captured")
    screens(cai, SHARED)
    ana.page.wait("!document.querySelector('.tile-screen')", "Ana sees it no more")
    assert ana.page.evaluate("ecallInspection.state.call.isSharing")
    ana.hang_up()
    cai.wait_ended("remoteHungUp")


# Over 10 s: two sign in, and the media server restarts.
@pytest.mark.long
@pytest.mark.limit(150)
def test_sharing_survives_the_death_of_janus(cast):
    """The sharer's connection is lost: no new permission is asked, and the screen is seen again."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    connect(ana, bo)
    shares(ana, bo)
    for person in (ana, bo):
        person.page.evaluate("""globalThis.hasReconnected = false, void setInterval(() => {
            if (ecallInspection.state.call?.connection === 'reconnecting') globalThis.hasReconnected = true;
        }, 20)""")
    captured = ana.page.evaluate("bench.screen.shared.length")
    killed = kill(ana.stage, "janus")
    for person in (ana, bo):
        person.page.wait("globalThis.hasReconnected && ecallInspection.state.call.connection === 'connected'", f"{person.name} is back")
    bo.page.wait(IS_READ, "it is seen again", 20)
    print(f"measured: the screen is seen again {time.monotonic() - killed:.1f} s after the kill")
    found = bo.page.evaluate(f"{WATCH}(4000)")
    assert set(found["codes"]) == {str(SHARED)} and found["codes"][str(SHARED)] >= 4, found
    assert ana.page.evaluate("bench.screen.shared.length") == captured
    stops(ana, bo, lambda: ana.page.click("button", "^Stop$"))
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
