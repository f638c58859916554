"""Firefox has no H.264 of its own: its calls use VP8, chosen from what the rung devices declare."""
import pytest

from bench.checks import check_command_line, check_counters, check_page
from bench.command_line import event

VP8 = ["audio/opus", "video/vp8"]


#: Who calls makes no difference to the codec: the other way round with the long tests.
@pytest.mark.parametrize("caller", ["chromium", pytest.param("firefox", marks=pytest.mark.long)])
def test_firefox_calls_chromium(cast, caller):
    callee = {"chromium": "firefox", "firefox": "chromium"}[caller]
    ana, bo = cast.together(cast.page(caller), cast.page(callee))
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    for person in (ana, bo):
        person.wait_phase("inCall")
        person.wait_pictures()
        person.start_listening(4000)
    check_page(ana, bo)
    check_page(bo, ana)
    for person in (ana, bo):
        codecs = person.page.evaluate("bench.codecs()")
        assert codecs == {"inbound": VP8, "outbound": VP8}
        check_counters(person.statistics())
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


@pytest.mark.parametrize("caller", [pytest.param("page", marks=pytest.mark.long), "command line"])
def test_firefox_calls_the_command_line(cast, caller):
    ana, bo = cast.signed_in("firefox"), cast.command_line()
    cast.befriend(ana, bo)
    if caller == "page":
        child = bo.listen()
        ana.call(bo.name)
    else:
        # No codec is named: it is chosen by what Firefox declared.
        child = bo.call(ana.name, "--video")
        ana.rings(bo.name)
        ana.answer()
    ana.wait_phase("inCall")
    ana.wait_pictures()
    event(child, "firstPicture")
    event(child, "firstSound")
    ana.start_listening(4000)
    check_page(ana, bo)
    assert ana.page.evaluate("bench.codecs()") == {"inbound": VP8, "outbound": VP8}
    check_counters(ana.statistics())
    ana.hang_up()
    ended = event(child, "ended")
    check_command_line(ended["statistics"], ana)


@pytest.mark.pages
def test_a_browser_without_ml_kem_says_so_once(cast):
    """It is reported after the first sign-in, and not again after a reload."""
    sentence = "Calls in this browser are encrypted, but not protected against future quantum computers."
    ana = cast.signed_in("firefox")
    assert ana.page.evaluate("typeof crypto.subtle.encapsulateBits") == "undefined"
    ana.told(sentence)
    ana.page.reload()
    ana.wait_connected()
    assert not any(sentence in told for told in ana.page.evaluate("bench.told"))
