import { Matrix } from './matrix.js';

/** Error correction M in the format information (ISO/IEC 18004 table 12). */
const levelM = 0b00;

/**
 * A code with all its patterns and room for the format information, without data (ISO/IEC 18004 section 6.3).
 * @param {import('./versions.js').Version} version
 */
export function emptyMatrix({ number, size, alignment }) {
    const matrix = new Matrix(size);
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(matrix, row, column, 4, [2, 4]);
    for (const row of alignment) {
        for (const column of alignment) {
            const isOnFinder = (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
            if (!isOnFinder) square(matrix, row, column, 2, [1]);
        }
    }
    for (let index = 8; index < size - 8; index += 1) {
        matrix.fix(6, index, index % 2 === 0);
        matrix.fix(index, 6, index % 2 === 0);
    }
    drawFormat(matrix, 0);
    if (number >= 7) drawVersion(matrix, number);
    return matrix;
}

/**
 * Nested squares around a centre: dark, but for the rings named.
 * @param {Matrix} matrix
 * @param {number} row
 * @param {number} column
 * @param {number} radius
 * @param {number[]} lightRings
 */
function square(matrix, row, column, radius, lightRings) {
    for (let down = -radius; down <= radius; down += 1) {
        for (let right = -radius; right <= radius; right += 1) {
            const ring = Math.max(Math.abs(down), Math.abs(right));
            matrix.fix(row + down, column + right, !lightRings.includes(ring));
        }
    }
}

/**
 * Writes which mask was used, twice (section 7.9).
 * @param {Matrix} matrix
 * @param {number} mask 0 ... 7
 */
export function drawFormat(matrix, mask) {
    const { size } = matrix;
    const bits = withRemainder((levelM << 3) | mask, 10, 0b10100110111) ^ 0b101010000010010;
    for (let index = 0; index < 15; index += 1) {
        const isDark = ((bits >> index) & 1) === 1;
        // Around the upper left finder pattern, past the timing lines.
        if (index < 8) matrix.fix(index < 6 ? index : index + 1, 8, isDark);
        else matrix.fix(8, index === 8 ? 7 : 14 - index, isDark);
        // Beside the other two.
        if (index < 8) matrix.fix(8, size - 1 - index, isDark);
        else matrix.fix(size - 15 + index, 8, isDark);
    }
    matrix.fix(size - 8, 8, true);
}

/**
 * From version 7 on (section 7.10).
 * @param {Matrix} matrix
 * @param {number} number
 */
function drawVersion(matrix, number) {
    const bits = withRemainder(number, 12, 0b1111100100101);
    for (let index = 0; index < 18; index += 1) {
        const [row, column] = [Math.floor(index / 3), matrix.size - 11 + (index % 3)];
        const isDark = ((bits >> index) & 1) === 1;
        matrix.fix(row, column, isDark);
        matrix.fix(column, row, isDark);
    }
}

/**
 * A value with the remainder of its division behind it, as BCH codes have it.
 * @param {number} value
 * @param {number} length of the remainder, in bits
 * @param {number} divisor
 */
function withRemainder(value, length, divisor) {
    let remainder = value << length;
    for (let bit = 31 - Math.clz32(remainder); bit >= length; bit -= 1) {
        if ((remainder >> bit) & 1) remainder ^= divisor << (bit - length);
    }
    return (value << length) | remainder;
}
