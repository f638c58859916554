/** Random numbers that are the same for the same seed. */
export class Random {
    #state;

    /** @param {number} seed */
    constructor(seed) { this.#state = seed >>> 0; }

    /** From 0 to below 1. */
    next() {
        this.#state = (this.#state + 0x9e3779b9) >>> 0;
        let value = this.#state;
        value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
        value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
        return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
    }

    /**
     * @param {number} from
     * @param {number} to
     */
    between(from, to) { return from + (to - from) * this.next(); }

    /** @param {number} count */
    below(count) { return Math.floor(this.next() * count); }

    /** Normally distributed. */
    normal() { return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next()); }

    /**
     * @param {number} length
     * @param {string} [characters]
     */
    text(length, characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') {
        return Array.from({ length }, () => characters[this.below(characters.length)]).join('');
    }
}
