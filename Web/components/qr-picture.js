import { h } from '../dom/h.js';
import { qrCode } from './qr-code.js';

/** The width of the quiet zone that a code needs, in modules (ISO/IEC 18004 section 9.1). */
const quietZone = 4;

/**
 * The last code drawn, because the same one is requested whenever something else on its page changes.
 * @type {{ text: string, code: ReturnType<typeof qrCode> } | null}
 */
let last = null;

/**
 * A text as a QR code, dark on light in either theme; null if the text is too long for a code.
 * @param {string} text
 * @param {import('../texts/text.js').Words} label
 */
export function qrPicture(text, label) {
    if (last?.text !== text) last = { text, code: qrCode(text) };
    if (!last.code) return null;
    const { size, path } = last.code;
    const side = size + 2 * quietZone;
    return h('svg', { class: 'qr', viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, role: 'img', 'aria-label': label },
        h('path', { d: path, 'shape-rendering': 'crispEdges' }));
}
