/** @typedef {'good' | 'fair' | 'poor' | 'lost'} QualityLevel */
/**
 * The reception from one person in the last second; null if unknown, as of video in an audio call.
 * @typedef {object} QualitySample
 * @property {number | null} lossAudio the share of the packets that was lost, 0 … 1
 * @property {number | null} lossVideo
 * @property {number | null} rttMs the round trip to the media server
 * @property {number | null} jitterMs
 * @property {number | null} frozenMs for how much of the second the picture stood still
 * @property {boolean} receiving whether anything came
 */

/** From best to worst. */
const levels = /** @type {const} */ (['good', 'fair', 'poor', 'lost']);
/** A level is shown once this many out of this many seconds were at least as bad, so that a single bad second doesn't count. */
const [bad, of] = [2, 3];
/** It is withdrawn after this many seconds that were all better. */
const steady = 5;

/** From here on a sample is fair or poor. Lost pictures count as fair at most: audio matters more. */
const limits = /** @type {const} */ ([
    ['lossAudio', 0.03, 0.1], ['lossVideo', 0.05, Infinity], ['rttMs', 400, 800], ['jitterMs', 80, 200], ['frozenMs', 100, 500],
]);

/** @param {QualityLevel} level */
export const rank = (level) => levels.indexOf(level);

/**
 * @param {QualitySample} sample
 * @returns {QualityLevel}
 */
export function scoreOf(sample) {
    if (!sample.receiving) return 'lost';
    const ranks = limits.map(([name, fair, poor]) => {
        const value = sample[name] ?? 0;
        return value >= poor ? 2 : value >= fair ? 1 : 0;
    });
    return levels[Math.max(...ranks)];
}

/**
 * The level that is shown for one connection, sample by sample, without flickering. Pure. Swift has the same rule
 * (Tests/Vectors/call-quality.json).
 */
export class QualityMeter {
    /** @type {number[]} the ranks of the last samples */
    #ranks = [];
    /** @type {number | null} */
    #shown = null;

    /**
     * @param {QualitySample} sample
     * @returns {QualityLevel} what is shown from now on
     */
    take(sample) {
        const now = rank(scoreOf(sample));
        this.#ranks = [...this.#ranks, now].slice(-steady);
        // Whether media are received at all takes effect at once.
        const isAbrupt = [now, this.#shown].includes(rank('lost'));
        this.#shown = isAbrupt ? now : this.#next(this.#shown ?? now);
        return levels[this.#shown];
    }

    /** @param {number} shown */
    #next(shown) {
        const reached = this.#ranks.slice(-of).sort((one, other) => other - one)[bad - 1] ?? shown;
        if (reached > shown) return reached;
        const worst = Math.max(...this.#ranks);
        return this.#ranks.length === steady && worst < shown ? worst : shown;
    }
}
