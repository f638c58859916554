"""Requirement 004 in the page: the QR code of a contact link is read by the camera and in pictures, on the device."""
import re

import pytest

from bench.code_pictures import code_of, write_camera, write_picture
from bench.keyboard import Keyboard

pytestmark = pytest.mark.pages

#: Keeps the tracks of all cameras that the page opens, as `tracks`.
KEEP_TRACKS = """void (() => {
    globalThis.tracks = [];
    const { mediaDevices } = navigator, open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => { const stream = await open(wanted); tracks.push(...stream.getTracks()); return stream; };
})()"""
LIVE = "tracks.filter(({ readyState }) => readyState === 'live').length"


# 000-61, 000-64, 004-29
def test_camera_reads_a_link(cast, tmp_path):
    """Ana's code before Bo's camera makes them contacts, by keyboard alone, and the camera turns off."""
    ana = cast.signed_in()
    camera = write_camera(tmp_path / "code.y4m", code_of(ana.page, ana.link()))
    bo = cast.signed_in(camera=camera)
    his = Keyboard(bo.page.page)
    bo.page.evaluate(KEEP_TRACKS)
    his.go_to("link", "^Add$")
    his.press("Enter")
    his.arrives_at("textbox", "^Link, e-mail")
    his.go_back_to("link", "^Scan$")
    his.press("Enter")
    his.arrives_at("heading", "^Scan a code")
    assert bo.page.evaluate("tracks.length") == 0, "nothing is asked for before it is said why"
    his.go_to("button", "^Use camera")
    his.press("Enter")
    his.arrives_at("button", "^Send request")
    assert bo.page.evaluate("ecallInspection.state.add.displayName") == ana.name
    assert bo.page.evaluate(f"[tracks.length, {LIVE}]") == [1, 0]
    token = bo.page.evaluate("ecallInspection.state.add.text")
    assert token not in bo.page.evaluate("location.href")
    his.press("Enter")
    bo.page.wait("ecallInspection.state.add.status === 'sent'", "the request is sent")
    ana.accept()
    bo.wait_contact(ana.name)
    ana.wait_contact(bo.name)


def test_the_camera_turns_off(cast):
    """The camera is on only while its screen is visible."""
    ana = cast.signed_in()
    ana.page.evaluate(KEEP_TRACKS)

    def begins():
        ana.go("/scan")
        ana.page.click("button", "^(Use camera|Scan again)$")
        ana.page.wait("ecallInspection.state.scan.status === 'on'", "the camera is on")
        assert ana.page.evaluate(LIVE) == 1

    begins()
    ana.page.wait("document.querySelector('.scan-picture').videoWidth > 0", "the person sees what the camera sees")
    ana.page.click("button", "^Stop camera$")
    assert ana.page.evaluate(LIVE) == 0
    begins()
    ana.go("/contacts")
    ana.page.wait(f"{LIVE} === 0", "it is out when the screen is left")
    begins()
    ana.page.evaluate("""void (Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' }),
        document.dispatchEvent(new Event('visibilitychange')))""")
    assert ana.page.evaluate(f"[{LIVE}, ecallInspection.state.scan.status]") == [0, "off"]


def test_a_refused_camera_offers_other_ways(cast):
    """The page says how to allow the camera in this browser, and offers the other ways."""
    ana = cast.signed_in()
    ana.page.evaluate("void (navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); })")
    ana.go("/scan")
    ana.page.click("button", "^Use camera$")
    said = ana.page.sees("alert", "")
    assert "The camera is blocked" in said and "Select the icon to the left of the address" in said
    ana.page.sees("button", "^Scan again$")
    ana.page.sees("button", "^Choose a picture$")
    ana.page.click("link", "^Type it instead$")
    ana.page.sees("textbox", "^Link, e-mail")


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
# 004-30
def test_a_picture_with_a_link_is_read(cast, browser, tmp_path):
    """A picture from a file is read in either browser; a file without a picture, without a code, or with another text has its own error."""
    ana = cast.signed_in()
    link = ana.link()
    bo = cast.signed_in(browser)
    bo.go("/scan")
    (tmp_path / "text.png").write_text("not a picture")
    for name, rows, title in [
        ("text.png", None, "Not a picture"), ("blank.png", [[0] * 21] * 21, "No code in the picture"),
        ("script.png", code_of(ana.page, "javascript:document.title='opened'"), "Not a contact link"),
        ("other.png", code_of(ana.page, link.replace(re.match(r"https?://[^/]+", link)[0], "https://other.example.org")), "Another server"),
    ]:
        if rows:
            write_picture(tmp_path / name, rows)
        bo.page.choose_file("#scan-file", tmp_path / name)
        bo.page.wait(f"document.querySelector('[role=alert] .panel-title')?.textContent === {title!r}", title)
    assert bo.page.evaluate("location.hash") == "#/scan"
    bo.page.choose_file("#scan-file", write_picture(tmp_path / "link.png", code_of(ana.page, link)))
    bo.page.wait(f"ecallInspection.state.add.displayName === {ana.name!r}", "the link is known")
    bo.page.click("button", "^Send request$")
    ana.accept()
    bo.wait_contact(ana.name)
