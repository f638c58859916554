import { limits } from './limits.js';

/** @typedef {import('../keys/channels/gestures.js').Gestures} Gestures */
/** @typedef {import('../keys/channels/gestures.js').Reaction} Reaction */

/** What this device shows everybody in the call, and when that may go out. */
export class OwnGestures {
    isHandRaised = false;
    /** The earliest instant of the next signal with gestures that are new to somebody. */
    next = 0;
    /** @type {{ reaction: Reaction, at: number } | null} */
    #reaction = null;
    #count = 0;

    /**
     * @param {Reaction} reaction
     * @param {number} now
     */
    react(reaction, now) {
        this.#reaction = { reaction, at: now };
        this.#count = (this.#count + 1) & 0xff;
    }

    /**
     * As a report says it now. A reaction stays for a few seconds: the first report with it may be lost, and who comes later has not
     * missed it.
     * @param {number} now
     * @returns {Gestures}
     */
    shown(now) {
        const isCurrent = this.#reaction !== null && now < this.#reaction.at + limits.reactionTime;
        return { isHandRaised: this.isHandRaised, reaction: isCurrent ? this.#reaction?.reaction ?? null : null, count: this.#count };
    }
}

/** @type {Readonly<Gestures>} what somebody shows of whom nothing was heard */
export const noGestures = Object.freeze({ isHandRaised: false, reaction: null, count: 0 });

/**
 * Whether somebody who was told the former has something to learn from these.
 * @param {Gestures} gestures
 * @param {Gestures} former
 */
export const isNews = (gestures, former) => gestures.isHandRaised !== former.isHandRaised || hasReaction(gestures, former);

/**
 * Whether these have a reaction that the former have not.
 * @param {Gestures} gestures
 * @param {Gestures} former
 */
export const hasReaction = ({ reaction, count }, former) => reaction !== null && (reaction !== former.reaction || count !== former.count);
