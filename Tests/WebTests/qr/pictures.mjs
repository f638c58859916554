import { Homography } from '../../../Web/qr/picture/homography.js';

/**
 * A picture of a code as a camera may take it.
 * @typedef {object} Shot
 * @property {number} width
 * @property {number} height
 * @property {number} module how many pixels one is wide
 * @property {number} angle radians
 * @property {number} tilt how much narrower the far side is, 0 to 1
 * @property {number} ink how light what is dark is
 * @property {number} paper how light what is light is
 * @property {number} blur standard deviation in pixels
 * @property {number} noise standard deviation
 * @property {number} shade how much darker one side is than the other, 0 to 1
 */

/** The number of sample points per side that a pixel averages. */
const samples = 3;

/**
 * @param {import('../../../Web/qr/symbol/modules.js').Modules} modules
 * @param {Shot} shot
 * @param {import('./random.mjs').Random} random
 * @returns {import('../../../Web/qr/picture/gray-picture.js').GrayPicture}
 */
export function takePicture(modules, shot, random) {
    const { width, height, ink, paper } = shot;
    let values = new Float32Array(width * height);
    const n = placement(modules.size, shot);
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            let dark = 0;
            for (let sample = 0; sample < samples * samples; sample += 1) {
                const across = x - 0.5 + ((sample % samples) + 0.5) / samples;
                const along = y - 0.5 + (Math.floor(sample / samples) + 0.5) / samples;
                const scale = n[6] * across + n[7] * along + n[8];
                const column = (n[0] * across + n[1] * along + n[2]) / scale;
                const row = (n[3] * across + n[4] * along + n[5]) / scale;
                if (column >= 0 && row >= 0 && column < modules.size && row < modules.size) dark += modules.dark[Math.floor(row) * modules.size + Math.floor(column)];
            }
            values[y * width + x] = paper + ((ink - paper) * dark) / samples ** 2;
        }
    }
    if (shot.blur > 0) values = blurred(values, width, height, shot.blur);
    const towards = random.between(0, 2 * Math.PI);
    const light = Uint8Array.from(values, (value, at) => {
        const side = (Math.cos(towards) * ((at % width) / width - 0.5) + Math.sin(towards) * (Math.floor(at / width) / height - 0.5)) * Math.SQRT2;
        return Math.max(0, Math.min(255, Math.round(value * (1 - shot.shade * (0.5 + side / 2)) + (shot.noise > 0 ? shot.noise * random.normal() : 0))));
    });
    return { width, height, light };
}

/**
 * The matrix that maps pixels to modules.
 * @param {number} size
 * @param {Shot} shot
 */
function placement(size, { width, height, module, angle, tilt }) {
    const half = (size * module) / 2;
    const corner = (/** @type {number} */ u, /** @type {number} */ v) => {
        const scale = v < 0 ? 1 - tilt : 1;
        const [x, y] = [u * half * scale, v * half * (1 - tilt / 3)];
        // Rotated afterwards, so that the far side can be any of them.
        return { x: width / 2 + x * Math.cos(angle) - y * Math.sin(angle), y: height / 2 + x * Math.sin(angle) + y * Math.cos(angle) };
    };
    return inverseOf(new Homography(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)), size);
}

/**
 * A projection is inverted by the adjugate of its matrix, which follows from the images of four points.
 * @param {Homography} seen
 * @param {number} size
 */
function inverseOf(seen, size) {
    const [a, b, c, d] = [seen.at(0, 0), seen.at(1, 0), seen.at(1, 1), seen.at(0, 1)];
    const [x1, y1, x2, y2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
    const [x3, y3] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
    const determinant = x1 * y2 - x2 * y1;
    const [g, h] = [(x3 * y2 - x2 * y3) / determinant, (x1 * y3 - x3 * y1) / determinant];
    const m = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
    const minor = (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ k, /** @type {number} */ l) => m[i] * m[j] - m[k] * m[l];
    const adjugate = [
        minor(4, 8, 5, 7), minor(2, 7, 1, 8), minor(1, 5, 2, 4), minor(5, 6, 3, 8), minor(0, 8, 2, 6), minor(2, 3, 0, 5), minor(3, 7, 4, 6), minor(1, 6, 0, 7), minor(0, 4, 1, 3),
    ];
    return adjugate.map((value, at) => (at < 6 ? size * value : value));
}

/**
 * @param {Float32Array} values
 * @param {number} width
 * @param {number} height
 * @param {number} deviation
 */
function blurred(values, width, height, deviation) {
    const reach = Math.ceil(3 * deviation);
    const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)));
    const whole = weights.reduce((sum, weight) => sum + weight);
    const pass = (/** @type {Float32Array} */ from, /** @type {number} */ step, /** @type {number} */ length, /** @type {(at: number) => number} */ position) => from.map((_, at) => {
        const here = position(at);
        let sum = 0;
        for (let offset = -reach; offset <= reach; offset += 1) {
            const to = Math.max(0, Math.min(length - 1, here + offset));
            sum += weights[offset + reach] * from[at + (to - here) * step];
        }
        return sum / whole;
    });
    return pass(pass(values, 1, width, (at) => at % width), width, height, (at) => Math.floor(at / width));
}

/**
 * As a file for other programs (Netpbm's PGM).
 * @param {import('../../../Web/qr/picture/gray-picture.js').GrayPicture} picture
 */
export const pgmOf = ({ width, height, light }) => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), light]);
