import { parseReturn, parseWayBack } from '../state/routes.js';

/**
 * The data in the address about the page that the person returns from. The ticket is removed from the address, which people copy and
 * histories keep.
 */
export class Returns {
    #store;
    /** @type {import('../state/routes.js').Return | null} about a sign-in with Google or Apple */
    #back = null;
    /** @type {string | null} of a way into an account that is to be taken back */
    #wayBack = null;

    /** @param {import('../state/store.js').Store<import('../state/state.js').State>} store */
    constructor(store) { this.#store = store; }

    take() {
        this.#back = parseReturn(location.hash);
        this.#wayBack = parseWayBack(location.hash);
        if (this.#back || this.#wayBack) history.replaceState(null, '', `${location.pathname}${location.search}`);
    }

    /** Takes the outcome of a sign-in, once. */
    back() {
        const back = this.#back;
        this.#back = null;
        return back;
    }

    /** A person who opens a mail's link is asked once, signed in or not. */
    askToTakeBack() {
        const token = this.#wayBack;
        this.#wayBack = null;
        if (token) this.#store.set({ question: { kind: 'takeBack', token, isBusy: false } });
    }
}
