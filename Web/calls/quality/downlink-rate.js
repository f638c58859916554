/** In bits a second. */
const lowest = 60_000;
const highest = 4_000_000;
/** In seconds. */
const longestQueue = 0.1;
const shortQueue = 0.05;
/** The time after which the sender has reacted to the last report, in milliseconds. */
const pause = 1500;
/** Shares of the bitrate at which the connection was last overloaded. */
const near = { from: 0.8, to: 1.15 };
const growth = { near: 0.04, far: 0.25 };

/**
 * The reception since the last check: the bitrate, the share of lost packets, and the delay above the recent minimum, in seconds.
 * @typedef {{ bitrate: number, loss: number, queue: number }} Arrival
 */

/**
 * The bitrate that a sender may send so that all of it arrives here, from what arrives: 0.85 of it when a queue has grown or much is lost,
 * less while the queue is long (draft-ietf-rmcat-gcc-02 section 5.5); then more each second, at most 1.5 times what arrives: 4 % near the
 * rate of the last overload, and 25 % far from it. The twin of DownlinkRate.swift (`Tests/Vectors/downlink-rate.json`).
 */
export class DownlinkRate {
    /** @type {number | null} bits a second; null while nothing is known to be too much */
    rate = null;
    /** @type {number | null} */
    #changedAt = null;
    /** @type {number | null} */
    #loweredAt = null;
    /** The bitrate that the connection carried at the last overload, in bits a second. */
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
            // The connection carries what arrives: also if the sender hasn't reacted yet.
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
