import { delay, mediaBackoff, settling } from '../../protocol/backoff.js';

/**
 * Decides when the media connection is recreated after a loss, and when to give up: the delay of the next attempt in milliseconds, or null
 * to give up. Pure; the twin of RoomRecovery.swift (`Tests/Vectors/media-recovery.json`).
 */
export class RoomRecovery {
    #limit;
    #attempts = 0;
    /** @type {number | null} */
    #restoredAt = null;
    /** @type {number | null} when the way was lost; null while it works */
    lostAt = null;

    /** @param {number} limit how long the way may be gone */
    constructor(limit) { this.#limit = limit; }

    /**
     * The connection is lost; undefined if that is known and recovery is under way.
     * @param {number} now
     */
    lost(now) {
        if (this.lostAt !== null) return undefined;
        this.lostAt = now;
        if (this.#restoredAt !== null && now - this.#restoredAt < settling) return this.#next(now, 0);
        this.#attempts = 0;
        return 0;
    }

    /**
     * @param {number} now
     * @param {number} random 0 ..< 1
     */
    failed(now, random) { return this.#next(now, random); }

    /** @param {number} now */
    restored(now) {
        this.lostAt = null;
        this.#restoredAt = now;
    }

    /**
     * @param {number} now
     * @param {number} random
     */
    #next(now, random) {
        const wait = delay(mediaBackoff, this.#attempts, random);
        this.#attempts += 1;
        return now - /** @type {number} */ (this.lostAt) + wait < this.#limit ? wait : null;
    }
}
