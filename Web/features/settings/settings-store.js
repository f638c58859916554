import { fetching } from '../../state/fetching.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('../account/account-service.js').AccountService} AccountService */

/** In milliseconds. */
const warningLife = 60_000;

/** The state of the settings' pages, and the two ways in which it changes: by fetching, and by actions. */
export class SettingsStore {
    #store;
    #here;
    #fetched;

    /**
     * @param {PageStore} store
     * @param {import('../../state/here.js').Reach<'account'>} here
     */
    constructor(store, here) {
        this.#store = store;
        this.#here = here;
        this.#fetched = fetching(() => this.service);
    }

    get state() { return this.#store.state.settings; }
    get country() { return this.#store.state.country; }
    get service() { return this.#here.signedIn?.account ?? null; }

    /** @param {Partial<import('./settings-state.js').SettingsState>} change */
    update(change) { this.#store.set(({ settings }) => ({ settings: { ...settings, ...change } })); }

    /**
     * @param {import('../../texts/text.js').Words} words
     * @param {'plain' | 'good' | 'bad'} [tone]
     */
    notify(words, tone = 'good') { notify(this.#store, words, tone); }

    /**
     * A warning about something that someone else may have done, with a link to the remedy; it stays for a while.
     * @param {import('../../texts/text.js').Words} words
     * @param {{ label: import('../../texts/text.js').Words, route: import('../../state/state.js').Route }} link
     */
    warn(words, link) { notify(this.#store, words, 'bad', warningLife, false, { link }); }

    refreshAccount() {
        if (this.service) this.#store.set({ account: this.service.account });
    }

    /**
     * Fetches a list; the old value stays if a new one cannot be fetched.
     * @template {'methods' | 'devices' | 'ownKeys'} Name
     * @param {Name} name
     * @param {(service: AccountService) => Promise<unknown>} fetch
     */
    async load(name, fetch) {
        if (!this.service) return;
        if (this.state[name].value === null) this.update({ [name]: { status: 'loading', value: null, problem: null } });
        const outcome = await this.#fetched(name, fetch);
        if (outcome) this.update({ [name]: { ...this.state[name], ...outcome } });
    }

    /**
     * Runs an action, one at a time; its error is shown.
     * @template Outcome
     * @param {string} what
     * @param {(service: AccountService) => Promise<Outcome>} work
     * @returns {Promise<{ outcome: Outcome } | null>} null when it is not done
     */
    async attempt(what, work) {
        const from = this.service;
        if (!from || this.state.pending.includes(what)) return null;
        this.update({ pending: [...this.state.pending, what] });
        try {
            const outcome = await work(from);
            return this.service === from ? { outcome } : null;
        } catch (error) {
            this.notify(problemOf(error).message, 'bad');
            return null;
        } finally {
            this.update({ pending: this.state.pending.filter((other) => other !== what) });
        }
    }
}
