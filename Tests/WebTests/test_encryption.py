"""Fail closed: without the right key nothing is decoded, and the counters of the cipher say why."""
import pytest

from bench.command_line import event
from bench.process import until

BASE_KEY = "utf8('base key')"


def listen_in_vain(person, milliseconds=4000):
    """Checks that whatever arrives is neither shown nor played."""
    person.start_listening(milliseconds)
    heard = person.heard()
    assert heard["pictures"] == {} and heard["unreadable"] == 0 and heard["tones"] == {} and heard["loud"] == 0, heard
    decoded = person.page.evaluate("[...document.querySelectorAll('video')].filter(({ muted }) => !muted).map(({ videoWidth }) => videoWidth)")
    assert not any(decoded), "a picture was decoded"


# 000-2
@pytest.mark.long
def test_frames_with_a_wrong_key_are_refused(cast):
    """Bo's page derives other keys with the same names: every frame reaches the cipher and is refused there."""
    ana, bo = cast.signed_in(), cast.page()
    bo.page.replace("/frames/key-schedule.js", BASE_KEY, "utf8('base kez')")
    bo.sign_in()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_phase("inCall")
    for person in (ana, bo):
        person.page.wait("Promise.resolve(typeof ecallInspection.statistics === 'function' ? ecallInspection.statistics()"
                         " : ecallInspection.statistics).then(({ openDrops }) => openDrops.badTag > 100)",
                         "more than 100 refused frames", 30)
        listen_in_vain(person)
        statistics = person.statistics()
        assert statistics["audioFramesOpened"] == statistics["videoFramesOpened"] == 0, statistics
        assert statistics["audioFramesSealed"] > 50, statistics
    ana.hang_up()


@pytest.mark.long
def test_the_command_line_refuses_a_wrong_key(cast):
    """The command line refuses frames from a page with other keys, and the page those of the command line."""
    ana, bo = cast.page(), cast.command_line()
    ana.page.replace("/frames/key-schedule.js", BASE_KEY, "utf8('base kez')")
    ana.sign_in()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name)
    ana.wait_phase("inCall")
    listen_in_vain(ana, 6000)
    # The number that arrives in a while depends on the machine.
    until(lambda: ana.statistics()["openDrops"]["badTag"] > 100, "much comes of which nothing opens", 20)
    ana.hang_up()
    statistics = event(child, "ended")["statistics"]
    assert statistics["audioFramesOpened"] == statistics["videoFramesOpened"] == 0, statistics
    assert statistics["audioFramesDecoded"] == statistics["videoFramesDecoded"] == 0, statistics
    assert statistics["openDrops"]["badTag"] > 100, statistics


# 000-2
def test_a_page_without_keys_sends_and_opens_nothing(cast):
    """No key ever reaches Bo's page: it sends nothing, decrypts nothing, and says that it waits for the key."""
    ana, bo = cast.signed_in(), cast.page()
    bo.page.drop_signals("e2ee")
    # The messages sent with the invitation are not read either.
    bo.page.replace("/protocol/signaling/signals.js", "'videoCodec', 'e2ee']", "'videoCodec']")
    bo.sign_in()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    bo.wait_phase("inCall")
    listen_in_vain(bo, 5000)
    assert bo.page.evaluate("ecallInspection.state.call.encryption") == "waitingForKey"
    bo.page.sees("button", "^Encrypting…$")
    statistics = bo.statistics()
    assert statistics["audioFramesOpened"] == statistics["videoFramesOpened"] == 0, statistics
    assert statistics["audioFramesSealed"] == statistics["videoFramesSealed"] == 0, statistics
    listen_in_vain(ana, 2000)
    ana.hang_up()


def paste(person, text):
    """Pastes the text that the camera would read from the clipboard."""
    person.page.evaluate(f"""void document.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: (() => {{
        const data = new DataTransfer(); data.setData('text', {text!r}); return data; }})() }}))""")


# 000-2
def test_equal_safety_numbers_verify_both_devices(cast):
    """Both show one number; Ana scans Bo's code, and Bo says that the numbers match: each is verified for the other, also in a call."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    digits = []
    for person, other in ((ana, bo), (bo, ana)):
        person.go(f"/contacts/{other.user_id}")
        person.page.click("link", "^Says ")
        digits.append(person.page.wait("ecallInspection.state.comparison?.value?.digits", f"the number of {person.name}"))
        assert person.page.page.get_by_role("group", name="Safety number").inner_text().split() == [digits[-1][at:at + 5] for at in range(0, 60, 5)]
    assert digits[0] == digits[1]
    code = bo.page.evaluate("ecallInspection.state.comparison.value.code")
    ana.page.click("button", "^Scan their code$")
    ana.page.wait("ecallInspection.state.route.name === 'scan'", "the scanner")
    place = ana.page.evaluate("location.hash")
    # The code of someone else says nothing about Bo, and leads nowhere.
    for other, title in ((code.replace(f":{bo.user_id}_", ":99999_", 1), "someone else, not Bo"), ("a word", "Not a code to compare")):
        paste(ana, other)
        ana.page.page.get_by_role("alert").filter(has_text=title).wait_for()
        assert ana.page.evaluate("[location.hash, ecallInspection.state.notices.length]") == [place, 0]
    ana.page.click("link", "^Compare without scanning$")
    ana.page.wait("ecallInspection.state.comparison?.value?.trust === 'new'", "nothing was noted")
    ana.page.click("button", "^Scan their code$")
    ana.page.wait("ecallInspection.state.route.name === 'scan'", "the scanner again")
    paste(ana, code)
    bo.page.click("button", "^They match$")
    for person in (ana, bo):
        person.page.wait("ecallInspection.state.comparison?.value?.trust === 'verified'", f"{person.name} has verified the other")
    ana.call(bo.name, video=False)
    bo.rings(ana.name)
    bo.answer(video=False)
    for person in (ana, bo):
        person.page.wait("ecallInspection.state.call.members.filter((one) => one.slot !== null)[0]?.trust === 'verified'", f"verified in the call of {person.name}")
    ana.hang_up()
    bo.wait_ended("remoteHungUp")
