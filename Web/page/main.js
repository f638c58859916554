import { button, iconButton } from '../components/button.js';
import { clockText } from '../components/time-format.js';
import { h } from '../dom/h.js';
import { icon } from '../icons.js';
import { talkedFor } from '../features/calls/protection/proven.js';
import { offlineReason } from '../state/calling.js';
import { text } from '../texts/text.js';
import { phaseLabel, callName } from '../features/calls/call-labels.js';
import { joinableBanner, joinableCall } from '../features/calls/running/joinable.js';
import { runningBanner } from '../features/calls/running/running.js';
import { personCard } from '../features/cards/person-card.js';
import { isCoveredByCall } from './covered.js';
import { navigation } from './navigation.js';
import { detailOf, isListPlace, listOf } from './places.js';
import { offerBanner } from '../features/offers/offer-banner.js';
import { deletionNotice } from '../features/account/deletion-notice.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/actions.js').Actions} Actions */

/**
 * The signed-in page: navigation, a list and a detail. A phone shows one of the two, a wide window both.
 * @param {State} state
 * @param {Actions} actions
 */
export function mainView(state, actions) {
    const isList = isListPlace(state);
    const isCovered = isCoveredByCall(state);
    return h('div', { class: state.account?.deletedAt ? 'shell shell-deletion' : 'shell', key: 'shell', 'data-pane': isList ? 'list' : 'detail', inert: isCovered },
        h('a', { class: 'skip', href: '#content', onclick: skip }, text('main.skip')),
        deletionNotice(state, actions),
        banner(state, actions),
        navigation(state),
        h('main', { class: 'panes', id: 'content', tabindex: '-1' },
            h('div', { class: 'pane pane-list' }, listOf(state, actions, isList ? 1 : 2)),
            h('div', { class: 'pane pane-detail' }, detailOf(state, actions))),
        h('div', { class: 'cards', key: 'cards', role: 'status', 'aria-live': 'polite' }, !isCovered && personCard(state, actions)));
}

/** @param {Event} event */
function skip(event) {
    event.preventDefault();
    document.getElementById('content')?.focus();
}

/**
 * A banner at the top, which takes up space only while there is something to say.
 * @param {State} state
 * @param {Actions} actions
 */
function banner(state, actions) {
    const { call, running } = state;
    if (call === null && running) return runningBanner(running, state.now, actions);
    if (call && call.phase !== 'incoming' && call.phase !== 'ended' && state.route.name !== 'call') {
        const talked = talkedFor(call, state);
        const time = talked === null ? '' : clockText(talked);
        return h('section', { class: 'banner banner-call', key: 'banner-call', 'aria-label': text('call.title') },
            icon('answer'), h('p', null, callName(call), ' ', h('span', { class: 'banner-time' }, phaseLabel(call) || time)),
            h('span', { class: 'banner-end' },
                iconButton({ key: 'mute', label: text(call.isMuted ? 'call.unmute' : 'call.mute'), symbol: call.isMuted ? 'micOff' : 'mic', isDisabled: call.phase === 'ending', onclick: actions.toggleMute }),
                iconButton({ key: 'end', label: text('call.endCall'), symbol: 'hangUp', tone: 'danger', isDisabled: call.phase === 'ending', onclick: actions.hangUp }),
                button({ key: 'return', label: text('main.return'), tone: 'good', onclick: () => actions.go({ name: 'call', id: call.id ?? 0 }) })));
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
    return state.offer !== null && call === null ? offerBanner(state.offer, actions) : null;
}

/**
 * Another device of the person has marked this one as lost. A device that signed in later may be a stranger's, whose interest is to remove
 * this one.
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
