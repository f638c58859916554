/**
 * One side's offer in its `heart-beat` header, in milliseconds; 0 = none (STOMP 1.2, "Heart-beating").
 * @typedef {{ sends: number, expects: number }} HeartBeat
 */

/** Every ten seconds in both directions (wire-protocol 3.1). @type {Readonly<HeartBeat>} */
export const tenSeconds = Object.freeze({ sends: 10_000, expects: 10_000 });

/**
 * Reads `"<sends>,<expects>"`; null unless both are plain decimal numbers of at most nine digits.
 * @param {string} text
 * @returns {HeartBeat | null}
 */
export function parseHeartBeat(text) {
    const match = /^([0-9]{1,9}),([0-9]{1,9})$/.exec(text);
    return match ? { sends: Number(match[1]), expects: Number(match[2]) } : null;
}

/**
 * The intervals on this side once the other's offer is known: the larger of the two, or none.
 * @param {HeartBeat} own
 * @param {HeartBeat} other
 * @returns {HeartBeat}
 */
export function negotiated(own, other) {
    return {
        sends: own.sends === 0 || other.expects === 0 ? 0 : Math.max(own.sends, other.expects),
        expects: own.expects === 0 || other.sends === 0 ? 0 : Math.max(own.expects, other.sends),
    };
}

/**
 * Tracks one connection's heart-beats, in milliseconds of a monotonic clock. Sends after four fifths of the interval, so that a late tick
 * does not cause a late beat; considers the other side dead after twice its interval.
 */
export class HeartBeatTimer {
    #sendAfter;
    #silentAfter;
    #lastSent;
    #lastReceived;

    /**
     * @param {HeartBeat} intervals
     * @param {number} now
     */
    constructor(intervals, now) {
        this.#sendAfter = intervals.sends * 0.8;
        this.#silentAfter = intervals.expects * 2;
        this.#lastSent = now;
        this.#lastReceived = now;
    }

    /** @param {number} now */
    sent(now) { this.#lastSent = Math.max(this.#lastSent, now); }
    /** @param {number} now */
    received(now) { this.#lastReceived = Math.max(this.#lastReceived, now); }
    /** @param {number} now */
    mustSend(now) { return this.#sendAfter > 0 && now >= this.#lastSent + this.#sendAfter; }
    /** @param {number} now */
    isSilent(now) { return this.#silentAfter > 0 && now >= this.#lastReceived + this.#silentAfter; }

    /** The instant of the next check; null without heart-beats. */
    get deadline() {
        const times = [
            this.#sendAfter > 0 ? this.#lastSent + this.#sendAfter : Infinity,
            this.#silentAfter > 0 ? this.#lastReceived + this.#silentAfter : Infinity,
        ];
        const first = Math.min(...times);
        return first === Infinity ? null : first;
    }
}
