import { LatestResponse } from '../../state/latest-response.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/**
 * Whether others find this person by address or number.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 */
export function privacyActions(store, here) {
    const latest = new LatestResponse();
    const load = async () => {
        const from = here.signedIn?.contacts;
        if (!from) return;
        const isLatest = latest.sent('privacy');
        // Not worth a notice: without it the switch is not shown.
        const isSearchable = await from.isSearchable().catch(() => null);
        if (here.signedIn?.contacts === from && isLatest()) store.set({ isSearchable });
    };
    const setSearchable = async (/** @type {boolean} */ isSearchable) => {
        const from = here.signedIn?.contacts;
        if (!from) return;
        // A choice applies at once, and overrides earlier requests.
        latest.sent('privacy')();
        store.set({ isSearchable });
        try {
            await from.setSearchable(isSearchable);
        } catch (error) {
            notify(store, problemOf(error).message, 'bad');
            await load();
        }
    };
    return {
        loadPrivacy: () => void load(),
        setSearchable: (/** @type {boolean} */ isSearchable) => void setSearchable(isSearchable),
    };
}
