import { limits } from './limits.js';

/** Whether a receiver needs a key frame, and when it requests one: at most twice a second until it has decrypted one. */
export class KeyFrameDemand {
    #isNeeded = true;
    #lastAsked = -Infinity;

    demand() { this.#isNeeded = true; }

    satisfy() { this.#isNeeded = false; }

    /** @param {number} now */
    asks(now) {
        if (!this.#isNeeded || now < this.#lastAsked + limits.keyFrameRequestInterval) return false;
        this.#lastAsked = now;
        return true;
    }

    /** A copy of its state, which continues independently. */
    copy() {
        const copy = new KeyFrameDemand();
        copy.#isNeeded = this.#isNeeded;
        copy.#lastAsked = this.#lastAsked;
        return copy;
    }
}
