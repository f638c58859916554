/** In milliseconds: how long a window waits for the one that is the device. */
const timeout = 1000;

/**
 * Messages between the windows of one browser profile: a link that is opened in one goes to the one that is the device. Other messages on
 * the channel are ignored.
 */
export class OtherWindows {
    #channel;
    /** @type {Map<string, () => void>} */
    #asked = new Map();
    /** @type {(fragment: string) => boolean} */
    #open = () => false;

    /** @param {BroadcastChannel} [channel] */
    constructor(channel = new BroadcastChannel('ecall-windows')) {
        this.#channel = channel;
        channel.onmessage = ({ data }) => {
            const { type, id, fragment } = data ?? {};
            if (typeof id !== 'string') return;
            if (type === 'opened') this.#asked.get(id)?.();
            else if (type === 'open' && typeof fragment === 'string' && this.#open(fragment)) channel.postMessage({ type: 'opened', id });
        };
    }

    /**
     * Handles links that other windows were opened with, if this window is the one to do so.
     * @param {(fragment: string) => boolean} open
     */
    onOpen(open) { this.#open = open; }

    /**
     * Asks the window that is the device to open a fragment; false if none answers in time.
     * @param {string} fragment
     * @returns {Promise<boolean>}
     */
    async open(fragment) {
        const id = crypto.randomUUID();
        const opened = new Promise((/** @type {(isOpened: boolean) => void} */ resolve) => {
            this.#asked.set(id, () => resolve(true));
            setTimeout(() => resolve(false), timeout);
        });
        this.#channel.postMessage({ type: 'open', id, fragment });
        return opened.finally(() => this.#asked.delete(id));
    }
}
