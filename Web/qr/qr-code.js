import { codewords } from './codewords.js';
import { applyMask, maskCount, penalty } from './masks.js';
import { drawFormat, emptyMatrix } from './patterns.js';
import { capacity, versions } from './versions.js';

/** @typedef {import('./matrix.js').Matrix} Matrix */

/**
 * A QR code of a text (ISO/IEC 18004): byte mode, error correction M, the smallest version that holds it.
 * @param {string} text at most 412 bytes in UTF-8
 * @param {number} [mask] 0 ... 7; the one that reads best when none is given
 * @returns {Matrix}
 * @throws {RangeError} when the text is too long
 */
export function makeQRCode(text, mask) {
    const bytes = new TextEncoder().encode(text);
    const version = versions.find((candidate) => bytes.length <= capacity(candidate));
    if (!version) throw new RangeError('This text is too long for a code.');
    const unmasked = emptyMatrix(version);
    place(unmasked, codewords(bytes, version));
    const candidates = (mask === undefined ? Array.from({ length: maskCount }, (_, index) => index) : [mask])
        .map((number) => masked(unmasked, number));
    return candidates.reduce((best, candidate) => (candidate.penalty < best.penalty ? candidate : best)).matrix;
}

/**
 * @param {Matrix} unmasked
 * @param {number} mask
 */
function masked(unmasked, mask) {
    const matrix = unmasked.copy();
    applyMask(matrix, mask);
    drawFormat(matrix, mask);
    return { matrix, penalty: penalty(matrix) };
}

/**
 * Fills what no pattern takes, in pairs of columns from the right, up and down in turn (section 7.7.3).
 * @param {Matrix} matrix
 * @param {Uint8Array} bytes
 */
function place(matrix, bytes) {
    const { size } = matrix;
    let bit = 0;
    let isUpward = true;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const row = isUpward ? size - 1 - step : step;
            for (const column of [right, right - 1]) {
                if (matrix.isFixed(row, column)) continue;
                matrix.set(row, column, bit < bytes.length * 8 && ((bytes[bit >> 3] >> (7 - (bit & 7))) & 1) === 1);
                bit += 1;
            }
        }
        isUpward = !isUpward;
    }
}

/**
 * The dark modules as the data of one SVG path, a module being 1 wide, runs joined.
 * @param {Matrix} matrix
 */
export function pathOf(matrix) {
    let path = '';
    for (let row = 0; row < matrix.size; row += 1) {
        for (let column = 0; column < matrix.size;) {
            if (!matrix.isDark(row, column)) {
                column += 1;
                continue;
            }
            const start = column;
            while (column < matrix.size && matrix.isDark(row, column)) column += 1;
            path += `M${start} ${row}h${column - start}v1h${start - column}z`;
        }
    }
    return path;
}
