/**
 * The sizes of QR codes with error correction M (ISO/IEC 18004 tables 1, 9 and E.1).
 * @typedef {object} Version
 * @property {number} number 1 ... 15
 * @property {number} size modules in a row
 * @property {number} blocks
 * @property {number} checksPerBlock bytes
 * @property {number} codewords data and check bytes together
 * @property {number[]} alignment rows and columns of the centres of alignment patterns
 */

const checksPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** The versions that are drawn; the last holds 412 bytes, more than any link of this system needs. */
export const versions = checksPerBlock.map((checks, index) => makeVersion(index + 1, blocks[index], checks));

/**
 * @param {number} number
 * @param {number} blockCount
 * @param {number} checks
 * @returns {Readonly<Version>}
 */
function makeVersion(number, blockCount, checks) {
    const size = 17 + 4 * number;
    const codewords = Math.floor(dataModules(number, size) / 8);
    return Object.freeze({
        number, size, blocks: blockCount, checksPerBlock: checks, codewords, alignment: alignmentCentres(number, size),
    });
}

/**
 * Modules that are left for codewords once all patterns and the format and version information have their place.
 * @param {number} number
 * @param {number} size
 */
function dataModules(number, size) {
    const finders = 3 * 64;
    const timing = 2 * (size - 16);
    const format = 31;
    const perSide = number === 1 ? 0 : Math.floor(number / 7) + 2;
    // Of the grid of alignment patterns three fall on finder patterns; those on the timing lines share 5 modules with them.
    const alignment = perSide === 0 ? 0 : (perSide * perSide - 3) * 25 - (perSide - 2) * 2 * 5;
    return size * size - finders - timing - format - alignment - (number >= 7 ? 36 : 0);
}

/**
 * @param {number} number
 * @param {number} size
 */
function alignmentCentres(number, size) {
    if (number === 1) return [];
    const count = Math.floor(number / 7) + 2;
    const last = size - 7;
    const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
    return Array.from({ length: count }, (_, index) => (index === 0 ? 6 : last - (count - 1 - index) * step));
}

/**
 * Bytes of text that fit.
 * @param {Version} version
 */
export function capacity({ number, codewords, blocks: blockCount, checksPerBlock: checks }) {
    return codewords - blockCount * checks - (number < 10 ? 2 : 3);
}
