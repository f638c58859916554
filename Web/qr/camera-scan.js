import { UnreadableError } from './unreadable.js';

/** In milliseconds, between the starts of two attempts: fast enough for moving hands, and slow enough for a phone to stay cool. */
const interval = 125;

/** Reads one camera picture after the other until a code is found. No attempt begins before the previous one has ended. */
export class CameraScan {
    #camera;
    #reader;
    #clock;
    #isStopped = false;

    /**
     * @param {Pick<import('./camera.js').Camera, 'takePicture'>} camera
     * @param {import('./qr-reader.js').CodeReader} reader
     * @param {import('../media/clock.js').Clock} clock
     */
    constructor(camera, reader, clock) {
        this.#camera = camera;
        this.#reader = reader;
        this.#clock = clock;
    }

    stop() { this.#isStopped = true; }

    /**
     * The text; null when it was stopped.
     * @returns {Promise<string | null>}
     * @throws {UnreadableError} an error that another picture will not resolve
     */
    async run() {
        for (let frame = 0; !this.#isStopped; frame += 1) {
            const begin = this.#clock.now();
            const text = await this.#tryOnce(frame);
            if (this.#isStopped) return null;
            if (text !== null) return text;
            await new Promise((resolve) => { this.#clock.after(Math.max(0, begin + interval - this.#clock.now()), () => resolve(undefined)); });
        }
        return null;
    }

    /** @param {number} frame */
    async #tryOnce(frame) {
        const picture = await this.#camera.takePicture().catch(() => null);
        if (!picture) return null;
        try {
            return await this.#reader.read(picture, frame);
        } catch (error) {
            // A code that moves or is partly out of the picture looks damaged.
            if (error instanceof UnreadableError && (error.reason === 'noCode' || error.reason === 'damaged')) return null;
            throw error;
        }
    }
}
