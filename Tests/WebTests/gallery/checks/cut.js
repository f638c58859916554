const hasOwnText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert], .skip') && getComputedStyle(element).clipPath === 'none';
const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
// A person's name can have any length. It is truncated here and shown in full elsewhere.
const isName = (element) => element.matches('.row-title, .tile-words, .call-name, .call-on-hold, .people-name, .outgoing-name') && !/^\u200f⟦[^\u2068]*⟧/.test(element.textContent);
// The position of the own picture shows whose it is.
const isOwn = (element) => element.matches('.tile-corner .tile-words');

/** Whether every ancestor up to the first one that scrolls shows the whole text. */
function isInside(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    for (let around = element; around.id !== 'page' && !/auto|scroll/.test(getComputedStyle(around).overflow); around = around.parentElement) {
        const box = around.getBoundingClientRect();
        const isTooWide = text.left < box.left - 1 || text.right > box.right + 1;
        const isTooHigh = text.top < box.top - 2 || text.bottom > box.bottom + 2;
        if (getComputedStyle(around).overflow !== 'visible' && (isTooWide || isTooHigh)) return false;
    }
    return text.left >= -1 && text.right <= innerWidth + 1;
}

function overflows(element) {
    const { overflowX, overflowY } = getComputedStyle(element);
    return element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible' && element.clientWidth > 0
        || element.scrollHeight > element.clientHeight + 2 && overflowY !== 'visible' && element.clientHeight > 0;
}

/**
 * Returns every text whose end is clipped where no one can scroll to it.
 * @returns {string[]}
 */
export const cut = () => [...document.querySelectorAll('#page *')]
    .filter((element) => hasOwnText(element) && isSeen(element) && !isName(element) && !isOwn(element) && !scrolls(element) && (overflows(element) || !isInside(element)))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`);
