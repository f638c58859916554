"""The screen of a call in windows from a small phone to a large desktop: what covers what, and what fills the window."""
import json

import pytest

from bench.gallery import settle, show
from bench.keyboard import Keyboard

SIZES = {"small phone": (320, 640), "phone": (390, 844), "sideways": (844, 390), "small phone sideways": (568, 320), "tablet": (820, 1180),
         "tablet sideways": (1180, 820), "desktop": (1280, 800), "large": (1920, 1080)}
PHONES = ("small phone", "phone", "sideways", "small phone sideways")
SHARED = ("stage-2-screen", "stage-2-screen-upright", "stage-5-screen", "stage-5-screens", "stage-49-screen", "stage-3-ringing-screen")
#: The least share of a picture's area that a wide screen shows if the picture is alone in the window.
LEAST = {"small phone": 0.95, "phone": 0.95, "sideways": 0.77}
#: The visible elements over the stage.
OVER = ".call-head > *, .call-controls > *, .call-pages, .call-side, .call-notes > *, .notice"
GEOMETRY = """(over) => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && getComputedStyle(one).clipPath === 'none';
    const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return { left, top, right, bottom }; };
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const named = (one) => one.className || one.tagName;
    const bars = [...document.querySelectorAll(over)].filter((one) => seen(one) && one.textContent.trim() + one.querySelectorAll('button').length !== '0');
    const tiles = [...document.querySelectorAll('.tile:not(.tile-off)')].filter(seen);
    const main = document.querySelector('.tile-screen.tile-main');
    const shared = (() => {
        if (!main) return null;
        const video = main.querySelector('video');
        const { left, top, right, bottom } = box(main);
        const scale = Math.min((right - left) / video.videoWidth, (bottom - top) / video.videoHeight);
        const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
        const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
        const whole = Math.min(innerWidth / video.videoWidth, innerHeight / video.videoHeight);
        return { left: x, top: y, right: x + width, bottom: y + height, share: (scale / whole) ** 2, whole };
    })();
    const small = tiles.filter((one) => one !== main);
    return {
        bars: bars.map(named), share: shared && shared.share,
        overShared: shared && [...bars, ...small].filter((one) => meet(box(one), shared)).map(named),
        overTiles: small.flatMap((tile) => bars.filter((bar) => meet(box(bar), box(tile))).map((bar) => `${named(bar)} over ${tile.getAttribute('aria-label')}`)),
        outside: [...bars, ...small].map((one) => [named(one), box(one)]).filter(([, { left, top, right, bottom }]) => left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1),
    };
}"""


@pytest.fixture
def keep(request):
    directory = request.config.getoption("--pictures")

    def keep(page, name):
        if directory:
            directory.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(directory / f"{name}.png"))

    return keep


def open_at(gallery, size, **options):
    # A window of its own, because its size is changed.
    page = gallery.open("desktop", "dark", **options)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.mouse.move(width - 1, height - 1)
    return page


@pytest.fixture(autouse=True)
def restore(gallery):
    """Restores windows that other tests use again."""
    yield
    for (size, *_), page in gallery.windows.items():
        if size == "desktop":
            page.set_viewport_size({"width": 1280, "height": 800})


def measure(page, name, over=OVER):
    settle(page, name)
    page.wait_for_function("() => [...document.querySelectorAll('.picture:not(.picture-off)')].every(({ videoWidth }) => videoWidth > 0)")
    # The shape of a screen comes with its first frame.
    page.evaluate("async () => { for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame); }")
    return page.evaluate(GEOMETRY, over)


@pytest.mark.parametrize("language", ["en", "en-XA"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_a_shared_screen(gallery, keep, size, language):
    """Neither over the screen nor over the people beside it; on a phone it has most of the possible area."""
    page = open_at(gallery, size, language=language)
    found = {}
    for name in SHARED:
        told = measure(page, name)
        keep(page, f"{name}-{size}-{language}")
        assert told["bars"] and told["share"] is not None
        found[name] = {key: told[key] for key in ("overShared", "overTiles", "outside") if told[key]}
        if told["share"] < LEAST.get(size, 0.4) * (name != "stage-2-screen-upright"):
            found[name]["share"] = told["share"]
        print(f"measured on {size}: {name} has {told['share']:.0%} of the area of a picture alone in the window")
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize("size", [size for size in SIZES if "phone sideways" not in size and size != "sideways"])
def test_a_notice_keeps_clear_of_a_shared_screen(gallery, keep, size):
    """A phone in landscape has no other place for it."""
    page = open_at(gallery, size)
    told = measure(page, "stage-2-screen-notice")
    keep(page, f"stage-2-screen-notice-{size}")
    assert "notice notice-plain" in told["bars"] and told["overShared"] == [] and told["outside"] == []


@pytest.mark.parametrize("size", SIZES)
def test_controls_cover_no_tile_of_a_group(gallery, keep, size):
    """The last row is where they are."""
    page = open_at(gallery, size)
    found = {}
    for name in ("stage-3", "stage-4", "stage-5", "stage-9", "stage-25", "stage-49", "stage-49-second", "stage-9-audio", "stage-2-ringing", "stage-3-ringing", "stage-2-ringing-audio"):
        told = measure(page, name, ".call-controls > *, .call-pages")
        keep(page, f"{name}-{size}")
        assert told["bars"]
        if told["overTiles"] or told["outside"]:
            found[name] = (told["overTiles"], told["outside"])
    assert found == {}


#: The opacity of the elements over the stage, except for problems of the person's own devices.
SEEN = """() => {
    const opacity = (one) => Number(getComputedStyle(one).opacity);
    const isSaid = (one) => one.textContent.trim() !== '';
    return [...document.querySelectorAll('.call-head, .call-controls, .call-pages, .call-notes > *')].filter(isSaid).map((one) => [one.className, opacity(one)]);
}"""


def test_the_head_and_all_notes_leave_the_pictures(gallery):
    """The name, the lock, the bars for sharing and hands, who records and whose connection is weak; not that the own microphone gives nothing."""
    page = open_at(gallery, "phone")
    for name in ("stage-2-sharing", "stage-2-hand", "call-4-recording", "call-1-recording-weak", "stage-2-screen"):
        page.evaluate("(name) => show(name, { call: { ...states[name].call, view: { ...states[name].call.view, isIdle: true } } })", name)
        seen = page.evaluate(SEEN)
        assert len(seen) > 1 and {opacity for _, opacity in seen} == {0}, (name, seen)
        show(page, name)
        assert {opacity for _, opacity in page.evaluate(SEEN)} == {1}, name
    page.evaluate("show('stage-3-silent', { call: { ...states['stage-3-silent'].call, view: { ...states['stage-3-silent'].call.view, isIdle: true } } })")
    assert ["call-silent", 1] in page.evaluate(SEEN)


#: The visible part of the large picture, of the whole of it, and the face that the gallery draws into it.
SEEN_PART = """() => {
    const video = document.querySelector('.stage-pair > .tile:not(.tile-corner) .picture:not(.picture-off)');
    const { width, height, left, top } = video.getBoundingClientRect();
    const [w, h] = [video.videoWidth, video.videoHeight];
    const scale = video.dataset.fit === 'cover' ? Math.max(width / w, height / h) : Math.min(width / w, height / h);
    const [across, down] = getComputedStyle(video).objectPosition.split(' ').map((part) => parseFloat(part) / 100);
    const [x, y] = [across * (width - w * scale), down * (height - h * scale)];
    const unit = Math.min(w, h * 4 / 3);
    const face = { left: x + (w / 2 - unit * 0.12) * scale, right: x + (w / 2 + unit * 0.12) * scale, top: y + (h * 0.42 - unit * 0.16) * scale, bottom: y + (h * 0.42 + unit * 0.16) * scale };
    const shown = Math.min(width, w * scale) * Math.min(height, h * scale);
    return { fit: video.dataset.fit, window: [left, top, width - innerWidth, height - innerHeight], filled: shown / (innerWidth * innerHeight),
        isFaceSeen: face.left >= -1 && face.top >= -1 && face.right <= width + 1 && face.bottom <= height + 1 };
}"""


@pytest.mark.parametrize("size", PHONES)
def test_a_call_of_two_fills_a_phone(gallery, keep, size):
    """The picture of a desktop's camera is cropped, and the face in it is whole."""
    page = open_at(gallery, size)
    for name in ("stage-2", "stage-2-upright"):
        measure(page, name)
        page.wait_for_function("() => [...document.querySelectorAll('.picture:not(.picture-off)')].every(({ dataset }) => dataset.fit)")
        found = page.evaluate(SEEN_PART)
        keep(page, f"{name}-{size}")
        # A face from a phone in portrait is higher than a phone in landscape.
        expected = 1 if name == "stage-2" or "sideways" not in size else 0
        assert found["window"] == [0, 0, 0, 0] and found["isFaceSeen"], (name, found)
        assert found["filled"] >= 0.99 * expected, (name, found)


def test_a_call_of_two_is_whole_on_a_desktop(gallery):
    page = open_at(gallery, "desktop")
    measure(page, "stage-2-upright")
    page.wait_for_function("() => document.querySelector('.stage-pair .picture').dataset.fit")
    assert page.evaluate(SEEN_PART)["fit"] == "contain"


SWAPPED = "(name) => show(name, { call: { ...states[name].call, view: { ...states[name].call.view, isSwapped: true } } })"
WHERE = """() => Object.fromEntries([...document.querySelectorAll('.tile')].map((one) => [one.matches('.tile-own') ? 'own' : 'other', one])
    .map(([whose, one]) => [whose, { width: one.getBoundingClientRect().width, isSmall: one.matches('.tile-corner') }]))"""


@pytest.mark.parametrize("size", ["phone", "sideways", "desktop"])
def test_the_small_picture_is_swapped_with_the_large_one(gallery, size):
    """By a tap, by a click and by keys; a drag moves it and swaps nothing."""
    page = open_at(gallery, size)
    width = SIZES[size][0]
    settle(page, "stage-2")
    for swapped, (large, small) in ((False, ("other", "own")), (True, ("own", "other"))):
        page.evaluate(SWAPPED if swapped else "(name) => show(name)", "stage-2")
        page.evaluate("void (globalThis.lastAction = null)")
        found = page.evaluate(WHERE)
        assert found[large]["width"] == width and found[small]["width"] < width / 2 and found[small]["isSmall"] and not found[large]["isSmall"], (swapped, found)
        page.click(".tile-corner .tile-move")
        assert page.evaluate("lastAction") == "swapOwn"
        page.evaluate("void (globalThis.lastAction = null)")
        page.focus(".tile-corner .tile-move")
        assert Keyboard(page).is_at("button", "^Swap the videos$")
        page.keyboard.press("Enter")
        assert page.evaluate("lastAction") == "swapOwn"
        page.keyboard.press("ArrowUp")
        assert page.evaluate("[lastAction, lastValues]") == ["moveOwn", ["top-end"]]
        box = page.evaluate("(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('.tile-corner').getBoundingClientRect())")
        page.mouse.move(*box)
        page.mouse.down()
        page.mouse.move(40, 200, steps=4)
        page.mouse.up()
        assert page.evaluate("lastAction") == "moveOwn"


#: The picture of the shared screen, as drawn.
PICTURE = """(({ left, top, width, height }) => ({ left, top, width, height }))(document.querySelector('.tile-screen.tile-main video').getBoundingClientRect())"""


def touches(session, kind, *points):
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})


def test_a_shared_screen_is_enlarged_by_fingers(gallery):
    """Pinched, dragged and tapped twice; while it is enlarged, a finger turns no page."""
    page = open_at(gallery, "phone")
    measure(page, "stage-49-screen")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    before = page.evaluate(PICTURE)
    x, y = before["left"] + before["width"] / 2, before["top"] + before["height"] / 2
    try:
        touches(session, "touchStart", (x - 20, y), (x + 20, y))
        touches(session, "touchMove", (x - 40, y), (x + 40, y))
        touches(session, "touchMove", (x - 60, y), (x + 60, y))
        touches(session, "touchEnd")
        pinched = page.evaluate(PICTURE)
        assert pinched["width"] == pytest.approx(3 * before["width"], rel=0.02)
        page.evaluate("void (globalThis.lastAction = null)")
        touches(session, "touchStart", (x, y))
        for step in range(1, 6):
            touches(session, "touchMove", (x - 30 * step, y))
        touches(session, "touchEnd")
        dragged = page.evaluate(PICTURE)
        assert dragged["left"] == pytest.approx(pinched["left"] - 150, abs=2) and page.evaluate("lastAction") is None
        for _ in range(2):
            touches(session, "touchStart", (x, y))
            touches(session, "touchEnd")
        assert page.evaluate(PICTURE) == before
        for _ in range(2):
            touches(session, "touchStart", (x, y))
            touches(session, "touchEnd")
        assert page.evaluate(PICTURE)["width"] >= 2 * before["width"] - 1
    finally:
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_shared_screen_is_enlarged_by_mouse_and_keys(gallery):
    page = open_at(gallery, "desktop")
    measure(page, "stage-2-screen")
    before = page.evaluate(PICTURE)
    at = (before["left"] + 200, before["top"] + 150)
    page.mouse.dblclick(*at)
    assert page.evaluate(PICTURE)["width"] == pytest.approx(2 * before["width"], rel=0.01) and page.evaluate("globalThis.lastAction !== 'pin'")
    page.mouse.dblclick(*at)
    assert page.evaluate(PICTURE) == before
    page.focus(".call-controls button")
    for keys, times in (("++", 1.5625), ("-", 1.25), ("0", 1)):
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate(PICTURE)["width"] == pytest.approx(times * before["width"], rel=0.01), keys
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    assert page.evaluate(PICTURE)["width"] > 1.5 * before["width"]
    # Pressed twice in the strip, another screen becomes the large one.
    measure(page, "stage-5-screens")
    page.dblclick(".tile-screen:not(.tile-main) .tile-face", position={"x": 6, "y": 6})
    assert page.evaluate("[lastAction, lastValues]") == ["pin", ["screen-102"]]


FREE = """() => {
    const card = document.querySelector('.banner-call');
    const mine = card.getBoundingClientRect();
    const meet = (other) => mine.left < other.right - 1 && other.left < mine.right - 1 && mine.top < other.bottom - 1 && other.top < mine.bottom - 1;
    const panes = [...document.querySelectorAll('.pane')].filter((one) => one.checkVisibility());
    const others = [...document.querySelectorAll('#page :is(a, button, input)')].filter((one) => one.checkVisibility() && !card.contains(one) && !one.matches('.skip') && !one.closest('[inert]'));
    const found = [];
    for (const to of [0, 0.5, 1]) {
        for (const pane of panes) pane.scrollTop = to * pane.scrollHeight;
        found.push(...others.filter((one) => {
            const box = one.getBoundingClientRect();
            return meet(box) && document.elementsFromPoint((Math.max(box.left, mine.left) + Math.min(box.right, mine.right)) / 2, (Math.max(box.top, mine.top) + Math.min(box.bottom, mine.bottom)) / 2).includes(one);
        }).map((one) => one.getAttribute('aria-label') ?? one.textContent));
    }
    return { covered: found, buttons: [...card.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent), inside: mine.left >= 0 && mine.right <= innerWidth && mine.bottom <= innerHeight };
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_card_of_a_running_call_covers_no_button(gallery, keep, size):
    """It mutes, ends and returns from any place."""
    page = open_at(gallery, size)
    for name in ("call-away", "join-call-second", "compare-in-call", "running", "running-busy"):
        show(page, name)
        keep(page, f"{name}-{size}")
        found = page.evaluate(FREE)
        assert found["covered"] == [] and found["inside"], (name, found)
        if name == "call-away":
            assert found["buttons"] == ["Mute", "End call", "Return"]
            for label, action in (("Mute", "toggleMute"), ("End call", "hangUp")):
                page.get_by_role("button", name=label, exact=True).click()
                assert page.evaluate("lastAction") == action


@pytest.mark.parametrize("size", PHONES)
def test_an_incoming_call_fills_a_phone(gallery, keep, size):
    page = open_at(gallery, size)
    for name in ("incoming-video", "incoming-with-many"):
        show(page, name)
        keep(page, f"{name}-{size}")
        found = page.evaluate("""() => {
            const { left, top, right, bottom } = document.querySelector('.incoming').getBoundingClientRect();
            const buttons = [...document.querySelectorAll('.incoming .icon-button-large')].map((one) => one.getBoundingClientRect());
            return { window: [left, top, right - innerWidth, bottom - innerHeight], seen: buttons.filter((one) => one.top >= 0 && one.bottom <= innerHeight && one.left >= 0 && one.right <= innerWidth).length };
        }""")
        assert found == {"window": [0, 0, 0, 0], "seen": 2}, (name, found)


PANES = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [nav, list, detail] = ['.nav', '.pane-list', '.pane-detail'].map(box);
    const isBeside = list.width > 0 && detail.width > 0 && Math.abs(list.right - detail.left) < 1 && Math.abs(nav.right - list.left) < 1;
    return { isBeside, rail: nav.height / innerHeight, list: list.width, detail: detail.width };
}"""


@pytest.mark.parametrize("width, height", [(600, 960), (744, 1133), (820, 1180), (1180, 820), (1280, 800), (1920, 1080)])
def test_a_tablet_has_a_rail_and_two_panes(gallery, width, height):
    page = open_at(gallery, "desktop")
    page.set_viewport_size({"width": width, "height": height})
    for name in ("contact", "calls", "settings", "call-away"):
        show(page, name)
        found = page.evaluate(PANES)
        assert found["isBeside"] and found["rail"] == 1 and found["list"] >= 240 and found["detail"] >= 270, (name, found)


def test_a_phone_has_one_pane(gallery):
    page = open_at(gallery, "phone")
    page.set_viewport_size({"width": 599, "height": 900})
    show(page, "contact")
    assert page.evaluate("document.querySelector('.pane-list').checkVisibility()") is False


def test_a_large_desktop_is_used(gallery, keep):
    """A contact's devices and calls are beside the contact, and the detail has most of the window that the list leaves."""
    page = open_at(gallery, "large")
    show(page, "contact-met")
    keep(page, "contact-large")
    found = page.evaluate("""() => {
        const [person, ...groups] = ['.person', '#contact-devices', '#contact-calls'].map((one) => document.querySelector(one).getBoundingClientRect());
        const detail = document.querySelector('.detail').getBoundingClientRect();
        return { isBeside: groups.every(({ left }) => left >= person.right), share: detail.width / document.querySelector('.pane-detail').getBoundingClientRect().width };
    }""")
    assert found["isBeside"] and found["share"] > 0.75, json.dumps(found)
