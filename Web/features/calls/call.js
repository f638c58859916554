import { iconButton } from '../../components/button.js';
import { clockText } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { talkedFor } from './protection/proven.js';
import { text } from '../../texts/text.js';
import { phaseLabel, callName } from './call-labels.js';
import { mediaWaitNote } from './media-wait-note.js';
import { outgoingPeople } from './people/outgoing-people.js';
import { peoplePanel } from './people/people-panel.js';
import { devicesDialog } from '../devices/devices-dialog.js';
import { canFlipCamera, flipButton } from '../devices/flip-button.js';
import { handBar } from './gestures/gestures.js';
import { heldQuestion } from './protection/held.js';
import { heldBar } from './running/held-bar.js';
import { leaveProtection, protectionChip, protectionSpoken } from './protection/protection.js';
import { qualityNote } from './quality.js';
import { recordingMark } from './recording.js';
import { controls, leavesPictures, pager } from './call-controls.js';
import { keysDialog } from './keyboard/call-keys.js';
import { sharingBar } from './stage/screen-tile.js';
import { nameBeside, sidesOf, stageLayout } from './stage/stage-layout.js';
import { isScreen, sceneOf } from './stage/stage-scene.js';
import { stage } from './stage/tiles.js';
import { silentNote } from './capture/silent.js';
import { unheardNote } from './capture/muted-speech-note.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('./call-state.js').CallState} CallState */

/**
 * A call that was placed or answered. It stays in the page, hidden, while something else is shown, so that the audio continues.
 * @param {State} state
 * @param {CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 */
export function callView(state, call, actions) {
    const ownUser = state.account?.userId ?? 0;
    const isAway = state.route.name !== 'call';
    const layout = stageLayout(sceneOf(call, state.now));
    const showsScreen = isScreen(layout.main);
    const { size } = call.view;
    return h('main', {
        class: ['call', isAway && 'call-away', leavesPictures(call) && 'call-idle', showsScreen && 'call-of-screen'].filter(Boolean).join(' '), key: 'call', inert: isAway, 'aria-label': text('call.title'),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            actions.stirred();
            if (event.key === 'Escape') leaveProtection(call, actions);
        },
        style: size === null ? undefined : { '--head': `${size.top}px`, '--foot': `${size.bottom}px`, ...nameBeside(size), ...sidesOf(layout, size) },
        onpointermove: actions.stirred, onpointerdown: actions.stirred, onfocusin: actions.stirred,
    },
        h('header', { class: 'call-head' },
            iconButton({ label: text('call.back'), symbol: 'back', tone: 'glass', onclick: () => actions.go({ name: 'contacts' }) }),
            h('div', { class: 'call-title' },
                h('h1', { class: 'call-name', tabindex: '-1', mounted: (/** @type {HTMLElement} */ element) => element.focus() }, callName(call)),
                h('p', { class: 'call-line' }, h('span', { role: 'timer', 'aria-live': 'off' }, timer(state, call)), statusLine(call))),
            protectionChip(call, actions, state)),
        // Questions must not cover the call's notices.
        h('div', { key: 'under-head', class: 'call-under-head' },
            h('div', { key: 'notes', class: 'call-notes' }, heldBar(state.onHold, call, actions), sharingBar(call, actions), handBar(call, ownUser, actions), recordingMark(call), mediaWaitNote(call, state.uptime, actions), qualityNote(call), silentNote(call), unheardNote(call)),
            heldQuestion(call, actions)),
        stage(call, state.account, state.outputs.inUse, state.now, actions),
        outgoingPeople(call),
        // Nothing may cover a shared screen.
        !showsScreen && flipButton(state.devices, call, actions),
        h('p', { class: 'visually-hidden', role: 'status' }, call.phase === 'outgoing' ? phaseLabel(call) : text('common.twoSentences', { first: phaseLabel(call) ?? text('call.connected'), second: protectionSpoken(call) })),
        h('p', { key: 'announcement', class: 'visually-hidden', role: 'status' }, call.announcement),
        h('p', { key: 'gestures', class: 'visually-hidden', role: 'status' }, call.gestureSaid),
        pager(call, state.now, actions),
        controls(call, ownUser, actions, showsScreen && canFlipCamera(state.devices, call)),
        !isAway && keysDialog(call, actions),
        !isAway && devicesDialog(state, call, actions),
        peoplePanel(state, call, actions));
}

/**
 * @param {State} state
 * @param {CallState} call
 */
function timer(state, call) {
    const time = talkedFor(call, state);
    return time === null ? '' : clockText(time);
}

/** @param {CallState} call */
function statusLine(call) {
    const line = phaseLabel(call);
    return line === null ? null : h('span', { class: call.connection === 'reconnecting' ? 'call-status call-status-bad' : 'call-status' }, line);
}
