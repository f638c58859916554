import { Listeners } from '../protocol/listeners.js';
import { systemClock, withTimeout } from './clock.js';

/** The one worker there is; the page's policy lets nothing else through. */
const address = '/media/worker.js';

/**
 * Makes an address that the page's policy lets through. The type is the one the constructor of a worker is declared with;
 * where there are trusted types it is a TrustedScriptURL.
 * @typedef {{ createScriptURL: (url: string) => string }} ScriptPolicy
 */

function trustedAddress() {
    const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } }} */ (globalThis);
    policy ??= trustedTypes?.createPolicy('ecall', {
        createScriptURL: (/** @type {string} */ url) => {
            if (url === address) return url;
            throw new TypeError('not a script of this page');
        },
    }) ?? { createScriptURL: (/** @type {string} */ url) => url };
    return policy.createScriptURL(address);
}
/** @type {ScriptPolicy | undefined} */
let policy;

/** @typedef {import('./worker-messages.js').InstalledKey} InstalledKey */

/** The worker of one call as the page sees it: seals and opens frames; the keys it is given cannot be read back. */
export class CallWorker {
    #worker;
    #clock;
    /** @type {Listeners<[import('./worker-messages.js').WorkerEvent]>} */
    #events = new Listeners();
    /** @type {Map<number, (counts: Record<string, import('./counts.js').Counts>) => void>} */
    #asked = new Map();
    #nextID = 0;
    /** @type {Record<string, import('./counts.js').Counts>} */
    #last = {};
    #isClosed = false;

    /**
     * @param {Worker} [worker]
     * @param {import('./clock.js').Clock} [clock]
     */
    constructor(worker = new Worker(trustedAddress(), { type: 'module' }), clock = systemClock) {
        this.#clock = clock;
        this.#worker = worker;
        this.#worker.onmessage = (/** @type {MessageEvent<import('./worker-messages.js').WorkerEvent | import('./worker-messages.js').WorkerStatistics>} */ { data }) => {
            if (data.type === 'statistics') {
                this.#asked.get(data.id)?.(data.counts);
                this.#asked.delete(data.id);
            } else this.#events.notify(data);
        };
    }

    /**
     * @param {(event: import('./worker-messages.js').WorkerEvent) => void} listener
     */
    onEvent(listener) { return this.#events.add(listener); }

    /**
     * @param {number} callId
     * @param {string} ownAddress
     */
    begin(callId, ownAddress) { this.#post({ type: 'begin', callId, ownAddress }); }
    /** @param {InstalledKey} installed */
    install(installed) { this.#post({ type: 'install', ...installed }); }
    learnedOfLeave() { this.#post({ type: 'leave' }); }

    /**
     * Has everything that is sent sealed; set before anything is negotiated.
     * @param {RTCRtpSender} sender
     * @param {string} track
     * @param {import('./worker-messages.js').FrameCodec} codec
     */
    seal(sender, track, codec) { this.#transform(sender, { direction: 'send', track, codec }); }

    /**
     * Has everything that is received opened; set when the track appears, before a frame does.
     * @param {RTCRtpReceiver} receiver
     * @param {Omit<import('./worker-messages.js').ReceiveOptions, 'direction'>} options
     */
    open(receiver, options) { this.#transform(receiver, { direction: 'receive', ...options }); }

    /**
     * What became of all frames so far, by `sent <track>` and `received <device> <track>`; after a second the last known.
     * @returns {Promise<Record<string, import('./counts.js').Counts>>}
     */
    async statistics() {
        if (this.#isClosed) return this.#last;
        const id = this.#nextID++;
        const asked = new Promise((/** @type {(counts: Record<string, import('./counts.js').Counts>) => void} */ resolve) => {
            this.#asked.set(id, resolve);
            this.#post({ type: 'statistics', id });
        });
        const answer = await withTimeout(asked, 1000, this.#clock);
        if (answer) this.#last = answer;
        return this.#last;
    }

    /** Ends the worker, and all keys with it. */
    close() {
        this.#isClosed = true;
        // What it has said already is about a call that is over.
        this.#worker.onmessage = null;
        this.#worker.terminate();
    }

    /** @param {import('./worker-messages.js').WorkerMessage} message */
    #post(message) { if (!this.#isClosed) this.#worker.postMessage(message); }

    /**
     * @param {(RTCRtpSender | RTCRtpReceiver) & { transform?: unknown }} end
     * @param {import('./worker-messages.js').SendOptions | import('./worker-messages.js').ReceiveOptions} options
     */
    #transform(end, options) {
        const { RTCRtpScriptTransform } = /** @type {{ RTCRtpScriptTransform: new (worker: Worker, options: object) => unknown }} */ (
            /** @type {unknown} */ (globalThis));
        end.transform = new RTCRtpScriptTransform(this.#worker, options);
    }
}

/** Whether this browser can protect calls at all; without it there is no call. */
export const canProtectMedia = () => 'RTCRtpScriptTransform' in globalThis;
