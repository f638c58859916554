"""Every screen in a language that is long, accented and from right to left, on the narrowest phone."""
import re

import pytest

from bench.gallery import show
from bench.process import until

# What has text of its own and is narrower or lower than it, though nobody can scroll it: the end is not there to be read.
CUT = """() => {
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert], .skip') && getComputedStyle(element).clipPath === 'none';
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    // A name that somebody has given themselves may be as long as they like: its end is cut, and all of it is said elsewhere.
    const isName = (element) => element.matches('.row-title, .tile-words, .call-name, .call-on-hold, .people-name, .outgoing-name') && !/^\\u200f⟦[^\\u2068]*⟧/.test(element.textContent);
    // Who is in the own picture is told by its place.
    const isOwn = (element) => element.matches('.tile-corner .tile-words');
    const inside = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect();
        // What lies around it may cut it too, up to the first thing that scrolls.
        for (let around = element; around.id !== 'page' && !/auto|scroll/.test(getComputedStyle(around).overflow); around = around.parentElement) {
            const box = around.getBoundingClientRect();
            const isTooWide = text.left < box.left - 1 || text.right > box.right + 1;
            const isTooHigh = text.top < box.top - 2 || text.bottom > box.bottom + 2;
            if (getComputedStyle(around).overflow !== 'visible' && (isTooWide || isTooHigh)) return false;
        }
        return text.left >= -1 && text.right <= innerWidth + 1;
    };
    return [...document.querySelectorAll('#page *')].filter((element) => own(element) && isSeen(element) && !isName(element) && !isOwn(element) && !scrolls(element)
        && (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 0
            || element.scrollHeight > element.clientHeight + 2 && getComputedStyle(element).overflowY !== 'visible' && element.clientHeight > 0
            || !inside(element)))
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`);
}"""
SIDEWAYS = "() => [document.documentElement, ...document.querySelectorAll('.pane, dialog, main')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName + '.' + one.className)"
# Words that are in no language yet show themselves: all that comes from the catalogue is in brackets.
ENGLISH = """() => {
    const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
    const own = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (/[a-z]{3}/i.test(node.textContent) && !/⟦|⟧/.test(node.textContent) && !node.parentElement.closest('strong')) own.push(node.textContent);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        for (const element of document.querySelectorAll(`#page [${name}]`)) if (!/⟦/.test(element.getAttribute(name))) own.push(element.getAttribute(name));
    }
    return own;
}"""


@pytest.fixture
def page(gallery):
    page = gallery.open("narrow", language="en-XA")
    assert page.evaluate("document.documentElement.dir") == "rtl"
    return page


def through(gallery, page, script):
    """What a script finds in each state that is looked at."""
    found = {}
    for name in gallery.names(page):
        show(page, name)
        if bad := page.evaluate(script):
            found[name] = bad
    return found


def test_nothing_is_cut(gallery, page):
    assert through(gallery, page, CUT) == {}


def test_nothing_scrolls_sideways(gallery, page):
    assert through(gallery, page, SIDEWAYS) == {}


def test_text_of_twice_the_size_scrolls_down_alone(gallery):
    """On a phone, in English: all that can be pressed is within the window's width."""
    # Of a kind that no other test uses: it keeps the size.
    page = gallery.open("phone", "dark", "no-preference")
    # What the person has set in the browser.
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    until(lambda: page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px", "the size of the text")
    # What is still on its way to its place is there.
    outside = """() => document.getAnimations().forEach((one) => { if (one.effect.getComputedTiming().endTime !== Infinity) one.finish(); }) ?? [...document.querySelectorAll('#page :is(a, button, input)')].filter((one) => one.checkVisibility() && !one.closest('[inert], .skip'))
        .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; }).map((one) => one.className + ': ' + one.textContent)"""
    # A word in a column of its letters is within the width, and cannot be read.
    columns = """() => [...document.querySelectorAll('#page *')].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && /\\p{L}{4}/u.test(node.data)))
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]') && getComputedStyle(one).clipPath === 'none')
        .filter((one) => one.getBoundingClientRect().width < 2 * parseFloat(getComputedStyle(one).fontSize)).map((one) => `${one.className}: ${one.textContent}`)"""
    # In one walk: there are some hundred states.
    assert through(gallery, page, f"() => [{SIDEWAYS}, {outside}, {columns}].flatMap((check) => check())") == {}
    show(page, "contacts")
    page.evaluate("document.querySelector('h1').style.setProperty('inline-size', '1.5em')")
    assert page.evaluate(columns) != []


def test_every_word_is_from_the_catalogue(gallery, page):
    names = ("ECall", "Amira Haddad", "Tomás Ribeiro", "Bo", "Kiều Trang Nguyễn", "Maximilian-Alexander von und zu Hohenlohe-Langenb",
             "Ingrid Solberg", "Yusuf Demir", "Priya Raman", "Wren Oakley", "wren@example.org", "wren",
             "oakley@example.org", "wren.oakley.with.a.very.long.name@gmail.com", "Wren’s iPhone", "Firefox on Linux", "Firefox 153.0", "Linux", "iOS 26.1", "Linux 6.12",
             "Leipzig, Germany", "Ola", "Built-in Audio Analog Stereo", "Headset", "Integrated Camera (04f2:b6d9)",
             "Desk camera with a long name that somebody in a factory has thought of (0c45:6366)")
    found = {word for words in through(gallery, page, ENGLISH).values() for word in words if not word.startswith("https://")}
    # Names stay as they are, and lists of them, days and times are written by Intl.
    lists = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r"|Person \d+|and|[A-Z][a-z]{2} \d+(?:, \d{4})?|\d+ min\. ago|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[\u2068\u2069, ]")
    assert {word for word in found if lists.sub("", word) != ""} == set()


def test_the_checks_see_what_is_wrong(page):
    show(page, "contacts")
    page.evaluate("""() => {
        const cut = document.createElement('p');
        cut.textContent = 'Words that do not fit';
        cut.setAttribute('style', '');
        cut.style.setProperty('overflow', 'hidden');
        cut.style.setProperty('inline-size', '3rem');
        cut.style.setProperty('white-space', 'nowrap');
        document.querySelector('.pane-body').prepend(cut);
    }""")
    assert len(page.evaluate(CUT)) == 1
    assert page.evaluate(ENGLISH).count("Words that do not fit") == 1
    page.evaluate("document.querySelector('.pane-body').style.setProperty('inline-size', '500px')")
    assert page.evaluate(SIDEWAYS) != []


def test_what_points_along_the_line_is_mirrored(page):
    show(page, "contact")
    mirror = "getComputedStyle(document.querySelector('.detail-back .icon')).transform"
    assert page.evaluate(mirror) == "matrix(-1, 0, 0, 1, 0, 0)"
    back = page.evaluate("document.querySelector('.detail-back').getBoundingClientRect().right")
    assert back > 300, "it is where the line begins"
