import { Listeners } from '../protocol/listeners.js';
import { systemClock, withTimeout } from './clock.js';
import { startWorker } from './page-worker.js';

/** @typedef {import('./worker-messages.js').WorkerAnswer} WorkerAnswer */
/** @typedef {import('./worker-messages.js').WorkerStatistics} WorkerStatistics */

/** The page's interface to the worker of one call, which seals and opens frames; its keys cannot be read. */
export class CallWorker {
    #worker;
    #clock;
    /** @type {Listeners<[import('./worker-messages.js').WorkerEvent]>} */
    #events = new Listeners();
    /** @type {Map<number, (answer: WorkerAnswer | null) => void>} null: the worker is gone */
    #asked = new Map();
    #nextID = 0;
    #nextSlot = 1;
    /** @type {WorkerStatistics} */
    #last = { counts: {}, keys: 0 };
    #isClosed = false;

    /**
     * @param {Worker} [worker]
     * @param {import('./clock.js').Clock} [clock]
     */
    constructor(worker = startWorker('frameWorker'), clock = systemClock) {
        this.#clock = clock;
        this.#worker = worker;
        this.#worker.onmessage = (/** @type {MessageEvent<import('./worker-messages.js').WorkerEvent | WorkerAnswer>} */ { data }) => {
            if (!('id' in data)) return this.#events.notify(data);
            this.#asked.get(data.id)?.(data);
            this.#asked.delete(data.id);
            return undefined;
        };
    }

    /** @param {(event: import('./worker-messages.js').WorkerEvent) => void} listener */
    onEvent(listener) { return this.#events.add(listener); }

    /**
     * Generates the keys of an entry into a call and signs its join; null if that is impossible.
     * @param {import('./worker-messages.js').EntryParts} parts
     */
    async prepare(parts) { return (await this.#ask('prepared', (id) => ({ type: 'prepare', id, ...parts })))?.texts ?? null; }

    /**
     * Seals the reply to a caller; null if that is impossible.
     * @param {import('./worker-messages.js').ReplyParts} parts
     */
    async sealReply(parts) { return (await this.#ask('sealedReply', (id) => ({ type: 'reply', id, ...parts })))?.text ?? null; }

    /** Returns once earlier messages have taken effect, or after a second. */
    async settled() { if (!this.#isClosed) await withTimeout(this.#ask('settled', (id) => ({ type: 'settle', id })), 1000, this.#clock); }

    /** @param {import('./worker-messages.js').CallParts} call */
    begin(call) { this.#post({ type: 'begin', ...call }); }

    /** @param {import('../key-distribution/events.js').KeyEvent} event */
    handle(event) { this.#post({ type: 'keys', event }); }

    /**
     * Has everything that is sent sealed; set before anything is negotiated.
     * @param {RTCRtpSender} sender
     * @param {string} track
     * @param {import('./worker-messages.js').FrameCodec} codec
     * @param {string[]} [rids] the names of its layers, if it has several
     */
    seal(sender, track, codec, rids = []) { this.#transform(sender, { direction: 'send', track, codec, rids }); }

    /** A slot name that is unique in this call. */
    newSlot() { return this.#nextSlot++; }

    /**
     * As soon as this is called, a slot opens frames of this sender only.
     * @param {number} slot
     * @param {import('./receiving-slot.js').Source} source
     */
    switchTo(slot, { feed, sender }) { this.#post({ type: 'switch', slot, feed, sender }); }

    /**
     * Has everything that is received opened; set when the track appears, before its first frame.
     * @param {RTCRtpReceiver} receiver
     * @param {Omit<import('./worker-messages.js').ReceiveOptions, 'direction'>} options
     */
    open(receiver, options) { this.#transform(receiver, { direction: 'receive', ...options }); }

    /**
     * The current counters; after a second without an answer the last known ones.
     * @returns {Promise<WorkerStatistics>}
     */
    async statistics() {
        if (this.#isClosed) return this.#last;
        const answer = await withTimeout(this.#ask('statistics', (id) => ({ type: 'statistics', id })), 1000, this.#clock);
        if (answer) this.#last = answer.statistics;
        return this.#last;
    }

    /** Ends the worker, and all keys with it. */
    close() {
        this.#isClosed = true;
        // Messages still on their way concern a call that is over.
        this.#worker.onmessage = null;
        this.#worker.terminate();
        for (const resolve of this.#asked.values()) resolve(null);
        this.#asked.clear();
    }

    /**
     * @template {WorkerAnswer['type']} Type
     * @param {Type} answer
     * @param {(id: number) => import('./worker-messages.js').WorkerMessage} question
     */
    #ask(answer, question) {
        const id = this.#nextID++;
        return new Promise((/** @type {(answer: Extract<WorkerAnswer, { type: Type }> | null) => void} */ resolve) => {
            this.#asked.set(id, (given) => resolve(given?.type === answer ? /** @type {Extract<WorkerAnswer, { type: Type }>} */ (given) : null));
            this.#post(question(id));
        });
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

/** Whether this browser supports encrypted calls; otherwise it can make none. */
export const canProtectMedia = () => 'RTCPeerConnection' in globalThis && 'RTCRtpScriptTransform' in globalThis;
