/** How many counters, including the highest, can still be opened out of order (e2ee 8.2). */
export const windowSize = 128n;

/** The set of opened counters among the last 128 of a session: checked before decryption, updated after a frame has been authenticated. */
export class ReplayWindow {
    /** @type {bigint | null} */
    highest = null;
    /** Bit n is the counter `highest - n`. */
    #opened = 0n;

    /**
     * Whether the counter is new and not older than the window.
     * @param {bigint} counter
     */
    accepts(counter) {
        if (this.highest === null || counter > this.highest) return true;
        const age = this.highest - counter;
        return age < windowSize && ((this.#opened >> age) & 1n) === 0n;
    }

    /**
     * Marks a counter that `accepts` allowed.
     * @param {bigint} counter
     */
    mark(counter) {
        if (this.highest === null || counter > this.highest) {
            const distance = this.highest === null ? windowSize : counter - this.highest;
            this.#opened = distance < windowSize ? BigInt.asUintN(Number(windowSize), (this.#opened << distance) | 1n) : 1n;
            this.highest = counter;
        } else if (this.highest - counter < windowSize) {
            this.#opened |= 1n << (this.highest - counter);
        }
    }
}
