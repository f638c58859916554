import { sizeOf } from '../symbol/versions.js';
import { Homography } from './homography.js';

/**
 * The darkness of each module, row by row; above zero is dark.
 * @typedef {{ size: number, values: Float32Array }} Samples
 */

/**
 * @param {import('./contrast.js').Contrast} contrast
 * @param {import('./symbol-fit.js').Fit} fit
 * @returns {Samples}
 */
export function sample(contrast, { quad, version }) {
    const size = sizeOf(version);
    const seen = new Homography(quad.origin, quad.right, quad.far, quad.down);
    const values = new Float32Array(size * size);
    for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) {
            const place = seen.at((x - 3) / (size - 7), (y - 3) / (size - 7));
            values[y * size + x] = contrast.at(place.x, place.y);
        }
    }
    return { size, values };
}

/**
 * Subtracts from each module what a blurred picture added to it from its neighbours.
 * @param {Samples} samples
 * @param {number} share that each of the four has
 * @returns {Samples}
 */
export function sharpened({ size, values }, share) {
    const result = new Float32Array(values.length);
    for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) {
            const at = y * size + x;
            const around = (y > 0 ? values[at - size] : 0) + (y + 1 < size ? values[at + size] : 0)
                + (x > 0 ? values[at - 1] : 0) + (x + 1 < size ? values[at + 1] : 0);
            result[at] = values[at] - share * around;
        }
    }
    return { size, values: result };
}

/**
 * @param {Samples} samples
 * @returns {import('../symbol/modules.js').Modules}
 */
export const modulesOf = ({ size, values }) => ({ size, dark: Uint8Array.from(values, (value) => Number(value > 0)) });
