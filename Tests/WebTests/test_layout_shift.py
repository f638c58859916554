"""Nothing jumps: layout shifts without input, as Chromium measures them."""
import pytest

from bench.gallery import show

LIMIT = 0.05
SIZES = ["phone", "desktop"]
OBSERVE = """() => {
    globalThis.shifts = [];
    const note = (entries) => { for (const entry of entries) if (!entry.hadRecentInput) {
        shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.className ?? node?.parentElement?.className ?? '?')]);
    } };
    globalThis.observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    globalThis.noteRest = () => note(observer.takeRecords());
}"""
# Two frames after all animations have ended, so that all shifts are recorded.
SETTLE = """async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await painted();
    const moving = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    await painted();
    await painted();
    noteRest();
    return shifts.splice(0);
}"""


def shift_through(gallery, names, size, motion):
    """Returns the sum of all shifts while one screen follows another, and each shift above zero."""
    page = gallery.open(size, motion=motion)
    show(page, names[0])
    page.evaluate(OBSERVE)
    page.evaluate(SETTLE)
    told = []
    for name in names[1:]:
        show(page, name)
        told += [(name, *shift) for shift in page.evaluate(SETTLE)]
    return sum(shift for _, shift, *_ in told), told


@pytest.mark.parametrize("size, motion", [("phone", "reduce"), ("desktop", "no-preference")])
def test_arriving_and_leaving_people_shift_nothing(gallery, size, motion):
    names = ["call-1", "call-2", "call-3", "call-4", "call-3", "call-1"]
    total, told = shift_through(gallery, names, size, motion)
    print(f"measured: layout shift {total:.4f} as people come and go ({size}, motion: {motion})")
    assert total < LIMIT, told


@pytest.mark.parametrize("size", SIZES)
def test_a_call_shifts_nothing(gallery, size):
    """The picture and the controls stay in place from ringing to the end."""
    names = ["outgoing-calling", "outgoing-ringing", "call-connecting", "call-1", "call-flip", "call-1-muted", "call-1-reconnecting", "call-1",
             "call-1-protection", "call-ending"]
    total, told = shift_through(gallery, names, size, "reduce")
    print(f"measured: layout shift {total:.4f} while a call goes on ({size})")
    assert total < LIMIT, told


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [
    ["sign-in", "sign-in-busy", "sign-in-bad-address"], ["code", "code-busy", "code-resend", "code-resent", "code-wrong"],
    ["contacts", "contacts-notice", "contacts-offline", "contacts"], ["contacts", "card", "card-busy", "card-joined", "contacts"], ["welcome-link-making", "welcome-link", "welcome-link-copied", "welcome-asked"], ["link", "link-copied", "link"],
    ["requests", "requests-pending", "requests"],
], ids=lambda names: "-to-".join(names[:2]))
def test_screens_that_replace_each_other_shift_nothing(gallery, names, size):
    total, told = shift_through(gallery, names, size, "reduce")
    print(f"measured: layout shift {total:.4f} through {' → '.join(names)} ({size})")
    assert total < LIMIT, told


def test_the_measurement_detects_a_shift(gallery):
    page = gallery.open("phone")
    show(page, "contacts")
    page.evaluate(OBSERVE)
    page.evaluate(SETTLE)
    page.evaluate("""() => {
        const block = document.createElement('div');
        block.textContent = 'Something that comes late';
        document.querySelector('.pane-body').prepend(block);
    }""")
    shifts = page.evaluate(SETTLE)
    assert sum(value for value, *_ in shifts) > 0.01, shifts


# Settles once the pictures that are seen fit as they should; what never does ends with the time of the test.
FITS = """(wanted) => new Promise((resolve) => {
    const look = () => {
        const fits = [...document.querySelectorAll('.picture:not(.picture-off)')].map((video) => getComputedStyle(video).objectFit);
        if (String(fits) === wanted) resolve(); else requestAnimationFrame(look);
    };
    look();
})"""


def test_a_picture_is_whole_where_it_would_be_cropped(gallery):
    """An upright tablet would show half of a 4:3 picture; on a phone it fills the window. The own tile has the shape of its picture."""
    page = gallery.open("phone", motion="reduce")
    show(page, "call-1")
    page.evaluate(FITS, "cover,cover")
    for (width, height), fit in (((620, 1180), "contain"), ((640, 500), "cover"), ((620, 1180), "contain"), ((390, 844), "cover")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITS, f"{fit},cover")


def rectangles(page, *selectors):
    """Returns where these are drawn, as (left, top, right, bottom)."""
    return [page.evaluate("(one) => { const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect(); return [left, top, right, bottom]; }", one) for one in selectors]


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("size", ["narrow", *SIZES])
def test_a_question_does_not_cover_the_recording_sign(gallery, size):
    page = gallery.open(size)
    show(page, "call-3-held-recording")
    mark, question, foot = rectangles(page, ".call-recording", ".held", ".call-controls")
    assert not meet(mark, question), (mark, question)
    assert mark[3] > mark[1] and question[3] <= page.viewport_size["height"]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_covers_the_open_panel(gallery, size):
    """Neither the own picture, in any corner, nor the controls cover it, so that its text can be read to the end."""
    page = gallery.open(size, language="en-XA")
    show(page, "call-1-protection-new")
    page.evaluate("document.querySelectorAll('.protection-more').forEach((one) => { one.open = true; })")
    page.evaluate(SETTLE.replace("noteRest();", "").replace("shifts.splice(0)", "0"))
    covered = page.evaluate("""() => {
        const panel = document.querySelector('.protection-panel');
        panel.scrollTop = panel.scrollHeight;
        const { left, top, right, bottom } = panel.getBoundingClientRect();
        const found = [];
        // Its corners are round.
        for (let x = left + 16; x < right - 16; x += 20) for (let y = top + 16; y < bottom - 16; y += 10) {
            const seen = document.elementFromPoint(x, y);
            if (!panel.contains(seen)) found.push([x, y, seen?.className ?? null]);
        }
        return found;
    }""")
    assert covered == []


@pytest.mark.parametrize("size", ["narrow", *SIZES])
def test_the_way_back_to_a_call_does_not_cover_the_last_button(gallery, size):
    page = gallery.open(size)
    show(page, "compare-in-call")
    page.evaluate("document.querySelectorAll('.pane').forEach((one) => { one.scrollTop = one.scrollHeight; })")
    banner, last = rectangles(page, ".banner", ".pane-detail .panel-actions > :last-child")
    assert not meet(banner, last), (banner, last)
