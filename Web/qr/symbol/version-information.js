import { withCheckBits } from './check-bits.js';
import { sizeOf } from './versions.js';

/** x¹² + x¹¹ + x¹⁰ + x⁹ + x⁸ + x⁵ + x² + 1 (ISO/IEC 18004, annex D). */
const generator = 0x1f25;

/** The first version that contains its number. */
export const firstNumberedVersion = 7;

/** @param {number} version */
export const versionWord = (version) => withCheckBits(version, 12, generator);

/**
 * The places of both copies, the least significant first; none in small symbols.
 * @param {number} version
 * @returns {[x: number, y: number][][]}
 */
export function versionPlaces(version) {
    if (version < firstNumberedVersion) return [];
    const far = sizeOf(version) - 11;
    const bits = Array.from({ length: 18 }, (_, bit) => bit);
    return [
        bits.map((bit) => [Math.floor(bit / 3), far + (bit % 3)]),
        bits.map((bit) => [far + (bit % 3), Math.floor(bit / 3)]),
    ];
}
