import { Speaking } from '../quality/speaking.js';

/** In milliseconds: a cough, or a word to someone in the room, is shorter. */
const leastSpeech = 700;
/** In milliseconds: as long as it can be read after the last word. */
const lasting = 3000;
/** In milliseconds: a person who stays muted after reading it wants to be. */
const rest = 15_000;
/** The one who is listened to here. */
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
