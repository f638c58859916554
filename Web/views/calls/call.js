import { iconButton } from '../../components/button.js';
import { clockText } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { phaseLabel, callName } from './call-labels.js';
import { namesOf } from '../history/call-words.js';
import { outgoingPeople } from './outgoing-people.js';
import { peopleButton, peoplePanel } from './people-panel.js';
import { outputMenu } from '../outputs/output-choice.js';
import { heldQuestion } from './held.js';
import { leaveProtection, protectionChip, protectionSpoken } from './protection.js';
import { qualityNote } from './quality.js';
import { recordingMark } from './recording.js';
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
        class: isAway ? 'call call-away' : 'call', key: 'call', inert: isAway, 'aria-label': text('call.title'),
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') leaveProtection(call, actions); },
    },
        h('header', { class: 'call-head' },
            iconButton({ label: text('call.back'), symbol: 'back', tone: 'glass', onclick: () => actions.go({ name: 'contacts' }) }),
            h('div', { class: 'call-title' },
                h('h1', { class: 'call-name', tabindex: '-1', mounted: (/** @type {HTMLElement} */ element) => element.focus() }, callName(call)),
                h('p', { class: 'call-line' }, h('span', { role: 'timer', 'aria-live': 'off' }, timer(state, call)), statusLine(call)),
                state.onHold && h('p', { class: 'call-on-hold', key: 'on-hold' }, text('onHold.here', { names: namesOf(state.onHold.people) }))),
            protectionChip(call, actions)),
        heldQuestion(call, actions),
        stage(call, state.account, state.outputs.inUse, actions.tileSized),
        outgoingPeople(call),
        outputMenu(state.outputs, actions),
        h('div', { key: 'notes', class: 'call-notes' }, recordingMark(call), qualityNote(call)),
        h('p', { class: 'visually-hidden', role: 'status' }, call.phase === 'outgoing' ? phaseLabel(call) : text('common.twoSentences', { first: phaseLabel(call) ?? text('call.connected'), second: protectionSpoken(call) })),
        h('p', { key: 'announcement', class: 'visually-hidden', role: 'status' }, call.announcement),
        controls(call, actions),
        peoplePanel(state, call, actions));
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
    return line === null ? null : h('span', { class: call.connection === 'reconnecting' ? 'call-status call-status-bad' : 'call-status' }, line);
}

/**
 * @param {CallState} call
 * @param {Actions} actions
 */
function controls(call, actions) {
    const { isMuted, isCameraOn, phase } = call;
    const isOver = phase === 'ending';
    return h('footer', { class: 'call-controls', role: 'group', 'aria-label': text('call.controls') },
        iconButton({
            key: 'mute', label: text(isMuted ? 'call.unmute' : 'call.mute'), caption: text(isMuted ? 'call.unmute' : 'call.mute'), symbol: isMuted ? 'micOff' : 'mic',
            tone: isMuted ? 'on' : 'glass', size: 'large', isDisabled: isOver, onclick: actions.toggleMute,
        }),
        iconButton({
            key: 'camera', label: text(isCameraOn ? 'call.turnCameraOff' : 'call.turnCameraOn'), caption: text(isCameraOn ? 'call.cameraOff' : 'call.cameraOn'),
            symbol: isCameraOn ? 'video' : 'videoOff', tone: isCameraOn ? 'glass' : 'on', size: 'large', isDisabled: isOver, onclick: actions.toggleCamera,
        }),
        peopleButton(call, actions),
        iconButton({
            key: 'end', label: text('call.endCall'), caption: text('call.end'), symbol: 'hangUp', tone: 'danger', size: 'large', isDisabled: isOver, onclick: actions.hangUp,
        }));
}
