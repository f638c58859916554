import { h } from '../dom/h.js';
import { makeQRCode, pathOf } from '../qr/qr-code.js';

/** Light modules that must surround a code (ISO/IEC 18004 section 9.1). */
const quietZone = 4;

/**
 * A text as a QR code, dark on light in either theme.
 * @param {string} text
 * @param {string} label
 */
export function qrPicture(text, label) {
    const matrix = makeQRCode(text);
    const side = matrix.size + 2 * quietZone;
    return h('svg', { class: 'qr', viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, role: 'img', 'aria-label': label },
        h('path', { d: pathOf(matrix), 'shape-rendering': 'crispEdges' }));
}
