import { corrected } from './reed-solomon.js';
import { errorCorrectionOf } from './versions.js';

/**
 * The data of a symbol, whose codewords are interleaved from several blocks (ISO/IEC 18004 section 7.6). Null if one of the blocks is
 * beyond repair.
 * @param {Uint8Array} codewords
 * @param {number} version
 * @param {import('./versions.js').Level} level
 * @returns {Uint8Array | null}
 */
export function readBlocks(codewords, version, level) {
    const { checks, blocks } = errorCorrectionOf(version, level);
    const shortest = Math.floor(codewords.length / blocks) - checks;
    // The last blocks have one more data codeword.
    const short = blocks - (codewords.length % blocks);
    const data = [];
    for (let block = 0; block < blocks; block += 1) {
        const isLong = block >= short;
        const columns = Array.from({ length: shortest }, (_, column) => codewords[column * blocks + block]);
        if (isLong) columns.push(codewords[shortest * blocks + block - short]);
        const firstCheck = shortest * blocks + (blocks - short);
        for (let column = 0; column < checks; column += 1) columns.push(codewords[firstCheck + column * blocks + block]);
        const whole = corrected(Uint8Array.from(columns), checks);
        if (!whole) return null;
        data.push(...whole.subarray(0, whole.length - checks));
    }
    return Uint8Array.from(data);
}
