import { openedCall } from '../contacts/call-link.js';
import { keepsOpenedLink, openedLinkOf } from '../features/opened-link/opened-link.js';
import { isOpenedLink, openedToken } from '../state/routes.js';

/**
 * The link that the page was opened with. Its secret doesn't stay in the address.
 * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @param {Pick<import('../session/other-windows.js').OtherWindows, 'open'>} windows
 * @param {{ token: (token: string) => void, call: (link: import('../contacts/call-link.js').CallLink | 'damaged') => void }} open
 */
export const openedLinks = (store, windows, open) => ({
    /** Opens the page of the link's owner, or of its call. */
    take() {
        const token = openedToken(location.hash);
        if (token !== null) return open.token(token);
        const call = openedCall(location.hash);
        return call === null ? undefined : open.call(call);
    },
    /** The page was loaded again: a person who was about to answer a link is back there. */
    comeBack() {
        const link = history.state?.openedLink;
        if (typeof link === 'string' && isOpenedLink(link) && !isOpenedLink(location.hash)) history.replaceState(null, '', `/${location.search}${link}`);
    },
    /** To be called with each change of the state: a link that was answered, or left, is kept no longer. */
    forget() {
        if (history.state?.openedLink !== undefined && !keepsOpenedLink(store.state)) history.replaceState(null, '');
    },
    /** A link that this window was opened with, for instance from a chat, belongs to the window where the person is signed in. */
    async handOver() {
        const { hash } = location;
        if (!isOpenedLink(hash) || !(await windows.open(hash))) return;
        history.replaceState(null, '', `/${location.search}`);
        store.set(({ otherWindow }) => ({ otherWindow: { ...otherWindow, hasHandedOver: true } }));
    },
    /** A person who opens a link without being in would not know why the sign-in is shown. */
    explain: () => store.set({ opened: openedLinkOf(location.hash) }),
});
