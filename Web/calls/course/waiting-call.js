/** @typedef {import('./call-machine.js').IncomingCall} IncomingCall */
/** @typedef {{ call: IncomingCall, opening: import('../../protocol/signaling/signals.js').Opening | null, until: number }} Waiting `until` in Unix milliseconds */

/** A call that rings while this device is in another: one at most, as the server sees to. */
export class WaitingCall {
    /** @type {Waiting | null} */
    current = null;
    #clock;
    #changed;
    #timedOut;
    #stop = () => {};

    /**
     * @param {import('../../media/clock.js').Clock} clock
     * @param {(waiting: Waiting | null) => void} changed
     * @param {(call: IncomingCall) => void} timedOut it has rung to its end
     */
    constructor(clock, changed, timedOut) {
        this.#clock = clock;
        this.#changed = changed;
        this.#timedOut = timedOut;
    }

    /**
     * Whether it rings; not where another one does.
     * @param {Waiting} waiting
     */
    ring(waiting) {
        if (this.current) return this.current.call.id === waiting.call.id;
        this.current = waiting;
        this.#stop = this.#clock.after(waiting.until - this.#clock.date(), () => {
            this.end(waiting.call.id);
            this.#timedOut(waiting.call);
        });
        this.#changed(waiting);
        return true;
    }

    /**
     * It rings no more, if it is this one that did.
     * @param {number} id
     */
    end(id) { return this.current?.call.id === id ? this.take() : null; }

    /** What rang, which rings no more. */
    take() {
        const { current } = this;
        if (!current) return null;
        this.current = null;
        this.#stop();
        this.#changed(null);
        return current;
    }
}
