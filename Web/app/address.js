import { fragmentOf, home } from '../state/routes.js';
import { opened, placeAt } from './places.js';

/** @typedef {import('../state/state.js').Route} Route */

/**
 * Leads the page elsewhere.
 * @param {Route} route
 */
export const go = (route) => { location.hash = fragmentOf(route); };

/** The place of the main screen to which the page's address leads, and which the state has. */
export class Address {
    #store;
    #deeds;
    #scan;

    /**
     * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
     * @param {import('./places.js').AllDeeds} deeds
     * @param {Pick<import('./features.js').Features['scan'], 'showScan'>} scan
     */
    constructor(store, deeds, scan) {
        this.#store = store;
        this.#deeds = deeds;
        this.#scan = scan;
    }

    /** Goes where the address leads now. */
    follow() {
        const before = this.#store.state.route;
        const { route, isThere } = placeAt(this.#deeds, location.hash);
        if (!isThere) history.replaceState(null, '', home);
        this.#store.set({ route });
        opened(this.#deeds, route, before);
    }

    /**
     * @param {Route} route of what was opened by a link, in the place of the link
     * @param {object | null} [kept] with the address
     */
    show(route, kept = null) {
        this.#scan.showScan('');
        history.replaceState(kept, '', `/${location.search}${fragmentOf(route)}`);
        this.#store.set({ route });
    }
}
