import { fragmentOf, home, parseRoute } from '../../state/routes.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('./call-state.js').CallState} CallState */

/** The call that the page shows: its state, its place in the address, and what of its work failed. */
export class ShownCall {
    #store;
    #clock;

    /**
     * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
     * @param {Pick<import('../../media/clock.js').Clock, 'date'>} clock
     */
    constructor(store, clock) {
        this.#store = store;
        this.#clock = clock;
    }

    get state() { return this.#store.state.call; }
    /** Whether the controller has told the end, which is not shown yet. */
    get endWaits() { return this.state?.endWaits === true; }
    /** Whether the person is in a call that this page is not in. */
    get isElsewhere() { return this.#store.state.running !== null; }

    /** @param {CallState} call */
    begin(call) { this.#store.set({ call }); }

    /** @param {Partial<CallState>} change */
    update(change) { this.#store.set(({ call }) => ({ call: call && { ...call, ...change } })); }

    /** @param {import('../../texts/text.js').Words} why nothing comes of what was asked for */
    refuse(why) { notify(this.#store, why, 'bad'); }

    /** @param {number | null} id null before the server has made the call */
    open(id) {
        /** @type {import('../../state/state.js').Route} */
        const route = { name: 'call', id: id ?? 0 };
        // Back leads out of the call, not to its first moments.
        if (this.#isInAddress) history.replaceState(null, '', fragmentOf(route));
        else location.hash = fragmentOf(route);
        // The address reports its change later; what is drawn now would be drawn as if it were somewhere else.
        this.#store.set({ route });
    }

    close() {
        this.#store.set({ call: null });
        if (this.#isInAddress) location.hash = home;
    }

    /**
     * Placing, answering or ending: a failure ends the call on screen.
     * @param {Promise<unknown> | undefined} work
     */
    async attempt(work) {
        const begun = this.state;
        try {
            await work;
        } catch (error) {
            const call = this.state;
            const { code, message } = problemOf(error);
            if (code === 'noCall' || this.endWaits) return;
            // Who could not be called may be calling by now.
            if (begun?.isOutgoing !== call?.isOutgoing) return;
            // A call that never began reports its end here; all others have by the controller.
            if (call && call.phase !== 'ended') this.update({ phase: 'ended', reason: 'failed', problem: message, endedAt: this.#clock.date() });
        }
    }

    /**
     * A choice in the call: what comes of it is reported by the call, and a failure is only a notice.
     * @param {() => unknown} work
     * @param {'bad' | 'plain'} [tone] of the notice
     */
    async choose(work, tone = 'bad') {
        try {
            await work();
        } catch (error) {
            const { code, message } = problemOf(error);
            if (code !== 'noCall') notify(this.#store, message, tone);
        }
    }

    get #isInAddress() { return parseRoute(location.hash).name === 'call'; }
}
