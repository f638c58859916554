/** How long an encoder must report that it is overloaded, in milliseconds. */
const patience = 5000;
/** The number of layers that a weak encoder makes at once. */
const fewer = 2;

/** @typedef {import('../room/layers.js').LayerPlan} LayerPlan */

/** How many layers this device's encoder can produce at once, according to the browser's statistics; for the rest of a call. */
export class EncoderStrength {
    #isWeak = false;
    /** @type {number | null} */
    #slowSince = null;

    /**
     * @param {boolean} isSlow the browser sends less than it should because of the processor
     * @param {LayerPlan} plan what is being sent
     * @param {number} now
     */
    take(isSlow, plan, now) {
        if (!isSlow || plan.filter((bitrate) => bitrate !== null).length <= fewer) this.#slowSince = null;
        else this.#slowSince ??= now;
        if (this.#slowSince !== null && now >= this.#slowSince + patience) this.#isWeak = true;
    }

    /**
     * Returns the part of a plan to send: the highest layers are left out if the encoder cannot produce them.
     * @param {LayerPlan} plan
     * @returns {LayerPlan}
     */
    of(plan) {
        if (!this.#isWeak) return plan;
        const kept = plan.flatMap((bitrate, layer) => (bitrate === null ? [] : [layer])).slice(0, fewer);
        return plan.map((bitrate, layer) => (kept.includes(layer) ? bitrate : null));
    }
}
