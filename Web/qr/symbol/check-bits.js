/**
 * Data followed by the remainder of its division by a polynomial over GF(2): a word of a BCH or Golay code.
 * @param {number} data
 * @param {number} bits how many the remainder has
 * @param {number} polynomial
 */
export function withCheckBits(data, bits, polynomial) {
    let rest = data << bits;
    for (let bit = 31 - Math.clz32(rest); bit >= bits; bit -= 1) if ((rest >> bit) & 1) rest ^= polynomial << (bit - bits);
    return (data << bits) | rest;
}

/**
 * The number of bits in which two words differ.
 * @param {number} a
 * @param {number} b
 */
export function distanceBetween(a, b) {
    let count = 0;
    for (let difference = a ^ b; difference !== 0; difference &= difference - 1) count += 1;
    return count;
}
