import { limits } from './limits.js';

/** @typedef {import('../keys/channels/gestures.js').Gestures} Gestures */
/** @typedef {import('../keys/channels/gestures.js').Reaction} Reaction */

/** The gestures that this device shows everyone in the call, and when they may be sent. */
export class OwnGestures {
    isHandRaised = false;
    /** The earliest instant of the next signal with gestures that are new to someone. */
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
     * The gestures for a report now. A reaction stays for a few seconds: the first report with it may be lost, and later joiners still see
     * it.
     * @param {number} now
     * @returns {Gestures}
     */
    shown(now) {
        const isCurrent = this.#reaction !== null && now < this.#reaction.at + limits.reactionTime;
        return { isHandRaised: this.isHandRaised, reaction: isCurrent ? this.#reaction?.reaction ?? null : null, count: this.#count };
    }
}

/** @type {Readonly<Gestures>} the gestures of a device that hasn't sent any */
export const noGestures = Object.freeze({ isHandRaised: false, reaction: null, count: 0 });

/**
 * Whether these contain anything new for a device that got the previous ones.
 * @param {Gestures} gestures
 * @param {Gestures} former
 */
export const isNews = (gestures, former) => gestures.isHandRaised !== former.isHandRaised || hasReaction(gestures, former);

/**
 * Whether these have a reaction that the previous ones lack.
 * @param {Gestures} gestures
 * @param {Gestures} former
 */
export const hasReaction = ({ reaction, count }, former) => reaction !== null && (reaction !== former.reaction || count !== former.count);
