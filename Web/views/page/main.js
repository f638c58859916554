import { button } from '../../components/button.js';
import { clockText } from '../../components/time-format.js';
import { empty } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { shownPages } from '../../state/history-state.js';
import { talkedFor } from '../../state/proven.js';
import { offlineReason } from '../../state/state.js';
import { text } from '../../texts/text.js';
import { addView } from '../contacts/add.js';
import { phaseLabel, callName } from '../calls/call-labels.js';
import { compareView } from '../contacts/compare.js';
import { contactList } from '../contacts/contact-list.js';
import { contactView } from '../contacts/contact.js';
import { linkView } from '../contacts/link.js';
import { personalLinkView } from '../contacts/personal-link.js';
import { requestList } from '../contacts/requests.js';
import { joinCallView } from '../calls/join-call.js';
import { joinableBanner, joinableCall } from '../calls/joinable.js';
import { runningBanner } from '../calls/running.js';
import { callList } from '../history/call-list.js';
import { pastCallView } from '../history/past-call.js';
import { recentCalls } from '../history/recent-calls.js';
import { navigation } from './navigation.js';
import { scanView } from '../contacts/scan.js';
import { deletionNotice } from '../settings/deletion-notice.js';
import { settingsList } from '../settings/settings-list.js';
import { welcomeView } from '../sign-in/welcome.js';
import { settingsView } from '../settings/settings.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** The routes that fill the left pane; all others fill the right one. */
const lists = new Set(['calls', 'contacts', 'requests', 'call']);

/**
 * The signed-in page: navigation, a list and a detail. A phone shows one of the two, a wide window both.
 * @param {State} state
 * @param {Actions} actions
 */
export function mainView(state, actions) {
    const isList = lists.has(state.route.name) || (state.route.name === 'settings' && state.route.page === undefined);
    return h('div', { class: state.account?.deletedAt ? 'shell shell-deletion' : 'shell', key: 'shell', 'data-pane': isList ? 'list' : 'detail', inert: isCovered(state) },
        h('a', { class: 'skip', href: '#content', onclick: skip }, text('main.skip')),
        deletionNotice(state, actions),
        banner(state, actions),
        navigation(state),
        h('main', { class: 'panes', id: 'content', tabindex: '-1' },
            h('div', { class: 'pane pane-list' }, listOf(state, actions, isList ? 1 : 2)),
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
 * @param {1 | 2} level of its title
 */
function listOf(state, actions, level) {
    const { route, account } = state;
    // Who scans the code of an own device comes from the settings, and goes back there.
    if (route.name === 'scan' && route.user !== undefined && route.user === account?.userId) return settingsList(state, level);
    switch (route.name) {
    case 'requests': return requestList(state, actions);
    case 'calls': return callList(state, actions, level);
    case 'pastCall': return callList(state, actions, level, route.id);
    case 'settings': return settingsList(state, level);
    default: return contactList(state, actions, level);
    }
}

/**
 * @param {State} state
 * @param {Actions} actions
 */
function detailOf(state, actions) {
    const { route, history } = state;
    const newest = shownPages(history).calls?.[0];
    switch (route.name) {
    case 'calls': return newest ? pastCallView(state, newest.id, actions, 2) : resting(state);
    case 'pastCall': return pastCallView(state, route.id, actions);
    case 'contact': return route.device === undefined ? contactView(state, route.id, actions) : compareView(state, route, actions);
    case 'add': return addView(state, actions);
    case 'scan': return scanView(state, route, actions);
    case 'link': return linkView(state, actions);
    case 'joinCall': return state.joining ? joinCallView(state, state.joining, actions) : resting(state);
    case 'personalLink': return personalLinkView(state, actions);
    case 'welcome': return welcomeView(state, actions);
    case 'settings': return settingsView(state, route, actions);
    default: return (history.all.calls?.length ?? 0) > 0 ? recentCalls(state, actions) : resting(state);
    }
}

/**
 * The right pane of a wide window while nothing is chosen: what to do is said where it can be done beside it.
 * @param {State} state
 */
function resting({ route, contacts }) {
    const count = route.name === 'contacts' ? contacts.value?.length : undefined;
    return h('div', { class: 'resting', key: 'resting' }, empty({
        drawing: 'call', text: text('common.promise'),
        title: count === undefined ? undefined : text(count === 0 ? 'main.resting.begin' : 'main.resting.choose'),
    }));
}

/**
 * One line at the top, which has its place only while there is something to say.
 * @param {State} state
 * @param {Actions} actions
 */
function banner(state, actions) {
    const { call, running } = state;
    if (call === null && running) return runningBanner(running, state.now, actions);
    if (call && call.phase !== 'incoming' && call.phase !== 'ended' && state.route.name !== 'call') {
        const talked = talkedFor(call, state.now);
        const time = talked === null ? '' : clockText(talked);
        return h('div', { class: 'banner banner-call', key: 'banner-call' },
            icon('answer'), h('p', null, callName(call), ' ', h('span', { class: 'banner-time' }, phaseLabel(call) || time)),
            button({ label: text('main.return'), tone: 'good', onclick: () => actions.go({ name: 'call', id: call.id ?? 0 }) }));
    }
    const { value: own } = state.settings.ownKeys;
    if (own?.isRevoked) return lostBanner(own.isRevokedByOlder, actions);
    const joinable = joinableCall(state);
    if (joinable) return joinableBanner(joinable, actions);
    if (state.connection === 'offline') {
        return h('div', { class: 'banner banner-bad', key: 'banner-offline', role: 'status' },
            icon('offline'), h('p', { id: offlineReason }, text('main.offline')));
    }
    if (state.connection === 'suspended') {
        return h('div', { class: 'banner banner-bad', key: 'banner-suspended', role: 'status' },
            icon('offline'), h('p', null, state.suspension, h('br'), text('main.suspended')));
    }
    if (state.hasNewRelease && call === null) {
        return h('div', { class: 'banner', key: 'banner-release', role: 'status' },
            icon('info'), h('p', null, text('main.newRelease')), button({ key: 'load', label: text('main.newRelease.load'), onclick: actions.reload }));
    }
    return null;
}

/**
 * Another device of the person has called this one lost. Who came later may be a stranger, who would like this one to go.
 * @param {boolean} isByOlder
 * @param {Actions} actions
 */
function lostBanner(isByOlder, actions) {
    return h('div', { class: 'banner banner-bad banner-lost', key: 'banner-lost', role: 'status' },
        icon('alert'), h('p', null, text(isByOlder ? 'main.lost' : 'main.lost.later')),
        isByOlder
            ? button({ key: 'anew', label: text('main.lost.do'), onclick: () => actions.ask({ kind: 'signOut', isBusy: false }) })
            : button({ key: 'devices', label: text('main.lost.devices'), onclick: () => actions.go({ name: 'settings', page: 'devices' }) }));
}
