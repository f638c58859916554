/** GF(256) by the polynomial x⁸ + x⁴ + x³ + x² + 1, whose element 2 generates all but zero (ISO/IEC 18004 section 7.5.2). */
const polynomial = 0x11d;

const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
    powers[exponent] = powers[exponent + 255] = value;
    logarithms[value] = exponent;
    value <<= 1;
    if (value > 255) value ^= polynomial;
}

/**
 * 2 to any power from 0.
 * @param {number} exponent
 */
export const power = (exponent) => powers[exponent % 255];

/**
 * @param {number} a
 * @param {number} b
 */
export const product = (a, b) => (a === 0 || b === 0 ? 0 : powers[logarithms[a] + logarithms[b]]);

/** @param {number} value not zero */
export const inverse = (value) => powers[255 - logarithms[value]];

/**
 * Evaluates a polynomial, the constant term first, at a place.
 * @param {ArrayLike<number>} polynomial
 * @param {number} at
 */
export function valueAt(polynomial, at) {
    let value = 0;
    for (let index = polynomial.length - 1; index >= 0; index -= 1) value = product(value, at) ^ polynomial[index];
    return value;
}
