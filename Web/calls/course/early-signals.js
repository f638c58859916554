/** @typedef {import('../../protocol/signaling/signals.js').Signal} Signal */

const most = 256;

/** Keeps signals that come before it is known which call they are about. */
export class EarlySignals {
    /** @type {Signal[] | null} */
    #kept = null;

    /** Begins to keep; what ends that leaves alone what another call keeps by then. `replay` hands over those of a call, in order. */
    hear() {
        /** @type {Signal[]} */
        const early = [];
        this.#kept = early;
        return {
            listenAgain: () => { if (this.#kept === early) this.#kept = null; },
            /**
             * @param {number} id
             * @param {(signal: Signal) => Promise<unknown>} handle
             */
            async replay(id, handle) {
                for (let signal = early.shift(); signal; signal = early.shift()) {
                    if ('callId' in signal && signal.callId === id) await handle(signal);
                }
            },
        };
    }

    /**
     * Whether the signal is kept, or too many are.
     * @param {Signal} signal
     */
    take(signal) {
        if (!this.#kept || signal.type === 'call_invitation') return false;
        if (this.#kept.length < most) this.#kept.push(signal);
        return true;
    }
}
