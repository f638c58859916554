import { checkBytes } from './reed-solomon.js';
import { capacity } from './versions.js';

/**
 * Data and check bytes in the order they are drawn (ISO/IEC 18004 sections 7.4 and 7.6): byte mode, one segment.
 * @param {Uint8Array} text
 * @param {import('./versions.js').Version} version
 */
export function codewords(text, version) {
    return interleave(dataBytes(text, version), version);
}

/**
 * @param {Uint8Array} text
 * @param {import('./versions.js').Version} version
 */
function dataBytes(text, version) {
    if (text.length > capacity(version)) throw new RangeError('This text does not fit into a code of this version.');
    /** @type {number[]} */
    const bits = [];
    const put = (/** @type {number} */ value, /** @type {number} */ length) => {
        for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
    };
    put(0b0100, 4);
    put(text.length, version.number < 10 ? 8 : 16);
    for (const byte of text) put(byte, 8);
    put(0, 4);
    const bytes = new Uint8Array(version.codewords - version.blocks * version.checksPerBlock);
    bits.forEach((bit, index) => { bytes[index >> 3] |= bit << (7 - (index & 7)); });
    // The rest is filled with two bytes in turn.
    for (let index = Math.ceil(bits.length / 8), pad = 0xec; index < bytes.length; index += 1, pad ^= 0xec ^ 0x11) {
        bytes[index] = pad;
    }
    return bytes;
}

/**
 * @param {Uint8Array} data
 * @param {import('./versions.js').Version} version
 */
function interleave(data, { blocks: count, checksPerBlock, codewords: total }) {
    const short = Math.floor(data.length / count);
    const longBlocks = data.length % count;
    /** @type {Uint8Array[]} */
    const blocks = [];
    for (let index = 0, start = 0; index < count; index += 1) {
        const length = short + (index >= count - longBlocks ? 1 : 0);
        blocks.push(data.subarray(start, start + length));
        start += length;
    }
    const checks = blocks.map((block) => checkBytes(block, checksPerBlock));
    const result = new Uint8Array(total);
    let next = 0;
    for (let column = 0; column <= short; column += 1) {
        for (const block of blocks) if (column < block.length) result[next++] = block[column];
    }
    for (let column = 0; column < checksPerBlock; column += 1) {
        for (const block of checks) result[next++] = block[column];
    }
    return result;
}
