import { requireName } from '../../session/identifier-syntax.js';
import { emptyProfile } from './profile-state.js';
import { notify } from '../../state/notices.js';
import { problemOf } from '../../state/problem.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */

/**
 * This person's name: changed in the settings, and requested if there is none.
 * @param {PageStore} store
 * @param {Pick<import('../../state/here.js').Here, 'session'>} here
 * @param {(session: import('../../session/session.js').Session) => Promise<void>} named someone who had no name has one
 */
export function profileActions(store, here, named) {
    const set = (/** @type {Partial<import('./profile-state.js').ProfileState>} */ change) =>
        store.set(({ profile }) => ({ profile: { ...profile, ...change } }));
    const save = async () => {
        const of = here.session;
        const { screen, profile: { name, isBusy } } = store.state;
        if (!of || isBusy) return;
        set({ isBusy: true, problem: null });
        try {
            // Before the first name there is only what the server has made of the address.
            await of.rename(requireName(name ?? (screen === 'name' ? '' : of.account.displayName)));
        } catch (error) {
            return set({ isBusy: false, problem: problemOf(error) });
        }
        if (here.session !== of) return;
        store.set({ profile: emptyProfile(), account: of.account });
        if (store.state.screen === 'name') return named(of);
        return notify(store, text('name.changed', { name: of.account.displayName }), 'good');
    };
    /** The account was changed on another device. */
    const refresh = async () => {
        const of = here.session;
        await of?.refreshAccount().catch(() => {});
        if (of && here.session === of) store.set({ account: of.account });
    };
    return {
        typeOwnName: (/** @type {string} */ name) => set({ name, problem: null }),
        saveName: () => void save(),
        refresh: () => void refresh(),
        /** @type {import('../../state/news.js').Takes} */
        takes: { signals: { user_updated: ({ senderId }) => { if (senderId === here.session?.account.userId) void refresh(); } }, connected: () => void refresh() },
    };
}
