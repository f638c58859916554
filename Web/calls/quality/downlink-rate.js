/** In bits a second. */
const lowest = 60_000;
const highest = 4_000_000;
/** In seconds. */
const longestQueue = 0.1;
const shortQueue = 0.05;
/** What was said is answered by this time, in milliseconds. */
const pause = 1500;
/** Of the rate that the line carried when it was too much. */
const near = { from: 0.8, to: 1.15 };
const growth = { near: 0.04, far: 0.25 };

/**
 * What came in the time since the last look: bits a second, the share that was lost, and how much later than the quickest
 * of late it came, in seconds.
 * @typedef {{ bitrate: number, loss: number, queue: number }} Arrival
 */

/**
 * How many bits a second a sender may send so that they all arrive here, from what arrives: 0.85 of it when a queue has grown
 * or much is lost, less while the queue is long (draft-ietf-rmcat-gcc-02 section 5.5); then more each second, at most 1.5 times
 * what arrives: 4 % near what was too much the last time, and 25 % far from it.
 * The twin of DownlinkRate.swift (`Tests/Vectors/downlink-rate.json`).
 */
export class DownlinkRate {
    /** @type {number | null} bits a second; null while nothing is known to be too much */
    rate = null;
    /** @type {number | null} */
    #changedAt = null;
    /** @type {number | null} */
    #loweredAt = null;
    /** What the line carried when it was too much the last time, in bits a second. */
    #limit = 0;

    /**
     * @param {Arrival} arrival
     * @param {number} now in milliseconds of a clock that only goes forward
     */
    take({ bitrate, loss, queue }, now) {
        const elapsed = this.#changedAt === null ? 0 : (now - this.#changedAt) / 1000;
        this.#changedAt = now;
        if (loss > 0.1 || queue > longestQueue) {
            if (this.#loweredAt !== null && now < this.#loweredAt + pause) return;
            this.#loweredAt = now;
            // What arrives is what the line carries: also where the sender has not answered yet.
            this.#limit = Math.min(this.rate ?? Infinity, bitrate);
            const kept = Math.min(0.85, Math.max(0.6, 0.9 - queue / 2));
            this.rate = Math.max(lowest, this.#limit * kept);
        } else if (this.rate !== null && loss < 0.02 && queue < shortQueue) {
            const part = this.rate / Math.max(this.#limit, 1);
            const more = part >= near.from && part <= near.to ? growth.near : growth.far;
            const grown = Math.min(this.rate * (1 + more * Math.min(elapsed, 2)), Math.max(this.rate, 1.5 * bitrate));
            this.rate = grown < highest ? grown : null;
        }
    }
}
