const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && !element.closest('.visually-hidden, [inert], .skip') && getComputedStyle(element).clipPath === 'none';

/** The visible pieces of text, each with its element. */
function* texts() {
    const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim() !== '' && isSeen(node.parentElement)) yield { node, element: node.parentElement };
    }
}

const nameOf = (element) => `${element.tagName.toLowerCase()}.${element.className}`;
/** Chinese and Japanese lines break between any two characters. */
const breaksAnywhere = /^(ja|zh)/;
// A person's name, an address and a link can be longer than a line.
const canBreak = '.row-title, .tile-words, .call-name, .call-on-hold, .people-name, .outgoing-name, .link-text, code, .fingerprint, .version';

/**
 * Returns every word that is broken over two lines.
 * @returns {string[]}
 */
export function broken() {
    const { lang } = document.documentElement;
    if (breaksAnywhere.test(lang)) return [];
    const segmenter = new Intl.Segmenter(lang, { granularity: 'word' });
    const range = document.createRange();
    const found = [];
    for (const { node, element } of texts()) {
        if (element.closest(canBreak)) continue;
        for (const { segment, index, isWordLike } of segmenter.segment(node.data)) {
            if (!isWordLike || segment.length < 2) continue;
            range.setStart(node, index);
            range.setEnd(node, index + segment.length);
            const rows = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
            if (rows.size > 1) found.push(`${nameOf(element)}: ${segment} in ${node.data}`);
        }
    }
    return found;
}

/**
 * Returns every text whose marks above and below its letters reach into the next line, or past an edge that clips them.
 * @returns {string[]}
 */
export function crowded() {
    const context = document.createElement('canvas').getContext('2d');
    const range = document.createRange();
    const found = [];
    for (const { node, element } of texts()) {
        const style = getComputedStyle(element);
        context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(node.data.trim());
        const height = parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.2;
        range.selectNodeContents(node);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
        if (lines > 1 && above + below > height + 1) found.push(`${nameOf(element)}: ${Math.round(above + below)} in lines of ${Math.round(height)}: ${node.data}`);
    }
    return found;
}

/**
 * Returns every two texts that lie over each other.
 * @returns {string[]}
 */
export function overlapping() {
    const range = document.createRange();
    const boxes = [...texts()].flatMap(({ node, element }) => {
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ box, element, node }));
    }).map((one) => ({ ...one, box: shownOf(one.box, one.element) })).filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
    const found = new Set();
    for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
            if (one.node === other.node || layerOf(one.element) !== layerOf(other.element)) continue;
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const along = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            // Fonts of scripts with marks have boxes higher than their lines.
            if (across > 2 && along > Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top) * 0.4) found.add(`${nameOf(one.element)}: ${one.node.data} | ${nameOf(other.element)}: ${other.node.data}`);
        }
    }
    return [...found];
}

/** The part of a box that the elements around it neither clip nor have scrolled out of view. */
function shownOf({ left, right, top, bottom }, element) {
    for (let around = element; around.id !== 'page'; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        [left, right, top, bottom] = [Math.max(left, box.left), Math.min(right, box.right), Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
}

/** The element that lies over others on purpose, such as a badge, a bar or a panel. */
function layerOf(element) {
    for (let one = element; one.id !== 'page'; one = one.parentElement) {
        if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(one).position) || one.matches('dialog, [popover]')) return one;
    }
    return null;
}
