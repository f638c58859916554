import { openedCall } from '../contacts/call-link.js';
import { isOpenedLink, openedToken } from '../state/routes.js';
import { text } from '../texts/text.js';

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
    /** The page was loaded again: a person who was about to join a call is back there. */
    comeBack() {
        const link = history.state?.openedLink;
        if (typeof link === 'string' && isOpenedLink(link) && !isOpenedLink(location.hash)) history.replaceState(null, '', `/${location.search}${link}`);
    },
    /** They have joined the call, or gone elsewhere. */
    forget() {
        if (history.state?.openedLink !== undefined) history.replaceState(null, '');
    },
    /** A link that this window was opened with, for instance from a chat, belongs to the window where the person is signed in. */
    async handOver() {
        const { hash } = location;
        if (!isOpenedLink(hash) || !(await windows.open(hash))) return;
        history.replaceState(null, '', `/${location.search}`);
        store.set(({ otherWindow }) => ({ otherWindow: { ...otherWindow, hasHandedOver: true } }));
    },
    /** A person who opens a link without being signed in would not know why the sign-in is shown. */
    explain() {
        if (!isOpenedLink(location.hash)) return;
        const notice = openedToken(location.hash) !== null ? text('signIn.explainLink') : ofCall(openedCall(location.hash));
        store.set(({ signIn }) => ({ signIn: { ...signIn, notice } }));
    },
});

/**
 * Names the person whose call it is, as the link claims, and who can join it.
 * @param {ReturnType<typeof openedCall>} call
 */
const ofCall = (call) => (call === null || call === 'damaged' || call.by === undefined ? text('signIn.explainCallLink') : text('signIn.explainCallLinkOf', { name: call.by }));
