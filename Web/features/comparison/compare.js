import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { message } from '../../components/message.js';
import { qrPicture } from '../../components/qr-picture.js';
import { canCompare } from '../../contacts/contact-devices.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { participantsOf } from '../calls/people/people-state.js';
import { fragmentOf } from '../../state/routes.js';
import { hasCall } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { backTo } from '../../components/detail.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The safety number of this device and a contact's device: both show the same digits, unless someone intercepts.
 * @param {State} state
 * @param {{ name: 'contact', id: number, device?: number }} route
 * @param {Actions} actions
 */
export function compareView(state, { id, device }, actions) {
    const inCall = state.call?.phase === 'inCall' ? participantsOf(state.call).find(({ userId }) => userId === id) : undefined;
    const name = state.contacts.value?.find(({ contactId }) => contactId === id)?.contactName ?? inCall?.name ?? text('common.somebody');
    const back = inCall ? { href: fragmentOf({ name: 'call', id: state.call?.id ?? 0 }), label: text('compare.backToCall') } : { href: fragmentOf({ name: 'contact', id }), label: text('compare.back', { name }) };
    return h('section', { class: 'detail', key: `compare-${id}-${device}` },
        h('header', { class: 'detail-head' },
            backTo(back.href, back.label),
            heading(text('compare.title', { name }), { key: 'title' })),
        h('div', { class: 'detail-body' }, body(state, name, actions)));
}

/**
 * @param {State} state
 * @param {string | import('../../texts/text.js').Words} name
 * @param {Actions} actions
 */
function body(state, name, actions) {
    const { comparison } = state;
    if (!comparison || (comparison.value === null && comparison.status === 'loading')) return h('p', { class: 'lead', role: 'status', key: 'loading' }, text('compare.loading'));
    const { value, problem, differs } = comparison;
    const again = button({ label: text('common.tryAgain'), symbol: 'retry', onclick: actions.loadComparison });
    if (value === null) return message('bad', problem?.message ?? text('compare.noDevice'), again);
    return [
        h('p', { class: 'lead', key: 'lead' }, text('compare.lead', { name, number: value.says || text('device.unnamed') })),
        h('div', { key: 'outcome', role: 'status' }, differs ? message('bad', text(differs === 'said' ? 'compare.differ.said' : 'compare.differs', { name })) : value.trust === 'verified' && verified(name)),
        h('p', { class: 'fingerprint safety-number', key: 'digits', dir: 'ltr', role: 'group', 'aria-label': text('compare.number') },
            groupsOf(value.digits).map((group, index) => h('span', { key: index }, group))),
        h('div', { class: 'code-frame', key: 'code' }, qrPicture(value.code, text('compare.code'))),
        doing(state, value, actions),
    ];
}

/** @param {string} digits */
const groupsOf = (digits) => digits.match(/.{5}/g) ?? [];

/** @param {string | import('../../texts/text.js').Words} name */
const verified = (name) => h('div', { class: 'trust-row', key: 'verified' },
    icon('check'), h('p', null, h('strong', null, text('contact.trust.verified')), h('span', { class: 'muted' }, text('compare.verified', { name }))));

/**
 * @param {State} state
 * @param {import('./comparison.js').Comparison} value
 * @param {Actions} actions
 */
function doing(state, { trust, deviceId }, actions) {
    if (!canCompare(trust)) return h('p', { class: 'muted', key: 'revoked' }, text('compare.revoked'));
    const differs = state.comparison?.differs ?? null;
    const isVerified = trust === 'verified';
    // During a call, the way back to it is emphasized.
    const first = hasCall(state) ? 'plain' : 'primary';
    return h('div', { class: 'panel-actions', key: 'doing' },
        // After a code that didn't match, the person compares again and cannot say at once that they match.
        !differs && !isVerified && button({ key: 'same', label: text('compare.same'), symbol: 'check', tone: first, onclick: actions.numbersMatch }),
        !differs && button({ key: 'differ', label: text('compare.differ'), onclick: actions.numbersDiffer }),
        differs && isVerified && button({ key: 'forget', label: text('compare.forget'), tone: first, onclick: actions.forgetComparison }),
        differs === 'said' && !isVerified && button({ key: 'again', label: text('compare.again'), tone: first, onclick: actions.compareAgain }),
        button({ key: 'scan', label: text('compare.scan'), tone: differs === 'scanned' && !isVerified ? first : undefined, onclick: () => actions.go({ name: 'scan', user: state.comparison?.userId, device: deviceId }) }),
        !differs && isVerified && button({ key: 'forget', label: text('compare.forget'), tone: 'quiet', onclick: actions.forgetComparison }));
}
