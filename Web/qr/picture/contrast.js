import { localMeans } from './local-means.js';

/** A difference in darkness of this much is only noise. */
const noise = 3;

/** A picture's local darkness: how much darker each pixel is than its surroundings. */
export class Contrast {
    /** @type {Int16Array} above zero for dark */
    #values;

    /**
     * @param {import('./gray-picture.js').GrayPicture} picture
     * @param {number} radius of the surroundings
     */
    constructor({ width, height, light }, radius) {
        this.width = width;
        this.height = height;
        const means = localMeans({ width, height, light }, radius);
        this.#values = new Int16Array(light.length);
        for (let at = 0; at < light.length; at += 1) this.#values[at] = means[at] - light[at] - noise;
    }

    /**
     * By row and column; both inside.
     * @param {number} x
     * @param {number} y
     */
    isDark(x, y) { return this.#values[y * this.width + x] > 0; }

    /** @param {number} y */
    row(y) { return this.#values.subarray(y * this.width, (y + 1) * this.width); }

    /**
     * Between pixels, whose centres are whole numbers; outside the picture it is light.
     * @param {number} x
     * @param {number} y
     */
    at(x, y) {
        const [left, top] = [Math.floor(x), Math.floor(y)];
        if (left < 0 || top < 0 || left + 1 >= this.width || top + 1 >= this.height) return -noise;
        const values = this.#values;
        const [right, down, from] = [x - left, y - top, top * this.width + left];
        const above = values[from] + (values[from + 1] - values[from]) * right;
        const below = values[from + this.width] + (values[from + this.width + 1] - values[from + this.width]) * right;
        return above + (below - above) * down;
    }
}
