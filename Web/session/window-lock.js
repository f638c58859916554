import { Listeners } from '../protocol/listeners.js';
import { deviceLock } from './release-locks.js';

/** Lets one window of a browser profile be the device at a time, with a Web Lock. */
export class WindowLock {
    #name;
    #locks;
    /** @type {Listeners<[]>} */
    #lost = new Listeners();
    /** @type {(() => void) | null} */
    #release = null;
    /** @type {AbortController | null} */
    #waiting = null;

    /**
     * @param {string} [name]
     * @param {LockManager} [locks]
     */
    constructor(name = deviceLock, locks = navigator.locks) {
        this.#name = name;
        this.#locks = locks;
    }

    /** Takes the lock unless another window has it. */
    async acquire() { return this.#release !== null || this.#request({ ifAvailable: true }); }

    /** Takes the lock once no other window has it; false if this window had taken it before that. */
    async wait() {
        if (this.#release !== null) return true;
        this.#waiting?.abort();
        const waiting = new AbortController();
        this.#waiting = waiting;
        try {
            return await this.#request({ signal: waiting.signal });
        } catch (error) {
            if (waiting.signal.aborted) return false;
            throw error;
        }
    }

    /** Takes the lock from the window that has it. */
    async takeOver() {
        this.#waiting?.abort();
        return this.#release !== null || this.#request({ steal: true });
    }

    /** Gives the lock to whichever window asks next. */
    release() { this.#release?.(); }

    /**
     * Calls the listener when another window took over.
     * @param {() => void} listener
     */
    onLost(listener) { return this.#lost.add(listener); }

    /**
     * @param {LockOptions} options
     * @returns {Promise<boolean>}
     */
    #request(options) {
        return new Promise((resolve, reject) => {
            let isHeld = false;
            const held = this.#locks.request(this.#name, options, (lock) => {
                resolve(lock !== null);
                if (lock === null) return undefined;
                isHeld = true;
                return new Promise((release) => { this.#release = () => release(undefined); });
            });
            held.then(
                () => { if (isHeld) this.#release = null; },
                (error) => {
                    if (!isHeld) return reject(error);
                    this.#release = null;
                    this.#lost.notify();
                });
        });
    }
}
