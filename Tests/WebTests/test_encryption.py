"""Fail closed: without the right key nothing is decoded, and the counters of the cipher say why."""
from bench.command_line import event

BASE_KEY = "utf8('base key')"


def listen_in_vain(person, milliseconds=4000):
    """Whatever arrives is neither seen nor heard."""
    person.start_listening(milliseconds)
    heard = person.heard()
    assert heard["pictures"] == {} and heard["unreadable"] == 0 and heard["tones"] == {} and heard["loud"] == 0, heard
    decoded = person.page.evaluate("[...document.querySelectorAll('video')].filter(({ muted }) => !muted).map(({ videoWidth }) => videoWidth)")
    assert not any(decoded), "a picture was decoded"


# 000-2
def test_wrong_key(cast):
    """Bo's page derives other keys, of the same names: every frame reaches the cipher and is refused there."""
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


def test_wrong_key_of_a_command_line(cast):
    """The command line refuses what a page with other keys sends, and the page what the command line sends."""
    ana, bo = cast.page(), cast.command_line()
    ana.page.replace("/frames/key-schedule.js", BASE_KEY, "utf8('base kez')")
    ana.sign_in()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name)
    ana.wait_phase("inCall")
    listen_in_vain(ana, 6000)
    assert ana.statistics()["openDrops"]["badTag"] > 100
    ana.hang_up()
    statistics = event(child, "ended")["statistics"]
    assert statistics["audioFramesOpened"] == statistics["videoFramesOpened"] == 0, statistics
    assert statistics["audioFramesDecoded"] == statistics["videoFramesDecoded"] == 0, statistics
    assert statistics["openDrops"]["badTag"] > 100, statistics


# 000-2
def test_no_key(cast):
    """No key ever reaches Bo's page: it sends nothing, opens nothing, and says that it waits for the key."""
    ana, bo = cast.signed_in(), cast.page()
    bo.page.drop_signals("e2ee")
    # What comes beside the invitation is not read either.
    bo.page.replace("/protocol/signaling/signals.js", "'videoCodec', 'e2ee']", "'videoCodec']")
    bo.sign_in()
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    bo.wait_phase("inCall")
    listen_in_vain(bo, 5000)
    assert bo.page.evaluate("ecallInspection.state.call.encryption") == "waitingForKey"
    bo.page.sees("button", "^Waiting for key$")
    statistics = bo.statistics()
    assert statistics["audioFramesOpened"] == statistics["videoFramesOpened"] == 0, statistics
    assert statistics["audioFramesSealed"] == statistics["videoFramesSealed"] == 0, statistics
    listen_in_vain(ana, 2000)
    ana.hang_up()
