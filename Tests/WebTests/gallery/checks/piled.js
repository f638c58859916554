const piles = /\p{Script=Inherited}{3}/u;
const clips = ({ overflowY, display }) => overflowY !== 'visible' && !/^(inline|contents)$/.test(display);

/** Whether a text can be drawn beyond its own lines, because nothing clips it there. The margin is half a line at each end. */
function reachesOut(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    for (let around = element; around !== null && around.id !== 'page'; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (!clips(style)) continue;
        // A circle around two letters, with nothing else in it.
        if (around.matches('.avatar')) return false;
        const box = around.getBoundingClientRect();
        const room = 0.75 * parseFloat(getComputedStyle(element).fontSize);
        return text.top - box.top > room || box.bottom - text.bottom > room;
    }
    return true;
}

/**
 * Returns every text with piles of marks that could cover the lines around it.
 * @returns {string[]}
 */
export const piled = () => [...document.querySelectorAll('#page *')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && piles.test(node.data)))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === 'none' && !one.closest('.visually-hidden'))
    .filter((one) => reachesOut(one))
    .map((one) => `${one.parentElement.className} > ${one.tagName.toLowerCase()}.${one.className}`);
