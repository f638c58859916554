/** Reads the first fields of a slice header. */
export class BitReader {
    #bits = '';

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        for (const byte of bytes) this.#bits += byte.toString(2).padStart(8, '0');
    }

    /**
     * An ue(v) value (ITU-T H.264 section 9.1); null when the bits end before it does.
     * @returns {number | null}
     */
    readExpGolomb() {
        const zeros = this.#bits.indexOf('1');
        const length = 2 * zeros + 1;
        if (zeros < 0 || length > this.#bits.length) return null;
        const value = Number.parseInt(this.#bits.slice(0, length), 2) - 1;
        this.#bits = this.#bits.slice(length);
        return value;
    }
}
