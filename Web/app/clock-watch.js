import { clockText } from './clock-notice.js';
import { notify } from '../state/notices.js';

/** How long the notice of a wrong clock stays, in milliseconds. */
const life = 60_000;
/** The tolerated error of the stored clock difference, in milliseconds: its uses need no higher accuracy. */
const tolerance = 2000;

/**
 * Tells the person once that their clock is wrong, and stores the difference for the service worker, which starts without having asked the
 * server.
 */
export class ClockWatch {
    #clock;
    #store;
    #isTold = false;

    /**
     * @param {Pick<import('../protocol/server-clock.js').ServerClock, 'assume' | 'difference' | 'onObserved'>} clock
     * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
     */
    constructor(clock, store) {
        this.#clock = clock;
        this.#store = store;
    }

    /**
     * Uses the stored difference until the server has answered: a page that is opened to answer a call has no time to wait.
     * @param {Pick<import('../session/database.js').KeyValueStore, 'get'>} database
     */
    async recall(database) { this.#clock.assume(await database.get('clockDifference').catch(() => 0) ?? 0); }

    /**
     * Watches the clock from now on, until the returned function is called.
     * @param {Pick<import('../session/database.js').KeyValueStore, 'put'>} database
     */
    begin(database) {
        /** @type {number | null} */
        let kept = null;
        const look = () => {
            const difference = this.#clock.difference();
            if (difference === null) return;
            if (kept === null || Math.abs(difference - kept) > tolerance) {
                kept = Math.round(difference);
                database.put('clockDifference', kept).catch(() => {});
            }
            const words = this.#isTold ? null : clockText(difference);
            if (words === null) return;
            this.#isTold = true;
            notify(this.#store, words, 'plain', life);
        };
        look();
        return this.#clock.onObserved(look);
    }
}
