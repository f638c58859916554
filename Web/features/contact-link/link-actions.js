import { emptyLink } from './link-state.js';
import { linkHandout } from '../link-handout/handing-out.js';
import { problemOf } from '../../state/problem.js';

/**
 * The own link (requirement 004).
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {() => import('../contacts/contacts-service.js').ContactsService | null} service
 * @param {(words: import('../../texts/text.js').Words) => string} say what leaves the page is in its language
 * @param {Pick<Navigator, 'share' | 'clipboard'>} [browser]
 */
export function linkActions(store, service, say, browser = navigator) {
    const setLink = (/** @type {Partial<import('./link-state.js').LinkState>} */ change) =>
        store.set(({ link }) => ({ link: { ...link, ...change } }));
    const make = async () => {
        const from = service();
        if (!from || store.state.link.status === 'making') return;
        store.set({ link: { ...emptyLink(), status: 'making' } });
        try {
            const { link, expiresAt } = await from.createShareToken();
            if (service() === from) setLink({ status: 'ready', link, expiresAt });
        } catch (error) {
            setLink({ status: 'failed', problem: problemOf(error) });
        }
    };
    const { copy, share } = linkHandout(store, say, browser, { link: () => store.state.link.link, copied: () => setLink({ wasCopied: true }) });
    const check = async () => {
        const from = service();
        const { status, link } = store.state.link;
        if (!from || status !== 'ready') return;
        const state = await from.stateOfLink(link);
        if (service() === from && store.state.link.link === link && (state === 'used' || state === 'gone')) setLink({ status: 'used' });
    };
    return {
        makeLink: () => void make(),
        copyLink: () => void copy(),
        shareLink: share,
        async revokeLink() {
            const from = service();
            if (!from) return;
            setLink({ status: 'revoking', problem: null });
            try {
                await from.revokeShareToken(store.state.link.link.split('/').pop());
                store.set({ link: emptyLink() });
            } catch (error) {
                setLink({ status: 'ready', problem: problemOf(error) });
            }
        },
        /** Somebody may have used the link that is shown. */
        checkLink: () => void check(),
    };
}
