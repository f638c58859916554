import { Speaking } from '../quality/speaking.js';

/** In milliseconds: longer than a cough, or a word to someone in the room. */
const leastSpeech = 700;
/** In milliseconds: how long the notice stays after the last word, so that it can be read. */
const lasting = 3000;
/** In milliseconds: a person who stays muted this long after reading the notice wants to be muted. */
const rest = 15_000;
/** The person who is monitored here. */
const self = 0;

/** Decides when to tell muted participants who speak that they are muted. Pure: levels and times are passed in. */
export class MutedSpeechDetector {
    #speaking = new Speaking();
    /** @type {number | null} */
    #since = null;
    #heardAt = 0;
    #isTold = false;
    #nextAt = 0;

    /**
     * @param {number} level how loud they are, 0 … 1
     * @param {number} now
     * @returns {boolean} whether to tell them now
     */
    take(level, now) {
        const speaks = this.#speaking.take(new Map([[self, level]]), now).length > 0;
        this.#since = speaks ? this.#since ?? now : null;
        if (speaks) this.#heardAt = now;
        if (this.#isTold && now >= this.#heardAt + lasting) {
            this.#isTold = false;
            this.#nextAt = now + rest;
        } else if (this.#since !== null && now >= this.#since + leastSpeech && now >= this.#nextAt) {
            this.#isTold = true;
        }
        return this.#isTold;
    }
}
