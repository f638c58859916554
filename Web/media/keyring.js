import { CallKeySet } from '../frames/call-key-set.js';
import { baseKeyOf } from '../frames/key-schedule.js';

/** The keys of one call inside the worker: told to every sealer and opener as they come and go. */
export class Keyring {
    #callId;
    #keys = new CallKeySet();
    /** @type {Set<(entries: import('../frames/call-key-set.js').KeyEntry[]) => Promise<void>>} */
    #users = new Set();
    /** @type {Set<() => void>} */
    #waiting = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #expiry;

    /** @param {number} callId */
    constructor(callId) { this.#callId = callId; }

    get entries() { return this.#keys.entries; }
    sealingEntry() { return this.#keys.sealingEntry(performance.now()); }

    /**
     * @param {{ key: CryptoKey, name: Uint8Array, epoch: number, sealAfter: number | null }} installed `sealAfter` in milliseconds
     */
    async install({ key, name, epoch, sealAfter }) {
        const now = performance.now();
        this.#keys.install(key, name, epoch, sealAfter === null ? null : now + sealAfter, now);
        await this.#distribute();
        for (const resume of this.#waiting) resume();
        this.#waiting.clear();
    }

    learnedOfLeave() { this.#keys.learnedOfLeave(performance.now()); }

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
     * Told of all keys now and whenever they change.
     * @param {(entries: import('../frames/call-key-set.js').KeyEntry[]) => Promise<void>} user
     */
    async use(user) {
        this.#users.add(user);
        await user(this.#keys.entries);
        return () => { this.#users.delete(user); };
    }

    /**
     * Returns when a key has come, or at the instant.
     * @param {number} deadline on the clock of `performance.now()`
     */
    change(deadline) {
        return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
            const resume = () => {
                clearTimeout(timer);
                this.#waiting.delete(resume);
                resolve();
            };
            const timer = setTimeout(resume, Math.max(0, deadline - performance.now()));
            this.#waiting.add(resume);
        });
    }

    async #distribute() {
        this.#keys.expire(performance.now());
        await Promise.all([...this.#users].map((user) => user(this.#keys.entries)));
        clearTimeout(this.#expiry);
        const next = this.#keys.nextExpiry;
        if (next !== null) this.#expiry = setTimeout(() => void this.#distribute(), Math.max(0, next - performance.now()) + 1);
    }
}
