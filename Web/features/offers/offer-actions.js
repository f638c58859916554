import { wantsNone } from '../../notifications/settings.js';
import { nextOffer, wentWell } from './offers.js';

/**
 * Offers notifications and the installation of the page, one at a time, each once on this device: between calls, after one that went well.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('./offer-port.js').OfferPort} port
 * @param {(kind: 'notifications') => void} allow has the browser ask
 */
export function offerActions(store, port, allow) {
    /** @type {import('./offer-port.js').InstallPrompt | null} */
    let prompt = null;
    let [isDue, isInstalled] = [false, port.isInstalled];
    const close = () => store.set({ offer: null });
    const find = () => {
        const { notifications, pushReach } = store.state;
        return nextOffer({
            offered: port.kept(), notifications: port.notifications, isReachable: pushReach !== 'noService' && notifications !== null && !wantsNone(notifications),
            isInstalled, canInstall: prompt !== null, hasHomeScreen: port.hasHomeScreen,
        });
    };
    return {
        watchBrowser() {
            port.onInstallPrompt((event) => { prompt = event; });
            port.onInstalled(() => {
                [prompt, isInstalled] = [null, true];
                if (store.state.offer === 'install') close();
            });
        },
        /** To be called with each change of the state. */
        watchOffers() {
            const { call, screen, offer } = store.state;
            if (wentWell(call)) isDue = true;
            // The end of the call is shown before.
            if (!isDue || call !== null || screen !== 'main') return;
            isDue = false;
            const next = offer === null ? find() : null;
            if (next === null) return;
            port.keep([...port.kept(), next]);
            store.set({ offer: next });
        },
        acceptOffer() {
            const { offer } = store.state;
            close();
            if (offer === 'notifications') allow('notifications');
            // It can be shown once. Refused, the page stays as it is.
            if (offer === 'install') prompt?.prompt().catch(() => {});
            if (offer === 'install') prompt = null;
        },
        declineOffer: close,
    };
}
