/** Reads numbers of any width, the most significant bit first. */
export class BitStream {
    #bytes;
    #position = 0;

    /** @param {Uint8Array} bytes */
    constructor(bytes) { this.#bytes = bytes; }

    get left() { return 8 * this.#bytes.length - this.#position; }

    /**
     * null if fewer bits are left.
     * @param {number} width at most 24
     * @returns {number | null}
     */
    read(width) {
        if (width > this.left) return null;
        let value = 0;
        for (let bit = 0; bit < width; bit += 1, this.#position += 1) {
            value = (value << 1) | ((this.#bytes[this.#position >> 3] >> (7 - (this.#position & 7))) & 1);
        }
        return value;
    }
}
