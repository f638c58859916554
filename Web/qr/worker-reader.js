import { UnreadableError } from './unreadable.js';

/** @typedef {{ id: number, picture: ImageBitmap, frame: number | null }} ReadingRequest */
/** @typedef {{ id: number, text: string } | { id: number, reason: import('./unreadable.js').UnreadableReason }} ReadingAnswer */
/** @typedef {Pick<Worker, 'postMessage' | 'terminate'> & { onmessage: unknown, onerror: unknown }} ReadingWorker */

/** Reads in a worker, so that the page isn't blocked. */
export class WorkerReader {
    #worker;
    /** @type {Map<number, { resolve: (text: string) => void, reject: (error: UnreadableError) => void }>} */
    #waiting = new Map();
    #nextID = 0;
    #isClosed = false;

    /** @param {ReadingWorker} worker */
    constructor(worker) {
        this.#worker = worker;
        worker.onmessage = (/** @type {MessageEvent<ReadingAnswer>} */ { data }) => {
            const waiting = this.#waiting.get(data.id);
            this.#waiting.delete(data.id);
            if ('text' in data) waiting?.resolve(data.text);
            else waiting?.reject(new UnreadableError(data.reason));
        };
        // Its script failed to load, for instance without a network.
        worker.onerror = () => this.close();
    }

    /**
     * @param {ImageBitmap} picture
     * @param {number | null} frame
     * @returns {Promise<string>}
     */
    async read(picture, frame) {
        if (this.#isClosed) {
            picture.close();
            throw new UnreadableError('noReader');
        }
        const id = this.#nextID++;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            /** @type {ReadingRequest} */
            const request = { id, picture, frame };
            this.#worker.postMessage(request, [picture]);
        });
    }

    close() {
        this.#isClosed = true;
        this.#worker.terminate();
        for (const { reject } of this.#waiting.values()) reject(new UnreadableError('noReader'));
        this.#waiting.clear();
    }
}
