import { topLayer } from '../room/layers.js';

/**
 * In milliseconds: how long after a change the reception is still that of the previous layer; how long a connection must be clean before a
 * higher layer is requested.
 */
const settling = 2000;
const cleanTime = 10_000;
/** This many freezes within this many milliseconds: more than a single late key frame causes. */
const freezes = { count: 2, time: 3000 };
const highestLoss = 0.1;
/** The lowest useful bitrate of each layer: below it the picture is only blurred. */
const least = [0, 150_000, 500_000];

/**
 * The layer that a connection can carry. It is lowered at once on loss, on freezes or if the bitrate is too low, and raised by one after
 * ten seconds without any of these.
 */
export class LineLayer {
    /** The highest layer that may be requested. */
    most = topLayer;
    #changedAt = -Infinity;
    /** @type {number | null} */
    #cleanSince = null;
    /** @type {number[]} */
    #frozenAt = [];

    /**
     * Takes the reception since the last check.
     * @param {{ loss: number, freezes: number, rate: number | null }} line `rate` in bits a second, null for any
     * @param {number} layer what is received now
     * @param {number} now
     */
    take({ loss, freezes: count, rate }, layer, now) {
        this.#cleanSince ??= now;
        // A new layer begins with a key frame, which may take a while.
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
