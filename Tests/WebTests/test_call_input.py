"""Input during a call: speaking while muted, push-to-talk, swipes, full screen."""
import time

import pytest

from bench.checks import check_page
from bench.gallery import show
from test_calls import connect

pytestmark = pytest.mark.pages

CALL = "ecallInspection.state.call"
OTHER = f"{CALL}.members.filter((one) => one.slot !== null)[0]"


def is_silent(bo):
    bo.start_listening(2000)
    # The last media from before may arrive after the signal.
    assert sum(bo.heard()["tones"].values()) <= 3


@pytest.mark.limit(150)
# Over 10 s: two sign in, and one is listened to three times.
# 000-38
def test_speaking_while_muted_is_reported_and_not_sent(cast):
    """Ana speaks all the time. Muted, she is told so and sends nothing; holding Space she is heard; then full screen is tried."""
    ana, bo = cast.two()
    cast.befriend(ana, bo)
    connect(ana, bo)
    window = ana.page.page
    note = window.locator(".call-unheard")
    assert note.inner_text() == ""
    ana.page.click("button", "^Mute$")
    bo.page.wait(f"{OTHER}.isMuted", "Bo knows that Ana is muted")
    note.get_by_text("You’re muted.").wait_for()
    assert window.evaluate(f"{CALL}.ownStream.getAudioTracks().map(({{ enabled }}) => enabled)") == [False]
    is_silent(bo)

    # The clicked mute button has the focus, and a mouse click isn't keyboard navigation.
    window.keyboard.down(" ")
    bo.page.wait(f"!{OTHER}.isMuted", "Bo knows that Ana is to be heard")
    note.get_by_text("Release Space to mute.").wait_for()
    bo.start_listening(3000)
    check_page(bo, ana)
    window.keyboard.up(" ")
    bo.page.wait(f"{OTHER}.isMuted", "Bo knows that Ana is muted again")
    assert ana.page.evaluate(f"[{CALL}.isMuted, {CALL}.isTalking]") == [True, False]
    is_silent(bo)
    ana.page.click("button", "^Unmute$")
    bo.page.wait(f"!{OTHER}.isMuted", "Bo knows that Ana is heard")
    assert note.inner_text() == ""

    full_screen(ana)
    small_window(ana)
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


def full_screen(ana):
    """Enters and leaves full screen by the key and by the menu."""
    window = ana.page.page
    is_full = "document.fullscreenElement === document.documentElement"
    window.keyboard.press("f")
    ana.page.wait(f"{is_full} && {CALL}.view.isFull", "the page fills the screen")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Exit full screen$")
    ana.page.wait(f"document.fullscreenElement === null && !{CALL}.view.isFull", "the page is a window again")


def small_window(ana):
    """Opens the other participant's picture in picture-in-picture, and closes it."""
    inside = "document.pictureInPictureElement"
    if not ana.page.evaluate("document.pictureInPictureEnabled"):
        print("not tested: this Chromium has no picture in picture")
        return
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Picture in picture$")
    ana.page.wait(f"{inside} !== null", "the picture is in a small window")
    assert ana.page.evaluate(f"{inside}.closest('.tile-own') === null && {inside}.videoWidth > 0")
    ana.page.click("button", "^More$")
    ana.page.click("button", "^Picture in picture$")
    ana.page.wait(f"{inside} === null", "the picture is in the page again")


@pytest.fixture
def finger(gallery):
    """Returns a phone-sized page with touch input."""
    context = gallery.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{gallery.address}?state=loading")
    page.wait_for_selector("#page > *")
    session = context.new_cdp_session(page)

    def swipe(from_x, from_y, to_x, to_y):
        page.evaluate("void (globalThis.lastAction = null)")
        began = time.time()

        def touch(kind, step, *points):
            # As fast as a hand, however busy the machine is.
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": began + step * 0.02})

        touch("touchStart", 0, {"x": from_x, "y": from_y})
        for step in range(1, 6):
            touch("touchMove", step, {"x": from_x + (to_x - from_x) * step / 5, "y": from_y + (to_y - from_y) * step / 5})
        touch("touchEnd", 6)
        return page.evaluate("lastAction")

    yield page, swipe
    context.close()


def test_swipes_turn_pages(finger):
    page, swipe = finger
    show(page, "stage-49")
    assert swipe(300, 400, 80, 410) == "nextPage"
    assert swipe(80, 400, 300, 390) == "previousPage"
    assert [swipe(200, 600, 200, 200), swipe(200, 400, 180, 400)] == [None, None], "up and down, and a press, turn nothing"
    # The own picture is dragged, which turns no page.
    show(page, "stage-2")
    box = page.evaluate("(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('.tile-own').getBoundingClientRect())")
    assert swipe(*box, 60, box[1]) == "moveOwn"


def test_a_mute_request_is_accepted_by_one_press(gallery):
    page = gallery.open("desktop")
    show(page, "stage-3-asked")
    notice = page.locator(".notice")
    assert notice.get_by_text("Amira Haddad asked you to mute.").is_visible()
    assert notice.get_by_role("button", name="Mute", exact=True).bounding_box()["height"] >= 44
    notice.get_by_role("button", name="Mute", exact=True).click()
    assert page.evaluate("lastAction") == "mute"


@pytest.mark.parametrize("size", [(844, 390), (820, 1180), (1280, 800), (2560, 1080)])
def test_the_panel_hides_no_participant_and_no_control(gallery, size):
    page = gallery.open("desktop")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, "call-3-people")
    edge = page.evaluate("document.querySelector('.people-panel').getBoundingClientRect().left")
    page.wait_for_function("(edge) => [...document.querySelectorAll('.tile')].every((one) => one.getBoundingClientRect().right <= edge + 1)", arg=edge)
    for part in (".call-head", ".call-controls", ".call-notes"):
        assert page.evaluate(f"document.querySelector('{part}').getBoundingClientRect().right") <= edge + 1, part
    page.set_viewport_size({"width": 1280, "height": 800})


def test_the_panel_leaves_the_controls_to_a_phone(gallery):
    page = gallery.open("phone")
    show(page, "call-3-people")
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    met = page.evaluate("[...document.querySelectorAll('.call-controls button:not([popover] button)')].map((one) => [one, one.getBoundingClientRect()]).map(([one, { left, top, width, height }]) => one.contains(document.elementFromPoint(left + width / 2, top + 20)))")
    assert len(met) == 6 and all(met)
    # The last item of the list is not covered by them.
    page.evaluate("document.querySelector('.people-body').scrollTo(0, 1e6)")
    last, controls = page.evaluate("[document.querySelector('.people-body li:last-child').getBoundingClientRect().bottom, document.querySelector('.call-controls').getBoundingClientRect().top]")
    ends = page.evaluate("Math.max(...[...document.querySelectorAll('.people-row')].map((one) => one.getBoundingClientRect().bottom))")
    assert ends <= controls, (last, ends, controls)
