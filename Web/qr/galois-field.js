/** Arithmetic in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 (ISO/IEC 18004 section 7.5.2). */

const exponents = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
    exponents[power] = value;
    exponents[power + 255] = value;
    logarithms[value] = power;
    value <<= 1;
    if (value > 255) value ^= 0x11d;
}

/**
 * @param {number} left
 * @param {number} right
 */
export const multiply = (left, right) =>
    left === 0 || right === 0 ? 0 : exponents[logarithms[left] + logarithms[right]];

/**
 * 2 to the power given, 0 ... 254.
 * @param {number} power
 */
export const power2 = (power) => exponents[power];
