import { keptOffers } from './offers.js';

/** @typedef {import('./offers.js').Offer} Offer */
/**
 * The prompt of the browser, which TypeScript's library doesn't declare: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface
 * @typedef {Event & { prompt: () => Promise<unknown> }} InstallPrompt
 */
/**
 * The browser, as far as it can be offered.
 * @typedef {object} OfferPort
 * @property {(listener: (prompt: InstallPrompt) => void) => void} onInstallPrompt the browser would install the page; its own hint isn't shown
 * @property {(listener: () => void) => void} onInstalled
 * @property {boolean} isInstalled whether this window is of the installed page
 * @property {boolean} hasHomeScreen
 * @property {NotificationPermission | 'missing'} notifications
 * @property {() => Offer[]} kept the offers that were shown on this device
 * @property {(offered: Offer[]) => void} keep
 */

const name = 'offers';

/** @type {OfferPort} */
export const browserOffers = {
    onInstallPrompt: (listener) => addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault();
        listener(/** @type {InstallPrompt} */ (event));
    }),
    onInstalled: (listener) => addEventListener('appinstalled', listener),
    get isInstalled() { return standalone() === true || !matchMedia('(display-mode: browser)').matches; },
    // Safari on a Mac has the same property, and no home screen.
    get hasHomeScreen() { return standalone() === false && navigator.maxTouchPoints > 0; },
    get notifications() { return typeof Notification === 'undefined' ? 'missing' : Notification.permission; },
    kept() {
        try {
            return keptOffers(localStorage.getItem(name));
        } catch {
            return [];
        }
    },
    keep(offered) {
        try {
            localStorage.setItem(name, offered.join(' '));
        } catch {
            // It is offered again by the next page then.
        }
    },
};

/** Whether the page runs from the home screen; undefined in browsers other than Apple's. */
const standalone = () => /** @type {Navigator & { standalone?: boolean }} */ (navigator).standalone;
