import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { menu } from '../../components/menu.js';
import { empty } from '../../components/message.js';
import { momentOf } from '../../components/time-format.js';
import { doubtOf } from '../../contacts/doubted-names.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { home } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { newReport } from '../report/report.js';
import { missingList } from '../../components/missing-list.js';
import { doubtText } from '../../components/name-doubt.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('./requests-state.js').FriendRequest} FriendRequest */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * @param {State} state
 * @param {Actions} actions
 */
export function requestList(state, actions) {
    return h('section', { class: 'pane-inner', key: 'requests', 'aria-labelledby': 'requests-title' },
        h('header', { class: 'pane-head pane-head-up' },
            h('a', { class: 'icon-button', href: home, 'aria-label': text('contact.back'), title: text('contact.back') }, h('span', { class: 'icon-button-face' }, icon('back'))),
            heading(text('requests.title'), { key: 'title', id: 'requests-title', takesFocus: false })),
        h('div', { class: 'pane-body' }, body(state, actions)));
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function body(state, actions) {
    const { value } = state.requests;
    if (value === null) return missingList(state, state.requests, { symbol: 'inbox', loading: 'requests.loading', offline: 'requests.offline', retry: actions.loadRequests });
    if (value.received.length + value.sent.length === 0) {
        return empty({
            drawing: 'inbox', title: text('requests.empty.title'), text: text('requests.empty.text'),
            actions: [button({ label: text('requests.empty.link'), symbol: 'code', tone: 'primary', onclick: () => actions.go({ name: 'link' }) })],
        });
    }
    return [
        value.received.length > 0 ? group('requests.received', value.received.map((request) => received(request, state, actions))) : null,
        value.sent.length > 0 ? group('requests.sent', value.sent.map((request) => sent(request, state, actions))) : null,
    ];
}

/**
 * @param {import('../../texts/text.js').PlainKey} title
 * @param {import('../../dom/h.js').VNode[]} rows
 */
function group(title, rows) {
    return h('div', { class: 'group', key: title },
        h('h2', { class: 'group-title' }, text(title)), h('ul', { class: 'rows' }, rows));
}

/**
 * The time of a request; empty if unknown.
 * @param {'requests.asked' | 'requests.sentAt'} key
 * @param {string} date
 * @param {number} now Unix milliseconds
 */
function note(key, date, now) {
    const moment = momentOf(date, now);
    return moment && text(key, { moment });
}

/**
 * @param {FriendRequest} request
 * @param {State} state
 * @param {Actions} actions
 */
function received({ user, receiverName: name, date }, state, actions) {
    const isPending = state.pending.includes(user);
    const doubt = doubtOf(state.kept, user, name);
    return h('li', { class: 'row row-request', key: user },
        h('span', { class: 'row-main' }, avatar(name, user), h('span', { class: 'row-text' },
            h('span', { class: 'row-title', dir: 'auto' }, name), h('span', { class: 'row-note' }, note('requests.asked', date, state.now)),
            doubt && h('span', { class: 'row-note', key: 'doubt' }, doubtText(doubt)))),
        menu(`request-menu-${user}`, text('requests.more', { name }), [{
            key: 'report', label: text('contact.report'), symbol: 'alert', isDisabled: isPending, onclick: () => actions.ask(newReport(user, name)),
        }, {
            key: 'block', label: text('requests.block'), symbol: 'block', isDangerous: true, isDisabled: isPending,
            onclick: () => actions.ask({ kind: 'blockPerson', userId: user, name, isBusy: false }),
        }]),
        h('span', { class: 'row-answers', role: 'group', 'aria-label': text('requests.of', { name }) },
            button({ key: 'accept', label: text('requests.accept'), tone: 'primary', isBusy: isPending, onclick: () => actions.acceptRequest(user) }),
            button({ key: 'decline', label: text('requests.decline'), isDisabled: isPending, onclick: () => actions.declineRequest(user) })));
}

/**
 * @param {FriendRequest} request
 * @param {State} state
 * @param {Actions} actions
 */
function sent({ user, receiverName: name, date }, state, actions) {
    return h('li', { class: 'row', key: user },
        h('span', { class: 'row-main' }, avatar(name, user), h('span', { class: 'row-text' },
            h('span', { class: 'row-title', dir: 'auto' }, name), h('span', { class: 'row-note' }, note('requests.sentAt', date, state.now)))),
        h('span', { class: 'row-actions', role: 'group', 'aria-label': text('requests.to', { name }) },
            button({ label: text('requests.cancel'), isBusy: state.pending.includes(user), onclick: () => actions.cancelRequest(user) })));
}
