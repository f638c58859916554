/** @typedef {'L' | 'M' | 'Q' | 'H'} Level of error correction */

/** The smallest and the largest version. */
export const [firstVersion, lastVersion] = [1, 40];

/** @param {number} version */
export const sizeOf = (version) => 17 + 4 * version;

/** @param {number} size */
export function versionOf(size) {
    const version = (size - 17) / 4;
    return Number.isInteger(version) && version >= firstVersion && version <= lastVersion ? version : null;
}

/**
 * By level and version: check codewords per block, and blocks (ISO/IEC 18004, table 9).
 * @type {Record<Level, { checks: number[], blocks: number[] }>}
 */
const table = {
    L: {
        checks: [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        blocks: [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
    },
    M: {
        checks: [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        blocks: [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
    },
    Q: {
        checks: [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        blocks: [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
    },
    H: {
        checks: [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        blocks: [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    },
};

/**
 * The division of a symbol's codewords into blocks.
 * @param {number} version
 * @param {Level} level
 */
export const errorCorrectionOf = (version, level) => ({ checks: table[level].checks[version - 1], blocks: table[level].blocks[version - 1] });

/**
 * The coordinates of alignment patterns' centres, in rows and columns alike (annex E).
 * @param {number} version
 * @returns {number[]}
 */
export function alignmentCentres(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const last = sizeOf(version) - 7;
    // The standard's table, except for one row, is this even step, counted from the far side.
    const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * (count - 1)));
    return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}
