import { button } from '../../components/button.js';
import { clockText } from '../../components/time-format.js';
import { empty } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { addView } from '../contacts/add.js';
import { phaseLabel, callName } from '../calls/call-labels.js';
import { contactList } from '../contacts/contact-list.js';
import { contactView } from '../contacts/contact.js';
import { linkView } from '../contacts/link.js';
import { requestList } from '../contacts/requests.js';
import { settingsView } from '../settings/settings.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** The routes that fill the left pane; all others fill the right one. */
const lists = new Set(['contacts', 'requests', 'call']);

/**
 * The signed-in page: navigation, a list and a detail. A phone shows one of the two, a wide window both.
 * @param {State} state
 * @param {Actions} actions
 */
export function mainView(state, actions) {
    const isList = lists.has(state.route.name);
    return h('div', { class: 'shell', key: 'shell', 'data-pane': isList ? 'list' : 'detail', inert: isCovered(state) },
        h('a', { class: 'skip', href: '#content', onclick: skip }, text('main.skip')),
        banner(state, actions),
        navigation(state),
        h('main', { class: 'panes', id: 'content', tabindex: '-1' },
            h('div', { class: 'pane pane-list' }, state.route.name === 'requests' ? requestList(state, actions) : contactList(state, actions, isList ? 1 : 2)),
            h('div', { class: 'pane pane-detail' }, detailOf(state, actions))));
}

/**
 * Whether a call fills the window.
 * @param {State} state
 */
function isCovered({ call, route }) {
    if (call === null || call.phase === 'incoming') return false;
    return call.phase === 'ended' || route.name === 'call';
}

/** @param {Event} event */
function skip(event) {
    event.preventDefault();
    document.getElementById('content')?.focus();
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function detailOf(state, actions) {
    const { route } = state;
    switch (route.name) {
    case 'contact': return contactView(state, route.id, actions);
    case 'add': return addView(state, actions);
    case 'link': return linkView(state, actions);
    case 'settings': return settingsView(state, actions);
    default: return resting(state);
    }
}

/**
 * The right pane of a wide window while nothing is chosen.
 * @param {State} state
 */
function resting(state) {
    const isNew = state.contacts.value?.length === 0;
    return h('div', { class: 'resting', key: 'resting' }, empty({
        symbol: isNew ? 'addPerson' : 'phone',
        title: text(isNew ? 'main.resting.begin' : 'main.resting.choose'),
        text: text('main.resting.text'),
    }));
}

/**
 * One line at the top, which has its place only while there is something to say.
 * @param {State} state
 * @param {Actions} actions
 */
function banner(state, actions) {
    const { call } = state;
    if (call && call.phase !== 'incoming' && call.phase !== 'ended' && state.route.name !== 'call') {
        const time = call.startedAt === null ? '' : clockText(state.now - call.startedAt);
        return h('div', { class: 'banner banner-call', key: 'banner-call' },
            icon('answer'), h('p', null, callName(call), ' ', h('span', { class: 'banner-time' }, phaseLabel(call) || time)),
            button({ label: text('main.return'), tone: 'good', onclick: () => actions.go({ name: 'call', id: call.id ?? 0 }) }));
    }
    // Said once: a list that cannot be shown says it itself.
    const { value, status } = state.route.name === 'requests' ? state.requests : state.contacts;
    const isSaid = value === null && status === 'failed' && lists.has(state.route.name);
    if (state.connection === 'offline' && !isSaid) {
        return h('div', { class: 'banner banner-bad', key: 'banner-offline', role: 'status' },
            icon('offline'), h('p', null, text('main.offline')));
    }
    return null;
}

/** @param {State} state */
function navigation(state) {
    const waiting = state.requests.value?.received.length ?? 0;
    return h('nav', { class: 'nav', 'aria-label': text('main.sections') },
        item('contacts', text('contacts.title'), 'people', ['contacts', 'contact', 'add', 'call'].includes(state.route.name)),
        item('requests', text('requests.title'), 'inbox', state.route.name === 'requests', waiting),
        item('link', text('link.title'), 'code', state.route.name === 'link'),
        item('settings', text('settings.title'), 'settings', state.route.name === 'settings'));
}

/**
 * @param {'contacts' | 'requests' | 'link' | 'settings'} name
 * @param {import('../../texts/text.js').Words} label
 * @param {import('../../icons.js').IconName} symbol
 * @param {boolean} isCurrent
 * @param {number} [count]
 */
function item(name, label, symbol, isCurrent, count = 0) {
    const spoken = count > 0 ? text('main.waiting', { label, count }) : undefined;
    return h('a', { class: 'nav-item', href: fragmentOf({ name }), 'aria-label': spoken, 'aria-current': isCurrent ? 'page' : undefined, key: name },
        h('span', { class: 'nav-symbol' }, icon(symbol),
            count > 0 && h('span', { class: 'badge' }, h('span', { 'aria-hidden': 'true' }, count > 99 ? text('main.moreThan', { count: 99 }) : count))),
        h('span', { class: 'nav-label' }, label));
}
