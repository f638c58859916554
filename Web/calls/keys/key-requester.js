/** @typedef {'joined' | 'needsKey' | 'signalsMayBeMissing' | 'keyInstalled' | 'hostChanged' | 'becameHost' | 'tick'} RequesterEvent */
/** @typedef {{ type: 'request' } | { type: 'nextTick', at: number }} RequesterAction */

/** In milliseconds: between two requests; for an answer; needs that are one; of a joiner for its first key. */
export const cooldown = 3000;
export const answerTime = 10_000;
export const deduplication = 1000;
export const joinPatience = 2000;

/** When a device asks the key host for the current key (e2ee 4 and 6). Pure; the twin of KeyRequester.swift. */
export class KeyRequester {
    #isHost = false;
    #hasKey = false;
    /** @type {number | null} */
    #joinedAt = null;
    /** @type {number | null} */
    #lastRequest = null;
    #isOpen = false;
    #ignoreNeedsUntil = -Infinity;
    /** @type {number | null} */
    #dueAt = null;

    /**
     * Whether a request is open, so that an answer to it may be taken.
     * @param {number} now
     */
    isWaiting(now) { return this.#isOpen && this.#lastRequest !== null && now < this.#lastRequest + answerTime; }

    /**
     * @param {RequesterEvent} event
     * @param {number} now
     * @returns {RequesterAction[]}
     */
    handle(event, now) {
        switch (event) {
        case 'joined':
            this.#joinedAt = now;
            if (!this.#hasKey) this.#schedule(now + joinPatience);
            break;
        case 'needsKey':
            if (now < this.#ignoreNeedsUntil) return [];
            this.#ignoreNeedsUntil = now + deduplication;
            this.#schedule(this.#hasKey ? now : Math.max(now, (this.#joinedAt ?? now) + joinPatience));
            break;
        case 'signalsMayBeMissing':
            if (this.#hasKey) this.#schedule(now);
            break;
        case 'keyInstalled':
            this.#hasKey = true;
            this.#isOpen = false;
            this.#dueAt = null;
            this.#ignoreNeedsUntil = now + deduplication;
            return [];
        case 'hostChanged':
            this.#isHost = false;
            if (this.#isOpen) {
                this.#isOpen = false;
                this.#schedule(now);
            }
            break;
        case 'becameHost':
            this.#isHost = true;
            this.#isOpen = false;
            this.#dueAt = null;
            break;
        default: break;
        }
        return this.#askIfDue(now);
    }

    /**
     * Notes a request for an instant, or later when the cooldown or an open request says so.
     * @param {number} instant
     */
    #schedule(instant) {
        if (this.#isHost) return;
        const earliest = this.#lastRequest === null ? instant : this.#lastRequest + (this.#isOpen ? answerTime : cooldown);
        this.#dueAt = Math.min(this.#dueAt ?? Infinity, Math.max(instant, earliest));
    }

    /**
     * @param {number} now
     * @returns {RequesterAction[]}
     */
    #askIfDue(now) {
        if (this.#dueAt === null) return [];
        if (now < this.#dueAt) return [{ type: 'nextTick', at: this.#dueAt }];
        this.#lastRequest = now;
        this.#isOpen = true;
        // Without an answer it asks again: anyone who has no key has nothing else to wait for.
        this.#dueAt = now + answerTime;
        return [{ type: 'request' }, { type: 'nextTick', at: now + answerTime }];
    }
}
