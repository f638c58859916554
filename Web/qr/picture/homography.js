/** @typedef {{ x: number, y: number }} Point */

/** The projection of the unit square: the eight numbers of a perspective transformation. */
export class Homography {
    #a; #b; #c; #d; #e; #f; #g; #h;

    /**
     * @param {Point} origin where (0, 0) is seen
     * @param {Point} right (1, 0)
     * @param {Point} far (1, 1)
     * @param {Point} down (0, 1)
     */
    constructor(origin, right, far, down) {
        const [x1, y1, x2, y2] = [right.x - far.x, right.y - far.y, down.x - far.x, down.y - far.y];
        const [x3, y3] = [origin.x - right.x + far.x - down.x, origin.y - right.y + far.y - down.y];
        const determinant = x1 * y2 - x2 * y1;
        this.#g = (x3 * y2 - x2 * y3) / determinant;
        this.#h = (x1 * y3 - x3 * y1) / determinant;
        this.#a = right.x - origin.x + this.#g * right.x;
        this.#b = down.x - origin.x + this.#h * down.x;
        this.#c = origin.x;
        this.#d = right.y - origin.y + this.#g * right.y;
        this.#e = down.y - origin.y + this.#h * down.y;
        this.#f = origin.y;
    }

    /**
     * Maps a point into the picture.
     * @param {number} u
     * @param {number} v
     * @returns {Point}
     */
    at(u, v) {
        const scale = this.#g * u + this.#h * v + 1;
        return { x: (this.#a * u + this.#b * v + this.#c) / scale, y: (this.#d * u + this.#e * v + this.#f) / scale };
    }
}
