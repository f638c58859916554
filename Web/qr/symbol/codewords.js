import { functionPatterns } from './function-patterns.js';
import { masks } from './masks.js';

/**
 * The codewords of a symbol in their order: alternately upwards and downwards, in pairs of columns from the right (ISO/IEC 18004 section
 * 7.7.3). Bits left over at the end don't count.
 * @param {import('./modules.js').Modules} modules
 * @param {number} version
 * @param {number} mask
 */
export function readCodewords({ size, dark }, version, mask) {
    const { isFunction } = functionPatterns(version);
    const turns = masks[mask];
    const codewords = [];
    let [byte, bits] = [0, 0];
    let isUpwards = true;
    for (let right = size - 1; right > 0; right -= 2) {
        // The column of the timing pattern is in no pair.
        if (right === 6) right -= 1;
        for (let step = 0; step < size; step += 1) {
            const row = isUpwards ? size - 1 - step : step;
            for (const column of [right, right - 1]) {
                const at = row * size + column;
                if (isFunction[at]) continue;
                byte = (byte << 1) | (dark[at] ^ Number(turns(row, column)));
                bits += 1;
                if (bits === 8) {
                    codewords.push(byte);
                    [byte, bits] = [0, 0];
                }
            }
        }
        isUpwards = !isUpwards;
    }
    return Uint8Array.from(codewords);
}
