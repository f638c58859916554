"""Calls between the page and the command line, the two implementations of the protocol."""
import re

import pytest

from bench.checks import check_command_line, check_counters, check_page
from bench.command_line import event
from bench.process import until


def talk(page, native, child, video=True):
    """Both read each other's picture and tone; then the page ends the call."""
    page.wait_phase("inCall")
    if video:
        page.wait_pictures()
        event(child, "firstPicture")
    event(child, "firstSound")
    page.start_listening(4000)
    check_page(page, native, video=video)
    codecs = page.page.evaluate("bench.codecs()")
    check_counters(page.statistics(), video)
    page.hang_up()
    ended = event(child, "ended")
    assert ended["reason"] == "remoteHungUp"
    check_command_line(ended["statistics"], page, video)
    return codecs


@pytest.mark.parametrize("video", [True, pytest.param(False, marks=pytest.mark.long)], ids=["video", "audio"])
# 002-8
def test_page_calls(cast, video):
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.listen()
    ana.call(bo.name, video)
    codecs = talk(ana, bo, child, video)
    if video:
        assert codecs["inbound"] == codecs["outbound"] == ["audio/opus", "video/h264"]


@pytest.mark.parametrize("codec", [pytest.param("h264", marks=pytest.mark.long), "vp8"])
# 000-29, 002-8
def test_page_answers(cast, codec):
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    child = bo.call(ana.name, "--video", "--codec", codec)
    ana.rings(bo.name)
    ana.answer()
    codecs = talk(ana, bo, child)
    assert codecs["inbound"] == codecs["outbound"] == ["audio/opus", f"video/{codec}"]


@pytest.mark.long
def test_the_command_line_records_a_page(cast):
    """The command line records the media that a page sends, decrypted."""
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    recordings = bo.home / "recordings"
    recordings.mkdir()
    child = bo.listen("--record", recordings)
    ana.call(bo.name)
    talk(ana, bo, child)
    # On a busy machine, the end may be reported before the last file is closed.
    until(lambda: sorted(path.suffix for path in recordings.iterdir() if path.stat().st_size > 1000) == [".mp4", ".ogg"],
          f"a picture and a sound file in {[(path.name, path.stat().st_size) for path in recordings.iterdir()]}")


def test_recording_is_marked(cast):
    """The page marks a participant who records at the command line, from before anything is written until they leave."""
    ana, bo = cast.signed_in(), cast.command_line()
    cast.befriend(ana, bo)
    recordings = bo.home / "recordings"
    recordings.mkdir()
    child = bo.listen("--record", recordings)
    ana.call(bo.name)
    told = event(child, "recording")
    assert told["isRecording"] is True
    ana.page.page.wait_for_selector(f".call-recording:has-text('{bo.name}')", timeout=2000)
    assert "recording" in ana.page.page.locator(".tile:not(.tile-own)").first.get_attribute("aria-label")
    # Media of others arrive only after they were told.
    event(child, "firstSound")
    first = next(line for line in child.lines if re.search(r'"event":"(recording|firstSound|firstPicture)"', line))
    assert '"recording"' in first
    child.stop()
    ana.page.page.wait_for_selector(".call-recording", state="detached", timeout=10_000)
    until(lambda: len(list(recordings.iterdir())) == 2, "both files")
