import { Speaking } from './speaking.js';

/** How often it is looked who speaks, in milliseconds. */
const interval = 250;

/** Tells who speaks, whenever that changes. */
export class SpeakingWatch {
    #speaking = new Speaking();
    #said = '';
    #options;
    #callOff = () => {};
    #isOver = false;

    /**
     * @param {object} options
     * @param {import('../../media/clock.js').Clock} options.clock
     * @param {() => Promise<Map<number, number>>} options.levels how loud each person who is heard is, 0 … 1
     * @param {(userIds: number[]) => void} options.changed
     */
    constructor(options) {
        this.#options = options;
        this.#wait();
    }

    #wait() { if (!this.#isOver) this.#callOff = this.#options.clock.after(interval, () => void this.#look()); }

    async #look() {
        const levels = await this.#options.levels().catch(() => new Map());
        if (this.#isOver) return;
        const userIds = this.#speaking.take(levels, this.#options.clock.now());
        if (userIds.join() !== this.#said) {
            this.#said = userIds.join();
            this.#options.changed(userIds);
        }
        this.#wait();
    }

    stop() {
        this.#isOver = true;
        this.#callOff();
    }
}
