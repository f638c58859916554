import { CallKeySet } from '../frames/call-key-set.js';
import { baseKeyOf } from '../frames/key-schedule.js';
import { systemClock } from './clock.js';

/** The keys of one call inside the worker: handed to every sealer and opener as they come and go. */
export class Keyring {
    #callId;
    #keys = new CallKeySet();
    /** @type {Set<(entries: import('../frames/call-key-set.js').KeyEntry[]) => Promise<void>>} */
    #users = new Set();
    /** @type {Set<() => void>} */
    #waiting = new Set();
    #clock;
    #stopExpiry = () => {};

    /**
     * @param {number} callId
     * @param {import('./clock.js').Clock} [clock]
     */
    constructor(callId, clock = systemClock) {
        this.#callId = callId;
        this.#clock = clock;
    }

    get entries() { return this.#keys.entries; }
    sealingEntry() { return this.#keys.sealingEntry(this.#clock.now()); }

    /**
     * @param {{ key: CryptoKey, name: Uint8Array, epoch: number, sealAfter: number | null }} installed `sealAfter` in milliseconds
     */
    async install({ key, name, epoch, sealAfter }) {
        const now = this.#clock.now();
        this.#keys.install(key, name, epoch, sealAfter === null ? null : now + sealAfter, now);
        await this.#distribute();
        for (const resume of this.#waiting) resume();
        this.#waiting.clear();
    }

    learnedOfLeave() { this.#keys.learnedOfLeave(this.#clock.now()); }

    /**
     * The base key of a track of a device, under one key.
     * @param {string} device
     * @param {string} track
     * @returns {(entry: import('../frames/call-key-set.js').KeyEntry) => Promise<CryptoKey>}
     */
    deriver(device, track) {
        return ({ key }) => baseKeyOf(/** @type {CryptoKey} */ (key), this.#callId, device, track);
    }

    /**
     * Gives the user all keys now and whenever they change.
     * @param {(entries: import('../frames/call-key-set.js').KeyEntry[]) => Promise<void>} user
     */
    async use(user) {
        this.#users.add(user);
        await user(this.#keys.entries);
        return () => { this.#users.delete(user); };
    }

    /**
     * Returns when a key has come, or at the instant.
     * @param {number} deadline
     */
    change(deadline) {
        return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
            const resume = () => {
                callOff();
                this.#waiting.delete(resume);
                resolve();
            };
            const callOff = this.#clock.after(Math.max(0, deadline - this.#clock.now()), resume);
            this.#waiting.add(resume);
        });
    }

    async #distribute() {
        this.#keys.expire(this.#clock.now());
        await Promise.all([...this.#users].map((user) => user(this.#keys.entries)));
        this.#stopExpiry();
        const next = this.#keys.nextExpiry;
        if (next !== null) this.#stopExpiry = this.#clock.after(Math.max(0, next - this.#clock.now()) + 1, () => this.#distribute());
    }
}
