import { scriptAddress } from '../dom/script-policy.js';
import { callLock, releaseLock } from '../session/release-locks.js';
import { hasCall } from '../state/calling.js';

/**
 * @typedef {object} ReleaseBrowser
 * @property {Pick<ServiceWorkerContainer, 'register' | 'getRegistration' | 'controller' | 'addEventListener'> | undefined} workers none outside secure contexts
 * @property {Pick<LockManager, 'request'>} locks
 * @property {() => number} now milliseconds of a monotonic clock
 * @property {() => void} reload
 */

/** In milliseconds: the shortest interval between checks for a newer release. */
const leastTime = 60_000;

/** Keeps the page on this device, and manages its releases: reports a newer one, and activates it when a window starts, never in a call. */
export class ReleaseWatch {
    #browser;
    #told;
    #release;
    /** @type {ServiceWorkerRegistration | null} */
    #registration = null;
    /** @type {(() => void) | null} releases the lock that marks a call */
    #endCall = null;
    #isInCall = false;
    #checked;
    #wasConnected = false;

    /**
     * @param {string} release the name of this window's release; '' where the page is served as it is written
     * @param {() => void} told a newer release is there
     * @param {ReleaseBrowser} browser
     */
    constructor(release, told, browser) {
        this.#release = release;
        this.#told = told;
        this.#browser = browser;
        this.#checked = browser.now();
    }

    /** Must be called first: a waiting release takes over, and this window reloads. */
    async begin() {
        const { workers, locks } = this.#browser;
        if (!workers || this.#release === '') return;
        // Held until the window is closed.
        locks.request(releaseLock(this.#release), { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
        this.#watch(await workers.getRegistration() ?? null);
        if (!workers.controller || this.#isInCall) return;
        // Releases are deleted once no window uses them.
        workers.controller.postMessage('opened');
        this.takeOver();
    }

    /** Must be called once the page has loaded what it needs itself: stores it for the next time. */
    async keep() {
        const { workers } = this.#browser;
        if (!workers || this.#release === '') return;
        // Refused if storage is blocked: then the page is loaded from the server each time.
        this.#watch(await workers.register(scriptAddress('serviceWorker')).catch(() => null) ?? null);
    }

    /** Activates the newer release, if there is one and no window is in a call; then reloads the page. */
    takeOver() {
        const waiting = this.#registration?.waiting;
        if (!waiting) return;
        this.#browser.workers?.addEventListener('controllerchange', () => { if (!this.#isInCall) this.#browser.reload(); }, { once: true });
        waiting.postMessage('takeOver');
    }

    /** @param {import('../state/state.js').State} state */
    update(state) {
        this.#noteCall(hasCall(state));
        const isConnected = state.connection === 'connected';
        // A server that is back may have become a newer one.
        if (isConnected && !this.#wasConnected) this.look();
        this.#wasConnected = isConnected;
    }

    /** Checks for a newer release, but not often. */
    look() {
        const now = this.#browser.now();
        if (this.#registration === null || now - this.#checked < leastTime) return;
        this.#checked = now;
        this.#registration.update().catch(() => {});
    }

    /** @param {boolean} isInCall */
    #noteCall(isInCall) {
        if (isInCall === this.#isInCall) return;
        this.#isInCall = isInCall;
        this.#endCall?.();
        this.#endCall = null;
        if (!isInCall || this.#release === '') return;
        const over = new Promise((resolve) => { this.#endCall = () => resolve(undefined); });
        this.#browser.locks.request(callLock, { mode: 'shared' }, () => over).catch(() => {});
    }

    /** @param {ServiceWorkerRegistration | null} registration */
    #watch(registration) {
        if (registration === null || registration === this.#registration) return;
        this.#registration = registration;
        const look = () => {
            const { installing } = registration;
            installing?.addEventListener('statechange', () => {
                // The first release on this device.
                if (installing.state === 'installed' && registration.active) this.#told();
            });
        };
        registration.addEventListener('updatefound', look);
        look();
        if (registration.waiting && registration.active) this.#told();
    }
}

/**
 * @param {Window & typeof globalThis} window
 * @returns {ReleaseBrowser}
 */
export const browserReleases = ({ navigator, performance, location }) => ({
    workers: navigator.serviceWorker, locks: navigator.locks, now: () => performance.now(), reload: () => location.reload(),
});
