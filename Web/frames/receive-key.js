import { limits } from './limits.js';
import { ReplayWindow } from './replay-window.js';

/** @typedef {{ key: import('./sframe-key.js').SFrameKey, window: ReplayWindow, lastUsed: number, closesAt: number | null }} ReceiveSession */

/** A call key as one track of a sender is opened with it: its base key and the sender's sessions under it (e2ee 4). */
export class ReceiveKey {
    /** @type {Map<bigint, ReceiveSession>} */
    #sessions = new Map();
    /** @type {Set<bigint>} */
    #closed = new Set();

    /**
     * @param {import('./call-key-set.js').KeyEntry} entry
     * @param {CryptoKey} baseKey
     */
    constructor(entry, baseKey) {
        this.id = entry.id;
        this.tag = entry.tag;
        this.expiresAt = entry.expiresAt;
        this.baseKey = baseKey;
    }

    /** @param {bigint} session */
    knows(session) { return this.#sessions.has(session) || this.#closed.has(session); }

    /**
     * A session that is still open; null otherwise.
     * @param {bigint} session
     * @param {number} now
     */
    open(session, now) {
        this.#closeDue(now);
        return this.#sessions.get(session) ?? null;
    }

    /**
     * @param {bigint} session
     * @param {import('./sframe-key.js').SFrameKey} key
     * @param {number} now
     */
    begin(session, key, now) {
        this.#closeDue(now);
        if (this.#sessions.size >= limits.sessionsPerKey) {
            const [oldest] = [...this.#sessions].sort(([, left], [, right]) => left.lastUsed - right.lastUsed)[0];
            this.#close(oldest);
        }
        this.#sessions.set(session, { key, window: new ReplayWindow(), lastUsed: now, closesAt: null });
    }

    /**
     * Marks a verified counter. Whether none is missing before it: one that comes late was missed already.
     * @param {bigint} session
     * @param {bigint} counter
     * @param {number} now
     */
    mark(session, counter, now) {
        const state = this.#sessions.get(session);
        if (!state) return false;
        const isNext = counter <= (state.window.highest ?? -1n) + 1n;
        state.window.mark(counter);
        state.lastUsed = now;
        return isNext;
    }

    /**
     * Lets all sessions go on until an instant only.
     * @param {number} instant
     */
    closeSessions(instant) {
        for (const state of this.#sessions.values()) state.closesAt ??= instant;
    }

    /** @param {number} now */
    #closeDue(now) {
        for (const [session, { closesAt }] of this.#sessions) if (closesAt !== null && now >= closesAt) this.#close(session);
    }

    /** @param {bigint} session */
    #close(session) {
        this.#sessions.delete(session);
        this.#closed.add(session);
    }
}
