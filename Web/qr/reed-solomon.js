import { multiply, power2 } from './galois-field.js';

/**
 * The generator polynomial of `degree` check bytes without its leading 1: coefficients from the highest power down.
 * @param {number} degree
 */
function generator(degree) {
    const polynomial = new Uint8Array(degree);
    polynomial[degree - 1] = 1;
    for (let root = 0; root < degree; root += 1) {
        for (let index = 0; index < degree; index += 1) {
            polynomial[index] = multiply(polynomial[index], power2(root));
            if (index + 1 < degree) polynomial[index] ^= polynomial[index + 1];
        }
    }
    return polynomial;
}

/**
 * The check bytes of one block: the remainder of its division by the generator.
 * @param {Uint8Array} data
 * @param {number} count
 */
export function checkBytes(data, count) {
    const divisor = generator(count);
    const remainder = new Uint8Array(count);
    for (const byte of data) {
        const factor = byte ^ remainder[0];
        remainder.copyWithin(0, 1);
        remainder[count - 1] = 0;
        for (let index = 0; index < count; index += 1) remainder[index] ^= multiply(divisor[index], factor);
    }
    return remainder;
}
