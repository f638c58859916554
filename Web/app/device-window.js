import { WindowLock } from '../session/window-lock.js';
import { signedOutState } from '../state/state.js';

/**
 * The callbacks of a window that becomes the device, or stops being it.
 * @typedef {{ open: () => Promise<void>, close: () => Promise<void>, handOver: () => Promise<void> }} Device `handOver`: gives the link that this
 *     window was opened with to the window that is the device
 */

/** Whether this window is the device of its browser: only one window is at a time. */
export class DeviceWindow {
    #store;
    #device;
    #lock;
    isDevice = false;

    /**
     * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
     * @param {Device} device
     * @param {Pick<WindowLock, 'acquire' | 'wait' | 'takeOver' | 'onLost'>} [lock]
     */
    constructor(store, device, lock = new WindowLock()) {
        this.#store = store;
        this.#device = device;
        this.#lock = lock;
        lock.onLost(() => void this.#lost());
    }

    /** Becomes the device at once, or when the window that is the device closes. */
    async start() {
        if (await this.#lock.acquire()) return this.#become();
        await this.#device.handOver();
        this.#store.set({ screen: 'otherWindow' });
        return this.#waitForTurn();
    }

    async takeOver() {
        const set = (/** @type {boolean} */ isBusy) => this.#store.set(({ otherWindow }) => ({ otherWindow: { ...otherWindow, isBusy } }));
        set(true);
        await this.#lock.takeOver();
        set(false);
        await this.#become();
    }

    /** Another window is the device now, or another browser that has this one's keys: then windows do not wait for each other to close. */
    async leave() {
        this.isDevice = false;
        await this.#device.close();
        this.#store.set({ ...signedOutState(), screen: 'otherWindow', otherWindow: { wasHere: true, hasHandedOver: false, isBusy: false } });
    }

    async #lost() {
        await this.leave();
        await this.#waitForTurn();
    }

    /** Becomes the device once the window that is the device closes: then calls ring here. */
    async #waitForTurn() { if (await this.#lock.wait()) await this.#become(); }

    async #become() {
        if (this.isDevice) return;
        this.isDevice = true;
        this.#store.set({ ...signedOutState(), screen: 'loading' });
        await this.#device.open();
    }
}
