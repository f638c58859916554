import { missedCount } from '../features/history/history-state.js';

/**
 * The browser's own (W3C Badging).
 * @typedef {{ setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void> }} Badging
 */

/** Shows the number of unseen missed calls and requests on the icon of the installed page. */
export class AppBadge {
    #browser;
    /** @type {number | null} null: what the badge says is not known, as an earlier page may have set it */
    #shown = null;

    /** @param {Badging} browser */
    constructor(browser) { this.#browser = browser; }

    /** @param {Pick<import('../state/state.js').State, 'screen' | 'history' | 'requests'>} state */
    update({ screen, history, requests }) {
        // A waiting window has no lists, and a starting one has none yet.
        if (screen !== 'main' && screen !== 'signIn') return;
        const count = screen === 'main' ? missedCount(history) + (requests.value?.received.length ?? 0) : 0;
        if (count === this.#shown) return;
        this.#shown = count;
        // Refused if the page isn't installed: then there is no icon.
        (count > 0 ? this.#browser.setAppBadge?.(count) : this.#browser.clearAppBadge?.())?.catch(() => {});
    }
}
