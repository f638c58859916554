import { formatPlaces } from './format-information.js';
import { versionPlaces, versionWord } from './version-information.js';
import { alignmentCentres, sizeOf } from './versions.js';

/** @typedef {{ x: number, y: number, isDark: boolean }} KnownModule */
/**
 * The modules that are the same in every symbol of a version.
 * @typedef {object} FunctionPatterns
 * @property {KnownModule[]} known modules
 * @property {KnownModule[]} finders those of them that are of finder patterns
 * @property {Uint8Array} isFunction 1 for each module that carries no data, those of the format among them
 */

/** @type {Map<number, FunctionPatterns>} */
const kept = new Map();

/**
 * Finder, timing and alignment patterns, and the version (ISO/IEC 18004 section 6.3).
 * @param {number} version
 * @returns {FunctionPatterns}
 */
export function functionPatterns(version) {
    let patterns = kept.get(version);
    if (!patterns) kept.set(version, patterns = makePatterns(version));
    return patterns;
}

/**
 * @param {number} version
 * @returns {FunctionPatterns}
 */
function makePatterns(version) {
    const size = sizeOf(version);
    const isFunction = new Uint8Array(size * size);
    /** @type {FunctionPatterns['known']} */
    const known = [];
    const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
        if (x < 0 || y < 0 || x >= size || y >= size || isFunction[y * size + x]) return;
        isFunction[y * size + x] = 1;
        known.push({ x, y, isDark });
    };
    /** Squares in squares, dark where the distance from the centre is one of these. */
    const rings = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ radius, /** @type {number[]} */ darkAt) => {
        for (let dy = -radius; dy <= radius; dy += 1) {
            for (let dx = -radius; dx <= radius; dx += 1) put(cx + dx, cy + dy, darkAt.includes(Math.max(Math.abs(dx), Math.abs(dy))));
        }
    };
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(cx, cy, 4, [0, 1, 3]);
    const finders = known.slice();
    const centres = alignmentCentres(version);
    const last = centres.length - 1;
    centres.forEach((cy, row) => centres.forEach((cx, column) => {
        const isInFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
        if (!isInFinder) rings(cx, cy, 2, [0, 2]);
    }));
    for (let at = 8; at < size - 8; at += 1) {
        put(at, 6, at % 2 === 0);
        put(6, at, at % 2 === 0);
    }
    put(8, size - 8, true);
    const word = versionWord(version);
    for (const places of versionPlaces(version)) places.forEach(([x, y], bit) => put(x, y, ((word >> bit) & 1) === 1));
    for (const places of formatPlaces(size)) for (const [x, y] of places) isFunction[y * size + x] = 1;
    return { known, finders, isFunction };
}
