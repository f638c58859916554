"""The stage of a call: tile sizes, layout shifts, reception, keys and pointers."""
import pytest

from bench.gallery import show
from bench.keyboard import Keyboard
from test_layout_shift import LIMIT, OBSERVE, SETTLE

SIZES = {"upright": (390, 844), "lying": (844, 390), "tablet": (820, 1180), "desktop": (1280, 800), "wide": (2560, 1080)}
COUNTS = (1, 2, 3, 4, 5, 9, 16, 25, 49)
#: Settles once the tiles have stopped moving.
TILES = """() => {
    const box = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return { left, top, width, height }; };
    return {
        stage: box(document.querySelector('.stage')),
        tiles: [...document.querySelectorAll('.tile')].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => ({
            ...box(one), fits: [...one.querySelectorAll('.picture:not(.picture-off)')].map((video) => ({
                isCovering: getComputedStyle(video).objectFit === 'cover', width: video.videoWidth, height: video.videoHeight, of: [video.clientWidth, video.clientHeight] })) })),
    };
}"""
#: Every picture has arrived, and its tile has the place that its shape requires.
ARRIVED = "[...document.querySelectorAll('.picture:not(.picture-off)')].every(({ videoWidth, dataset }) => videoWidth > 0 && dataset.fit)"


def best(count, width, height):
    """Returns the largest 16:9 tile width for a count, by trying every number of columns."""
    return max(min(width / columns, height / -(-count // columns) * 16 / 9) for columns in range(1, count + 1))


@pytest.fixture
def keep(request):
    directory = request.config.getoption("--pictures")

    def keep(page, name):
        if directory:
            directory.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(directory / f"{name}.png"))

    return keep


def open_at(gallery, size, theme="dark"):
    # A window of its own, because its size is changed.
    page = gallery.open("desktop", theme)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.fixture(autouse=True)
def restore(gallery):
    """Restores windows that other tests use again."""
    yield
    for (size, *_), page in gallery.windows.items():
        if size == "desktop":
            page.set_viewport_size({"width": 1280, "height": 800})


def arrange(page, name):
    show(page, name)
    page.wait_for_function(f"() => {ARRIVED}")
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    return page.evaluate(TILES)


#: The share of the window that the controls leave to a grid.
FREE = """() => {
    const { top, width, height } = document.querySelector('.call-controls').getBoundingClientRect();
    const pager = document.querySelector('.call-pages:not(.call-pages-beside)');
    return height > width ? [innerWidth - width, innerHeight - (pager ? 52 : 0)] : [innerWidth, top - (pager ? 52 : 0)];
}"""


def check_stage(page, size, count, found):
    width, height = SIZES[size]
    stage, tiles = found["stage"], found["tiles"]
    share = stage["width"] * stage["height"] / (width * height)
    assert share >= 0.85, f"the stage is {share:.0%} of the window"
    for tile in tiles:
        assert tile["left"] >= -1 and tile["top"] >= -1 and tile["left"] + tile["width"] <= width + 1 and tile["top"] + tile["height"] <= height + 1, tile
        for fit in tile["fits"]:
            shapes = sorted([fit["width"] / fit["height"], fit["of"][0] / fit["of"][1]])
            # Heads are not cut: of what fills its place at least 85 % is seen. A picture alone on a phone is of test_call_screen.py.
            assert not fit["isCovering"] or shapes[0] / shapes[1] >= 0.849 or (count < 3 and min(width, height) < 600), fit
    if count < 3:
        return 1
    shown = min(count, 25)
    assert len(tiles) == (shown if count <= 25 else 25)
    wide = min(min(tile["width"], tile["height"] * 16 / 9) for tile in tiles)
    return (wide / best(shown, *page.evaluate(FREE))) ** 2


@pytest.mark.parametrize("size", SIZES)
def test_tiles_are_as_large_as_possible(gallery, keep, size):
    page = open_at(gallery, size)
    found = {}
    for count in COUNTS:
        for theme in ("light", "dark"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            found[count, theme] = check_stage(page, size, count, arrange(page, f"stage-{count}"))
            keep(page, f"stage-{count}-{size}-{theme}")
    print(f"measured on {size}: of the area of the best grid tiles have at least {min(found.values()):.1%}")
    assert {place: share for place, share in found.items() if share < 0.97} == {}


@pytest.mark.parametrize("size", ["upright", "desktop"])
def test_many_participants_join_and_leave(gallery, size):
    """From one to twenty-five, to a second page, to the speaker view and back, nothing jumps."""
    page = open_at(gallery, size)
    show(page, "stage-2")
    page.evaluate(OBSERVE)
    page.evaluate(SETTLE)
    told = []
    for name in ("stage-3", "stage-5", "stage-9", "stage-25", "stage-49", "stage-49-second", "stage-9", "stage-9-speaker", "stage-9-pinned", "stage-4", "stage-2", "stage-2-idle", "stage-2"):
        show(page, name)
        told += [(name, *shift) for shift in page.evaluate(SETTLE)]
    total = sum(shift for _, shift, *_ in told)
    print(f"measured: layout shift {total:.4f} as many come and go ({size})")
    assert total < LIMIT, told


#: A call of two with a person whose name is as long as names may be, and has a mark.
LONG_NAME = """() => {
    const { call } = states['stage-2-hand'];
    show('stage-2-hand', { call: { ...call, members: call.members.map((one) => (one.slot === null ? one : { ...one, name: 'Maximiliane-Alexandra von und zu Hohenlohe-Langenburg' })) } });
}"""
#: What covers what: bars over small tiles, and the controls over the name of the large person.
COVERED = """() => {
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const boxes = (selector) => seen(selector).map((one) => ({ selector, box: one.getBoundingClientRect() }));
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pairs = [[boxes('.call-sharing:has(button)'), boxes('.stage-speaker > .tile:not(.tile-main, .tile-off), .tile-corner')], [boxes('.call-controls'), boxes('.tile-main .tile-name, .stage-pair > .tile:not(.tile-own) .tile-name')]];
    return { bars: pairs[0][0].length, names: pairs[1][1].length,
        covered: pairs.flatMap(([over, under]) => over.flatMap((one) => under.filter((other) => meet(one.box, other.box)).map((other) => `${one.selector} over ${other.selector}`))) };
}"""


@pytest.mark.parametrize("size", ["upright", "lying", "tablet", "desktop"])
def test_bars_and_controls_do_not_cover_small_tiles_and_names(gallery, size):
    """A screen is shared by this user and by others, in plain and in large text."""
    page = open_at(gallery, size)
    for text in ("", "200%"):
        page.evaluate("(size) => void (document.documentElement.style.fontSize = size)", text)
        # The name of a screen is not over it.
        for names, draw in ((0, lambda: show(page, "stage-5-screens")), (1, lambda: page.evaluate(LONG_NAME))):
            draw()
            # Tiles follow the size of the bars, which follows the text.
            page.evaluate("async () => { for (let frames = 0; frames < 12; frames += 1) await new Promise(requestAnimationFrame); }")
            found = page.evaluate(COVERED)
            assert found["bars"] == 1 and found["names"] == names and found["covered"] == [], (text, found)
    page.evaluate("void (document.documentElement.style.fontSize = '')")


#: Whether the page buttons cover the controls, and how much of a tile they cover.
PAGER = """() => {
    const [pager] = [...document.querySelectorAll('.call-pages')].map((one) => one.getBoundingClientRect());
    const common = (other) => Math.max(0, Math.min(pager.right, other.right) - Math.max(pager.left, other.left)) * Math.max(0, Math.min(pager.bottom, other.bottom) - Math.max(pager.top, other.top));
    const tiles = [...document.querySelectorAll('.tile:not(.tile-off)')].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.getBoundingClientRect());
    return { controls: common(document.querySelector('.call-controls').getBoundingClientRect()), tiles: tiles.length, share: Math.max(...tiles.map((one) => common(one) / (one.width * one.height))) };
}"""


@pytest.mark.parametrize("size", ["upright", "lying", "tablet", "desktop"])
def test_the_pager_covers_neither_controls_nor_half_a_tile(gallery, size):
    page = open_at(gallery, size)
    for name in ("stage-49", "stage-49-second", "stage-49-speaker"):
        arrange(page, name)
        found = page.evaluate(PAGER)
        assert found["controls"] == 0 and found["tiles"] > 3 and found["share"] < 0.5, (name, found)


def heights(page):
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    return page.evaluate("({ ...globalThis.heights })")


def test_an_off_screen_participant_is_not_received(gallery):
    """Tiles of the other page are reported with height 0, and a single participant with at least 720."""
    page = open_at(gallery, "lying")
    arrange(page, "stage-49")
    first = heights(page)
    assert {int(user) - 100 for user, height in first.items() if height > 0} == set(range(25))
    arrange(page, "stage-49-second")
    assert {int(user) - 100 for user, height in heights(page).items() if height > 0} == set(range(25, 48))
    arrange(page, "stage-49-speaker")
    seen = {int(user) - 100: height for user, height in heights(page).items() if height > 0}
    assert seen[0] == max(seen.values()) >= 380 and 3 <= len(seen) < 20
    arrange(page, "stage-2")
    assert heights(page)["100"] == 720


CHROME = "Number(getComputedStyle(document.querySelector('.call-controls')).opacity)"


def test_controls_hide_and_return_with_the_focus(gallery):
    page = open_at(gallery, "desktop")
    page.mouse.move(640, 300)
    arrange(page, "stage-9")
    assert page.evaluate(CHROME) == 1
    arrange(page, "stage-9-idle")
    assert page.evaluate(CHROME) == 0
    met = page.evaluate("[...document.querySelectorAll('.call-controls button')].map((one) => one.getBoundingClientRect()).map(({ left, top }) => document.elementFromPoint(left + 20, top + 20).closest('.call-controls'))")
    assert met == [None] * len(met), "nobody ends a call by a touch of what is not to be seen"
    Keyboard(page).press("Tab")
    page.evaluate("document.querySelector('.call-controls button').focus()")
    assert page.evaluate(CHROME) == 1
    # Never while there is a problem.
    page.evaluate("document.activeElement.blur()")
    show(page, "call-1-reconnecting")
    assert page.evaluate(CHROME) == 1


def test_tiles_are_reached_by_keys(gallery):
    """One Tab leads to the people, arrow keys among them, the next Tab to the controls; the focused element is not covered."""
    page = open_at(gallery, "desktop")
    arrange(page, "stage-25")
    keys = Keyboard(page)
    keys.go_to("button", "^Pin Amira Haddad$", most=8)
    keys.press("ArrowRight")
    assert keys.is_at("button", "^Pin Tomás Ribeiro$") and keys.complaint() == ""
    keys.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    assert "tile-pin" in keys.where() and keys.complaint() == "", keys.where()
    keys.press("Enter")
    assert page.evaluate("lastAction") == "pin"
    keys.go_to("button", "^Mute$", most=1)


def test_the_own_picture_is_moved(gallery):
    page = open_at(gallery, "desktop")
    arrange(page, "stage-2")
    keys = Keyboard(page)
    keys.go_to("button", "^Swap the videos$", most=8)
    keys.press("ArrowLeft")
    assert page.evaluate("[lastAction, lastValues]") == ["moveOwn", ["bottom-start"]]
    box = page.evaluate("(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(document.querySelector('.tile-own').getBoundingClientRect())")
    page.mouse.move(box["x"], box["y"])
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    moved = page.evaluate("document.querySelector('.tile-own').getBoundingClientRect().left")
    assert moved < 400, "it follows the pointer"
    page.mouse.up()
    assert page.evaluate("[lastAction, lastValues]") == ["moveOwn", ["top-start"]]


def test_the_list_of_shortcuts_closes_with_escape(gallery):
    page = open_at(gallery, "desktop")
    show(page, "stage-keys")
    text = page.evaluate("document.querySelector('dialog').innerText")
    for key in ("M", "V", "F", "?"):
        assert key in text
    Keyboard(page).press("Escape")
    assert page.evaluate("lastAction") == "toggleKeys"
