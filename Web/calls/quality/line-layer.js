import { topLayer } from '../room/layers.js';

/**
 * In milliseconds: how long the reception is still that of the former layer after a change; how long a connection has to be clean before a
 * higher layer is requested.
 */
const settling = 2000;
const cleanTime = 10_000;
/** This many freezes within this many milliseconds are more than a single late key frame causes. */
const freezes = { count: 2, time: 3000 };
const highestLoss = 0.1;
/** The least bitrate of each layer: with less it would only be blurred. */
const least = [0, 150_000, 500_000];

/**
 * The layer that a connection carries: lowered at once on loss or freezes, or if the bitrate is too low; raised by one after ten seconds
 * without.
 */
export class LineLayer {
    /** The highest layer that may be wanted. */
    most = topLayer;
    #changedAt = -Infinity;
    /** @type {number | null} */
    #cleanSince = null;
    /** @type {number[]} */
    #frozenAt = [];

    /**
     * Takes the reception since the last look.
     * @param {{ loss: number, freezes: number, rate: number | null }} line `rate` in bits a second, null for any
     * @param {number} layer what is received now
     * @param {number} now
     */
    take({ loss, freezes: count, rate }, layer, now) {
        this.#cleanSince ??= now;
        // Another layer begins with a key frame, for which there may be a wait.
        const isSettling = now < this.#changedAt + settling;
        this.#frozenAt = isSettling ? [] : [...this.#frozenAt, ...Array.from({ length: count }, () => now)].filter((at) => now < at + freezes.time);
        const isBad = loss > highestLoss || this.#frozenAt.length >= freezes.count || (rate !== null && rate < least[layer]);
        if (isBad) {
            this.#cleanSince = now;
            if (isSettling) return;
            this.#change(Math.max(0, Math.min(this.most, layer) - 1), now);
        } else if (this.most < topLayer && now >= this.#cleanSince + cleanTime) {
            this.#cleanSince = now;
            this.#change(this.most + 1, now);
        }
    }

    /**
     * @param {number} most
     * @param {number} now
     */
    #change(most, now) {
        this.most = most;
        this.#changedAt = now;
        this.#frozenAt = [];
    }
}
