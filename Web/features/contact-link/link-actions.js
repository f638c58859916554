import { emptyLink, isLive } from './link-state.js';
import { linkHandout } from '../link-handout/handing-out.js';
import { problemOf } from '../../state/problem.js';

/**
 * This person's contact link (requirement 004).
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'contacts'>} here
 * @param {(words: import('../../texts/text.js').Words) => string} say what leaves the page is in its language
 * @param {Pick<Navigator, 'share' | 'clipboard'> | undefined} browser undefined: this one
 * @param {() => number} now Unix milliseconds
 */
export function linkActions(store, here, say, browser = navigator, now) {
    const setLink = (/** @type {Partial<import('./link-state.js').LinkState>} */ change) =>
        store.set(({ link }) => ({ link: { ...link, ...change } }));
    /** @type {Promise<void>} the link that is being made */
    let making = Promise.resolve();
    const make = () => {
        const from = here.signedIn?.contacts;
        if (from && store.state.link.status !== 'making') making = makeBy(from);
        return making;
    };
    /** @param {Pick<import('../contacts/contacts-service.js').ContactsService, 'createShareToken'>} from */
    const makeBy = async (from) => {
        store.set({ link: { ...emptyLink(), status: 'making' } });
        try {
            const { link, expiresAt } = await from.createShareToken();
            if (here.signedIn?.contacts === from) setLink({ status: 'ready', link, expiresAt });
        } catch (error) {
            setLink({ status: 'failed', problem: problemOf(error) });
        }
    };
    const { copy, share } = linkHandout(store, say, browser, { link: () => store.state.link.link, copied: () => setLink({ wasCopied: true }) });
    const isThere = () => isLive(store.state.link, now());
    const handOut = async () => {
        if (!isThere()) await make();
        if (!isThere()) return undefined;
        return share ? share() : copy();
    };
    const check = async () => {
        const from = here.signedIn?.contacts;
        const { status, link } = store.state.link;
        if (!from || status !== 'ready') return;
        const state = await from.stateOfLink(link);
        if (here.signedIn?.contacts === from && store.state.link.link === link && (state === 'used' || state === 'gone')) setLink({ status: 'used' });
    };
    return {
        makeLink: () => void make(),
        copyLink: () => void copy(),
        shareLink: share,
        handOutLink: () => void handOut(),
        async revokeLink() {
            const from = here.signedIn?.contacts;
            if (!from) return;
            setLink({ status: 'revoking', problem: null });
            try {
                await from.revokeShareToken(store.state.link.link.split('/').pop());
                store.set({ link: emptyLink() });
            } catch (error) {
                setLink({ status: 'ready', problem: problemOf(error) });
            }
        },
        /** @type {import('../../state/news.js').Takes} someone may have used the link that is shown */
        takes: { signals: { friend_request: () => void check(), friend_accepted: () => void check() }, connected: () => void check() },
    };
}
