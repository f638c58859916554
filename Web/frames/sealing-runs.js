import { makeSenderKeyID } from './sender-frame-key-id.js';

/** How long layers share a run if there are several, in milliseconds. */
const life = 10_000;
const lastRun = 0xffff;

/**
 * Names the keys under which the layers of one track are sealed, for one whole entry into a call (e2ee 8.1).
 *
 * All layers share run and random number and change them together. Runs only rise, and no KID is used twice.
 */
export class SealingRuns {
    /** @type {{ generation: number, step: number, number: number, random: number, begunAt: number, layers: Set<number> } | null} */
    #run = null;
    #next;

    /** @param {number} [next] for the tests of the last run */
    constructor(next = 0) { this.#next = next; }

    /** Ends the run: the track is published again, or nothing may be sealed for now. */
    end() { this.#run = null; }

    /**
     * The KID with which to seal the next frame of a layer: that of the layer's sealer, or a new one; null if all runs are used up.
     * @param {number} layer
     * @param {bigint | null} held the KID of the layer's sealer
     * @param {{ generation: number, step: number }} sealing
     * @param {number} now
     * @param {() => number} random 30 bits of the system's generator; asked when a run begins
     */
    keyID(layer, held, { generation, step }, now, random) {
        const run = this.#run;
        if (run && run.generation === generation && run.step === step && !(run.layers.size > 1 && now >= run.begunAt + life)) {
            const keyID = makeSenderKeyID({ ...run, run: run.number, layer });
            if (keyID === held) return keyID;
            if (!run.layers.has(layer)) {
                run.layers.add(layer);
                return keyID;
            }
            // The layer's sealer was replaced during the run, and the new one's counter would start over.
        }
        if (this.#next > lastRun) return null;
        this.#run = { generation, step, number: this.#next, random: random(), begunAt: now, layers: new Set([layer]) };
        this.#next += 1;
        return makeSenderKeyID({ ...this.#run, run: this.#run.number, layer });
    }
}
