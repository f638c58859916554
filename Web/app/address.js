import { fragmentOf, home, parseRoute } from '../state/routes.js';

/** @typedef {import('../state/state.js').Route} Route */

/** @param {Route} route */
export const go = (route) => { location.hash = fragmentOf(route); };

/** The place of the main screen that the page's address leads to, with the actions of the state. */
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

    /**
     * Goes to the place that the address names now; to the contacts if that place no longer exists, or if the address was a link that has
     * been handled.
     */
    follow() {
        const before = this.#store.state.route;
        const wanted = parseRoute(location.hash);
        const isThere = this.#deeds[wanted.name].isThere?.() ?? true;
        /** @type {Route} */
        const route = isThere ? wanted : { name: 'contacts' };
        if (!isThere) history.replaceState(null, '', home);
        this.#store.set({ route });
        // The actions of leaving the previous place come first.
        for (const [name, { elsewhere }] of Object.entries(this.#deeds)) if (name !== route.name) elsewhere?.(route, before);
        // The row matches its route: the checker cannot infer that both have the same name.
        this.#deeds[route.name].opened?.(/** @type {never} */ (route), before);
    }

    /**
     * @param {Route} route of an opened link's target, replacing the link
     * @param {{ openedLink: string } | null} [kept] the link, in the history's state beside the address, for a page that is loaded again
     */
    show(route, kept = null) {
        this.#scan.showScan('');
        history.replaceState(kept, '', `/${location.search}${fragmentOf(route)}`);
        this.#store.set({ route });
    }
}
