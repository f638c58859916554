/** @typedef {import('./matrix.js').Matrix} Matrix */

/**
 * Which modules each mask turns over (ISO/IEC 18004 table 10).
 * @type {((row: number, column: number) => boolean)[]}
 */
const masks = [
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
    (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
    (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
export const maskCount = masks.length;

/**
 * @param {Matrix} matrix
 * @param {number} mask
 */
export function applyMask(matrix, mask) {
    for (let row = 0; row < matrix.size; row += 1) {
        for (let column = 0; column < matrix.size; column += 1) {
            if (!matrix.isFixed(row, column) && masks[mask](row, column)) matrix.set(row, column, !matrix.isDark(row, column));
        }
    }
}

/**
 * How hard a code is to read; less is better (section 7.8.3).
 * @param {Matrix} matrix
 */
export function penalty(matrix) {
    const { size } = matrix;
    let total = 0;
    for (let line = 0; line < size; line += 1) {
        total += linePenalty(Array.from({ length: size }, (_, index) => matrix.isDark(line, index)));
        total += linePenalty(Array.from({ length: size }, (_, index) => matrix.isDark(index, line)));
    }
    for (let row = 0; row + 1 < size; row += 1) {
        for (let column = 0; column + 1 < size; column += 1) {
            const isDark = matrix.isDark(row, column);
            const isBlock = isDark === matrix.isDark(row, column + 1) && isDark === matrix.isDark(row + 1, column)
                && isDark === matrix.isDark(row + 1, column + 1);
            if (isBlock) total += 3;
        }
    }
    const dark = matrix.dark.reduce((sum, module) => sum + module, 0);
    return total + 10 * Math.floor(Math.abs((dark / (size * size)) * 100 - 50) / 5);
}

/**
 * Runs of one colour, and what looks like a finder pattern.
 * @param {boolean[]} line
 */
function linePenalty(line) {
    let total = 0;
    for (let start = 0; start < line.length;) {
        let end = start + 1;
        while (end < line.length && line[end] === line[start]) end += 1;
        if (end - start >= 5) total += end - start - 2;
        start = end;
    }
    const text = line.map(Number).join('');
    for (let index = 0; index + 11 <= text.length; index += 1) {
        const part = text.slice(index, index + 11);
        if (part === '10111010000' || part === '00001011101') total += 40;
    }
    return total;
}
