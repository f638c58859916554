import { largestSignal } from '../../protocol/signaling/signals.js';

/** The size of the JSON around the bodies, and around each body, in bytes, rounded up. */
const envelope = 256;
const quoting = 8;
const mostBodies = 100;

/**
 * Splits E2EE messages for several devices into as few parts as the size limit of a signal permits (e2ee 7). Swift has the same rule
 * (Tests/Vectors/cut-texts.json).
 * @param {Record<string, string>} texts
 * @returns {Record<string, string>[]}
 */
export function cutTexts(texts) {
    /** @type {Record<string, string>[]} */
    const parts = [];
    let size = Infinity;
    for (const [address, text] of Object.entries(texts)) {
        const length = address.length + text.length + quoting;
        const last = parts.at(-1);
        if (!last || size + length > largestSignal('e2ee') || Object.keys(last).length === mostBodies) {
            parts.push({ [address]: text });
            size = envelope + length;
        } else {
            last[address] = text;
            size += length;
        }
    }
    return parts;
}
