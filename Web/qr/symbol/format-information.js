import { distanceBetween, withCheckBits } from './check-bits.js';

/** @typedef {{ level: import('./versions.js').Level, mask: number }} Format */

/** By their two bits (ISO/IEC 18004, table 12). */
const levels = /** @type {const} */ (['M', 'L', 'H', 'Q']);
/** x¹⁰ + x⁸ + x⁵ + x⁴ + x² + x + 1 (annex C). */
const generator = 0x537;
/** Ensures that no format is all zeros. */
const pattern = 0x5412;
/** The code's words differ in at least seven bits, and there are two copies of each. */
const mostErrors = 3;

/** All 32 words, as they are in symbols. */
const words = Array.from({ length: 32 }, (_, data) => withCheckBits(data, 10, generator) ^ pattern);

/** @param {Format} format */
export const formatWord = ({ level, mask }) => words[(levels.indexOf(level) << 3) | mask];

/**
 * The places of the bits of both copies, the most significant first.
 * @param {number} size
 * @returns {[x: number, y: number][][]}
 */
export function formatPlaces(size) {
    /** @type {[number, number][]} */
    const corner = [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]];
    /** @type {[number, number][]} */
    const edges = corner.map((_, bit) => (bit < 7 ? [8, size - 1 - bit] : [size - 15 + bit, 8]));
    return [corner, edges];
}

/**
 * The formats that a symbol may have, the likeliest first.
 * @param {import('./modules.js').Modules} modules
 * @returns {Format[]}
 */
export function readFormats({ size, dark }) {
    const copies = formatPlaces(size).map((places) => places.reduce((word, [x, y]) => (word << 1) | dark[y * size + x], 0));
    /** @type {Map<number, number>} the least errors by format */
    const errors = new Map();
    for (const copy of copies) {
        words.forEach((word, data) => {
            const distance = distanceBetween(word, copy);
            if (distance <= mostErrors) errors.set(data, Math.min(distance, errors.get(data) ?? mostErrors));
        });
    }
    return [...errors].sort(([, a], [, b]) => a - b).map(([data]) => ({ level: levels[data >> 3], mask: data & 7 }));
}
