import { newSecret } from '../../../calls/link/call-secret.js';
import { shownCallLink } from './call-link-state.js';
import { linkHandout } from '../../link-handout/handing-out.js';
import { text } from '../../../texts/text.js';
import { LinkAdmission } from './link-admission.js';
import { notify } from '../../../state/notices.js';
import { SharedCallLink } from './shared-call-link.js';

/**
 * The requirements of sharing a link on the page; tests provide their own.
 * @typedef {Omit<import('./link-admission.js').LinkAdmissionParts, 'shared'> & LinkBrowser} LinkParts
 */
/**
 * @typedef {object} LinkBrowser
 * @property {(words: import('../../../texts/text.js').Words) => string} say what leaves the page is in its language
 * @property {Pick<Navigator, 'share' | 'clipboard'>} [browser]
 * @property {typeof newSecret} [secret]
 */

/**
 * The link to the call that the person is in: they create, share and delete it; this page admits the people who open it.
 * @param {import('./shared-call-link.js').PageStore} store
 * @param {import('../../../state/here.js').Reach<'session' | 'calls'>} here
 * @param {LinkParts} parts
 */
export function callLinkActions(store, here, { say, browser = navigator, secret = newSecret, ...parts }) {
    const shared = new SharedCallLink(store, here);
    const admission = new LinkAdmission(store, here, { ...parts, shared });
    const { copy, share } = linkHandout(store, say, browser, {
        link: () => store.state.callLink?.link ?? '', title: text('callLink.shareTitle'),
        copied: () => store.set(({ callLink }) => ({ callLink: callLink && { ...callLink, wasCopied: true } })),
    });
    return {
        makeCallLink() {
            const { call } = store.state;
            if (call?.id == null || call.phase !== 'inCall' || shownCallLink(store.state) !== null) return;
            shared.begin({ callId: call.id, secret: secret() });
        },
        copyCallLink: () => { if (store.state.callLink) void copy(); },
        shareCallLink: share,
        withdrawCallLink() {
            if (!shared.current) return;
            shared.end(shared.current.callId);
            notify(store, text('callLink.withdrawn'), 'plain', undefined, true);
        },
        /** @param {import('../../../protocol/signaling/signals.js').InvitationRequest} request */
        invitationRequested: (request) => void admission.asked(request),
        /** @param {number} userId rings: whether because they opened the link */
        comesByLink: (userId) => admission.hasInvited(userId),
        watchCallLink() {
            shared.watch();
            admission.lookAgain();
        },
        /**
         * A person who has joined can join again. A call that is over for this device has no link, unless it is on hold.
         * @param {import('../../../calls/model/call-event.js').CallEvent} event
         */
        callLinkTold(event) {
            if (event.type === 'joined') admission.hasCome(event.userId);
            if (event.type === 'ended' && event.callId !== null && event.reason !== 'onHold') shared.end(event.callId);
        },
        forgetCallLink() {
            admission.forget();
            shared.leave();
        },
    };
}
