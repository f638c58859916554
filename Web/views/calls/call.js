import { iconButton } from '../../components/button.js';
import { clockText } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { phaseLabel, callName } from './call-labels.js';
import { heldQuestion } from './held.js';
import { protectionChip, protectionSpoken } from './protection.js';
import { qualityNote } from './quality.js';
import { stage } from './tiles.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * A call that was placed or answered. Stays in the page, unseen, while something else is looked at: the audio goes on.
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
export function callView(state, call, actions) {
    const isAway = state.route.name !== 'call';
    return h('main', {
        class: isAway ? 'call call-away' : 'call', key: 'call', inert: isAway, 'aria-label': 'Call',
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape' && call.showsProtection) actions.toggleProtection(); },
    },
        h('header', { class: 'call-head' },
            iconButton({ label: 'Back to the contacts, the call goes on', symbol: 'back', tone: 'glass', onclick: () => actions.go({ name: 'contacts' }) }),
            h('div', { class: 'call-title' },
                h('h1', { class: 'call-name', tabindex: '-1', mounted: (/** @type {HTMLElement} */ element) => element.focus() }, callName(call)),
                h('p', { class: 'call-line' }, h('span', { role: 'timer', 'aria-live': 'off' }, timer(state, call)), statusLine(call))),
            protectionChip(call, actions)),
        heldQuestion(call, actions),
        stage(call, state.account),
        qualityNote(call),
        h('p', { class: 'visually-hidden', role: 'status' }, `${phaseLabel(call) || 'Connected.'} ${protectionSpoken(call)}`),
        h('p', { key: 'announcement', class: 'visually-hidden', role: 'status' }, call.announcement),
        controls(call, actions));
}

/**
 * @param {State} state
 * @param {CallState} call
 */
function timer({ now }, { startedAt, endedAt }) {
    return startedAt === null ? '' : clockText((endedAt ?? now) - startedAt);
}

/** @param {CallState} call */
function statusLine(call) {
    const line = phaseLabel(call);
    return line === '' ? null : h('span', { class: call.connection === 'reconnecting' ? 'call-status call-status-bad' : 'call-status' }, line);
}

/**
 * @param {CallState} call
 * @param {Actions} actions
 */
function controls({ isMuted, isCameraOn, phase }, actions) {
    const isOver = phase === 'ending';
    return h('footer', { class: 'call-controls', role: 'group', 'aria-label': 'Call controls' },
        iconButton({
            key: 'mute', label: isMuted ? 'Unmute' : 'Mute', caption: isMuted ? 'Unmute' : 'Mute', symbol: isMuted ? 'micOff' : 'mic',
            tone: isMuted ? 'on' : 'glass', size: 'large', isDisabled: isOver, onclick: actions.toggleMute,
        }),
        iconButton({
            key: 'camera', label: isCameraOn ? 'Turn camera off' : 'Turn camera on', caption: isCameraOn ? 'Camera off' : 'Camera on',
            symbol: isCameraOn ? 'video' : 'videoOff', tone: isCameraOn ? 'glass' : 'on', size: 'large', isDisabled: isOver, onclick: actions.toggleCamera,
        }),
        iconButton({
            key: 'end', label: 'End call', caption: 'End', symbol: 'hangUp', tone: 'danger', size: 'large', isDisabled: isOver, onclick: actions.hangUp,
        }));
}
