import { fragmentOf, isOpenedLink } from '../state/routes.js';

/**
 * A further device of an account is confirmed by another device before anything else, including a link that this page was opened with. The
 * confirmation is requested even if the server lists no other device: a lying server would list none.
 */
export class ConfirmingFirst {
    #store;
    /** The link that the page was opened with. It waits until this device is confirmed, or the person skips that. */
    #opened = '';

    /** @param {import('../state/store.js').Store<import('../state/state.js').State>} store */
    constructor(store) { this.#store = store; }

    begin() {
        this.#store.set({ confirmsFirst: true });
        if (!isOpenedLink(location.hash)) return;
        this.#opened = location.hash;
        // The link is restored if the page is loaded again; it doesn't stay in the address.
        history.replaceState({ openedLink: location.hash }, '', `${location.pathname}${location.search}${fragmentOf({ name: 'welcome' })}`);
    }

    /**
     * It was confirmed, or confirmation was skipped.
     * @returns {boolean} whether what the page was opened with is in the address again
     */
    end() {
        this.#store.set({ confirmsFirst: false });
        const opened = this.#opened;
        this.#opened = '';
        if (opened !== '') history.replaceState(null, '', `${location.pathname}${location.search}${opened}`);
        return opened !== '';
    }
}
