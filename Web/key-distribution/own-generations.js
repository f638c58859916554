import { SenderKey } from '../keys/sender-key.js';

/** @typedef {import('../keys/sender-key.js').SealingKey} SealingKey */
/** @typedef {{ number: number, step: number, key: SenderKey, sealsFrom: number, handed: Set<string>, sealsUntil: number }} Generation */

/** The generations of this device's sealing key, and the joins that were given each (e2ee 5). */
export class OwnGenerations {
    /** @type {Generation[]} the newest last; the one before it seals until the newest does */
    #generations;
    /** @type {Set<string>} the joins that may get keys now */
    #members = new Set();
    /** For each member the time until which its last proof of presence is valid; and the grace period of a leave. */
    provenUntil = Infinity;

    /**
     * @param {number} number
     * @param {SenderKey} key
     * @param {number} now
     */
    constructor(number, key, now) {
        this.#generations = [{ number, step: 0, key, sealsFrom: now, handed: new Set(), sealsUntil: Infinity }];
    }

    get #last() { return this.#generations[this.#generations.length - 1]; }

    /** @param {number} now */
    #current(now) { return this.#generations.filter((generation) => generation.sealsFrom <= now).pop() ?? null; }

    /**
     * The key to seal with now; null if nothing may be sealed. Each join that was given the generation must be a member, or have been found
     * to have left less than half a second ago, and at least one must be able to open it.
     * @param {number} now
     * @returns {SealingKey | null}
     */
    sealing(now) {
        const current = this.#current(now);
        if (!current || now >= current.sealsUntil || now >= this.provenUntil) return null;
        if (![...current.handed].some((join) => this.#members.has(join))) return null;
        return { generation: current.number, step: current.step, key: current.key };
    }

    /** @returns {SealingKey} the key that is handed out now */
    get newest() { return { generation: this.#last.number, step: this.#last.step, key: this.#last.key }; }

    /** @param {number} now */
    isNewestInUse(now) { return this.#last.sealsFrom <= now; }

    /** Whether no join was given the newest generation. */
    get isNewestFresh() { return this.#last.handed.size === 0; }

    /** @param {string} join */
    hasNewest(join) { return this.#last?.handed.has(join) ?? false; }

    /**
     * Whether a join was given the current sealing key.
     * @param {string} join
     * @param {number} now
     */
    hasSealing(join, now) { return this.#current(now)?.handed.has(join) ?? false; }

    async step() {
        const last = this.#last;
        last.key = await last.key.ratcheted();
        last.step += 1;
    }

    /**
     * @param {SenderKey} key
     * @param {number} sealsFrom
     * @param {number} now
     */
    begin(key, sealsFrom, now) {
        let number = this.#last.number + 1;
        // Statuses name the low 16 bits, where 0 means none.
        if ((number & 0xffff) === 0) number += 1;
        this.#generations.push({ number, step: 0, key, sealsFrom, handed: new Set(), sealsUntil: Infinity });
        this.dropUnused(now);
    }

    /** @param {string} join */
    hand(join) {
        this.#last.handed.add(join);
        this.#members.add(join);
    }

    /** @param {string} join */
    join(join) { this.#members.add(join); }

    /**
     * A join is no longer a member, since the instant at which that was learned.
     * @param {string} join
     * @param {number} instant
     * @param {number} grace
     * @returns {boolean} whether the newest was handed to it
     */
    left(join, instant, grace) {
        this.#members.delete(join);
        this.bound(join, instant, grace);
        return this.hasNewest(join);
    }

    /**
     * The generations that a join was given seal for `grace` longer.
     * @param {string} join
     * @param {number} instant
     * @param {number} grace
     */
    bound(join, instant, grace) {
        for (const generation of this.#generations) {
            if (generation.handed.has(join)) generation.sealsUntil = Math.min(generation.sealsUntil, instant + grace);
        }
    }

    /** @param {number} now */
    starts(now) { return this.#generations.map(({ sealsFrom }) => sealsFrom).filter((instant) => instant > now); }

    end() {
        for (const { key } of this.#generations) key.wipe();
        this.#generations = [];
        this.#members.clear();
    }

    /** @param {number} now */
    dropUnused(now) {
        const current = this.#current(now);
        if (current) this.#generations.splice(0, this.#generations.indexOf(current));
    }
}
