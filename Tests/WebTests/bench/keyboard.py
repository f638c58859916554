"""A person with only a keyboard. Chromium alone, because only Playwright presses keys as a person does."""
import json

from .process import until

#: The problem with the focus; '' if it is visible and on an element.
FOCUS = """(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'the focus is lost';
    if (!element.matches(':focus-visible')) return `nothing shows that ${element.outerHTML} has the focus`;
    // A radio button lies unseen over its label, which shows the focus for it.
    const shown = element.type === 'radio' ? element.nextElementSibling : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1) return `${shown.outerHTML} has no outline`;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (right <= left || bottom <= top) return `${shown.outerHTML} has no size`;
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) return `${shown.outerHTML} is outside of the window`;
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return met && (element.contains(met) || met.contains(element) || shown.contains(met)) ? '' : `${shown.outerHTML} is covered by ${met?.outerHTML}`;
})()"""
#: The elements that Tab reaches, in a dialog if one is open: of radio buttons with one name only the chosen one, of people in a call the
#: first.
COUNT = """[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]:not(button)')].filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0
    && !element.closest('[inert]') && (element.type !== 'radio' || element.checked)).length"""
#: From now on records in `reached`, by element, the problem with the focus after each key; and the number of tab stops.
NOTE = f"""(() => {{
    globalThis.reached = new Map();
    globalThis.noteFocus ??= () => {{
        const {{ activeElement }} = document;
        if (activeElement && activeElement !== document.body && !reached.has(activeElement)) reached.set(activeElement, {FOCUS});
    }};
    addEventListener('keyup', noteFocus, true);
    // Where the focus comes from the browser itself, it comes after the key.
    globalThis.noteLater ??= () => setTimeout(noteFocus);
    addEventListener('focusin', noteLater, true);
    // Hours, minutes and the half of the day in a field are stops of their own.
    return {COUNT} + 3 * document.querySelectorAll('input[type=time]').length;
}})()"""


class Keyboard:
    """`window` is a page of Playwright."""

    def __init__(self, window):
        self.window = window

    def press(self, *keys):
        for key in keys:
            self.window.keyboard.press(key)

    def type(self, text):
        self.window.keyboard.type(text)

    def is_at(self, role, name):
        return self.window.evaluate(f"bench.find({json.dumps(role)}, {json.dumps(name)}).includes(document.activeElement)")

    def where(self):
        return self.window.evaluate("document.activeElement?.outerHTML.slice(0, 200)")

    def complaint(self):
        return self.window.evaluate(FOCUS)

    def arrives_at(self, role, name, seconds=15):
        """Waits, without a key, until the page has put the focus on an element, where it is visible."""
        try:
            until(lambda: self.is_at(role, name), f"the focus is at the {role} {name}", seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; it is at {self.where()}") from None
        assert self.complaint() == ""

    def go_to(self, role, name, key="Tab", most=40):
        """Presses Tab until the element has the focus; the focus is visible at each step."""
        for _ in range(most):
            self.press(key)
            # After the last element comes the browser itself, then the first.
            if self.window.evaluate("document.activeElement !== document.body"):
                assert self.complaint() == ""
            if self.is_at(role, name):
                return
        raise AssertionError(f"{key} does not lead to the {role} {name}; after {most} times: {self.where()}")

    def go_back_to(self, role, name):
        self.go_to(role, name, "Shift+Tab")

    def reach_all(self):
        """Presses Tab until it has been everywhere once; returns the problems on the way, and the number of elements reached."""
        stops = self.window.evaluate(NOTE)
        for _ in range(2):
            # Wherever it starts: after the last element comes the browser itself.
            for _ in range(stops + 4):
                self.press("Tab")
            # The next key can be faster than the focus that returns from the browser.
            if self.window.evaluate("reached.size") >= self.expected():
                break
        complaints = self.window.evaluate("[...reached.values()]")
        return [complaint for complaint in complaints if complaint], len(complaints)

    def expected(self):
        """Returns the number of elements that Tab must reach."""
        return self.window.evaluate(COUNT)

    def stays_in(self, selector, times=8):
        """Checks that Tab and Shift+Tab do not leave a part of the page, except for the browser itself."""
        for key in ["Tab"] * times + ["Shift+Tab"] * times:
            self.press(key)
            inside = f"document.activeElement === document.body || document.querySelector({json.dumps(selector)}).contains(document.activeElement)"
            assert self.window.evaluate(inside), f"{key} led out of {selector} to {self.where()}"
