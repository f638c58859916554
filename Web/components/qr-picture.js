import { h } from '../dom/h.js';
import { makeQRCode, pathOf } from '../qr/qr-code.js';

/** Light modules that must surround a code (ISO/IEC 18004 section 9.1). */
const quietZone = 4;

/**
 * The last code drawn: the same one is asked for whenever something else on its page changes.
 * @type {{ text: string, size: number, path: string } | null}
 */
let last = null;

/** @param {string} text */
function codeOf(text) {
    if (last?.text !== text) {
        const matrix = makeQRCode(text);
        last = { text, size: matrix.size, path: pathOf(matrix) };
    }
    return last;
}

/**
 * A text as a QR code, dark on light in either theme.
 * @param {string} text
 * @param {string} label
 */
export function qrPicture(text, label) {
    const { size, path } = codeOf(text);
    const side = size + 2 * quietZone;
    return h('svg', { class: 'qr', viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, role: 'img', 'aria-label': label },
        h('path', { d: path, 'shape-rendering': 'crispEdges' }));
}
