const isSeen = (element) => element.checkVisibility() && !element.closest('[inert], .skip');

/**
 * Returns every part of the page that scrolls sideways.
 * @returns {string[]}
 */
export const sideways = () => [document.documentElement, ...document.querySelectorAll('.pane, dialog, main')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.tagName}.${one.className}`);

/**
 * Returns every control that lies outside the width of the window.
 * @returns {string[]}
 */
export const outside = () => [...document.querySelectorAll('#page :is(a, button, input)')].filter(isSeen)
    .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; })
    .map((one) => `${one.className}: ${one.textContent}`);

/** Whether a word of some length does not fit in one line of an element. */
function breaksWord(element, node) {
    const range = document.createRange();
    const { width } = element.getBoundingClientRect();
    return [...node.data.matchAll(/\p{L}{4,}/gu)].some(({ index, 0: word }) => {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 || range.getBoundingClientRect().width > width + 1;
    });
}

/**
 * Returns every text so narrow that its words break after each letter or two: within the width, and unreadable.
 * @returns {string[]}
 */
export const columns = () => [...document.querySelectorAll('#page *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]') && getComputedStyle(one).clipPath === 'none')
    .filter((one) => one.getBoundingClientRect().width < 2 * parseFloat(getComputedStyle(one).fontSize))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && breaksWord(one, node)))
    .map((one) => `${one.className}: ${one.textContent}`);
