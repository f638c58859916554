import { limits } from './limits.js';
import { namedGenerations } from './sender-frame-key-id.js';

/** @typedef {import('../keys/sender-key.js').SenderKey} SenderKey */
/** @typedef {{ generation: number, step: number }} Position keys of one sender have one order */
/** @typedef {{ position: Position, held: SenderKey, distance: number }} Candidate a key that may open a frame */
/** @typedef {{ position: Position, key: SenderKey, cameAt: number, openedAt: number | null, expiresAt: number }} HeldKey */

/**
 * @param {Position} left
 * @param {Position} right
 */
const isBelow = (left, right) =>
    left.generation < right.generation || (left.generation === right.generation && left.step < right.step);
/**
 * @param {Position} left
 * @param {Position} right
 */
const isSame = (left, right) => left.generation === right.generation && left.step === right.step;

/**
 * The keys of one sender: which generations and steps are held, and for how long (e2ee 5 and 8.2). Instants in milliseconds.
 *
 * The highest is held until the end, older ones until two seconds after a frame of a newer one opened, and ten seconds
 * at most after a newer one came.
 */
export class ReceivedKeys {
    /** @type {HeldKey[]} in rising order */
    #held = [];
    /** @type {number | null} the highest generation that came; what is below it and not here is over */
    #highest = null;
    /** @type {Set<number>} generations, as KIDs name them, that were dropped with `forget`: what is still on its way under them is over */
    #forgotten = new Set();

    get isEmpty() { return this.#held.length === 0; }

    /**
     * A higher generation is never refused.
     * @param {import('../keys/sender-key.js').SealingKey} given
     * @param {number} now
     */
    receive({ generation, step, key }, now) {
        this.expire(now);
        this.#forgotten.clear();
        this.#insert({ generation, step }, key, now);
        this.#highest = Math.max(this.#highest ?? 0, generation);
        const generations = new Set(this.#held.map(({ position }) => position.generation));
        const lowest = Math.min(...generations);
        if (generations.size > limits.generations) this.#held = this.#held.filter(({ position }) => position.generation !== lowest);
    }

    /** Drops all keys: the sender has left, or joined again. */
    forget() {
        for (const { position } of this.#held) this.#forgotten.add(position.generation % namedGenerations);
        this.#held = [];
        this.#highest = null;
    }

    /** @param {number} now */
    expire(now) {
        while (this.#held.length > 0 && now >= this.#held[0].expiresAt) this.#held.shift();
    }

    /** When the next key is due to be dropped; null if none is superseded. */
    get nextExpiry() {
        const [first] = this.#held;
        return first && first.expiresAt !== Infinity ? first.expiresAt : null;
    }

    /** @param {number} generation */
    holdsGeneration(generation) { return this.#held.some(({ position }) => position.generation === generation); }

    /** @param {Position} position */
    holds(position) { return this.#held.some((held) => isSame(held.position, position)); }

    /**
     * No ratchet step has been taken yet.
     * @param {import('./sender-frame-key-id.js').SenderFrameKeyID} keyID
     * @returns {Candidate | 'unknown' | 'over'}
     */
    find(keyID) {
        const matching = this.#held.filter(({ position }) => position.generation % namedGenerations === keyID.generation);
        const generation = matching.at(-1)?.position.generation;
        if (generation === undefined) return this.#isOver(keyID.generation) ? 'over' : 'unknown';
        const reachable = matching.filter(({ position }) => position.generation === generation && position.step <= keyID.step).at(-1);
        if (!reachable) return 'over';
        return { position: { generation, step: keyID.step }, held: reachable.key, distance: keyID.step - reachable.position.step };
    }

    /** @param {Candidate} candidate */
    async derive({ held, distance }) {
        let key = held;
        for (let step = 0; step < distance; step += 1) key = await key.ratcheted();
        return key;
    }

    /**
     * Keeps a key with which a frame was opened.
     * @param {SenderKey} key
     * @param {Candidate} candidate
     * @param {number} now
     */
    keep(key, { position }, now) {
        this.#insert(position, key, now);
        const index = this.#held.findIndex((held) => isSame(held.position, position));
        // A frame was opened: older keys have two more seconds.
        if (index < 0 || this.#held[index].openedAt !== null) return;
        this.#held[index].openedAt = now;
        this.#limit(index);
    }

    /**
     * Whether the 9 bits name a generation below the highest received one, in serial number arithmetic.
     * @param {number} bits
     */
    #isOver(bits) {
        if (this.#highest === null) return this.#forgotten.has(bits);
        const ahead = (((bits - this.#highest) % namedGenerations) + namedGenerations) % namedGenerations;
        return ahead === 0 || ahead >= namedGenerations / 2;
    }

    /**
     * @param {Position} position
     * @param {SenderKey} key
     * @param {number} now
     */
    #insert(position, key, now) {
        if (this.holds(position)) return;
        const above = this.#held.findIndex((held) => isBelow(position, held.position));
        const index = above < 0 ? this.#held.length : above;
        this.#held.splice(index, 0, { position, key, cameAt: now, openedAt: null, expiresAt: Infinity });
        // A late one gets the remaining time of its place in the order.
        for (let each = index; each < this.#held.length; each += 1) this.#limit(each);
        this.expire(now);
    }

    /** @param {number} index */
    #limit(index) {
        const newer = this.#held[index];
        const end = Math.min(newer.cameAt + limits.longestOlderKeyLife, (newer.openedAt ?? Infinity) + limits.olderKeyLife);
        for (const older of this.#held.slice(0, index)) older.expiresAt = Math.min(older.expiresAt, end);
    }
}
