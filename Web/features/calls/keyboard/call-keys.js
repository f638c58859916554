import { button } from '../../../components/button.js';
import { dialog } from '../../../components/dialog.js';
import { h } from '../../../dom/h.js';
import { text } from '../../../texts/text.js';

/** @typedef {'toggleMute' | 'toggleCamera' | 'toggleScreen' | 'toggleHand' | 'toggleSpeakerView' | 'toggleFullScreen' | 'togglePeople' | 'toggleKeys' | 'startTalking' | 'previousPage' | 'nextPage'} KeyAction */

/**
 * The keyboard shortcuts of a call: key, action and label.
 * @type {readonly { key: string, action: KeyAction, label: import('../../../texts/text.js').Text }[]}
 */
export const callKeys = Object.freeze([
    { key: 'M', action: 'toggleMute', label: text('keys.mute') },
    { key: ' ', action: 'startTalking', label: text('keys.talk') },
    { key: 'V', action: 'toggleCamera', label: text('keys.camera') },
    { key: 'S', action: 'toggleScreen', label: text('screen.share') },
    { key: 'H', action: 'toggleHand', label: text('hand.key') },
    { key: 'P', action: 'togglePeople', label: text('keys.people') },
    { key: 'L', action: 'toggleSpeakerView', label: text('keys.layout') },
    { key: 'F', action: 'toggleFullScreen', label: text('keys.fullScreen') },
    { key: 'PageUp', action: 'previousPage', label: text('keys.previousPage') },
    { key: 'PageDown', action: 'nextPage', label: text('keys.nextPage') },
    { key: '?', action: 'toggleKeys', label: text('keys.list') },
]);

/**
 * The action of a key; null for none. While the person types or answers a question, keys have no action. On keyboards without Latin
 * letters, the position of the key counts.
 * @param {Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'defaultPrevented'>} event
 * @param {import('../../../state/state.js').State} state
 * @param {{ isTyping: boolean, isAtButton: boolean, isDialogOpen: boolean }} where `isAtButton`: at what the space bar presses
 * @returns {KeyAction | null}
 */
export function keyAction({ key, code, ctrlKey, altKey, metaKey, repeat, defaultPrevented }, { call, route }, { isTyping, isAtButton, isDialogOpen }) {
    if (ctrlKey || altKey || metaKey || repeat || defaultPrevented || isTyping || isDialogOpen) return null;
    if (call === null || route.name !== 'call' || ['incoming', 'ending', 'ended'].includes(call.phase)) return null;
    if (key === ' ' && (isAtButton || !call.isMuted || call.phase !== 'inCall')) return null;
    const written = isOfAnotherScript.test(key) ? code.replace(/^Key/, '') : key;
    return callKeys.find((one) => one.key.toLowerCase() === written.toLowerCase())?.action ?? null;
}

/** A single letter that is not Latin. */
const isOfAnotherScript = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * @param {import('../call-state.js').CallState} call
 * @param {import('../../../state/actions.js').Actions} actions
 */
export function keysDialog({ view }, actions) {
    if (!view.showsKeys) return null;
    const isShown = (/** @type {KeyAction} */ action) => actions[action] !== null;
    return dialog({ key: 'keys', labelledBy: 'call-keys-title', onDismiss: actions.toggleKeys },
        h('h2', { id: 'call-keys-title', class: 'dialog-title', tabindex: '-1' }, text('keys.shortcuts')),
        h('dl', { class: 'call-keys' }, callKeys.filter(({ action }) => isShown(action)).map(({ key, label }) => h('div', { class: 'call-key', key },
            h('dt', null, h('kbd', { dir: 'ltr', translate: 'no' }, keyName(key))), h('dd', null, label))),
        h('div', { class: 'call-key', key: 'zoom' },
            h('dt', { dir: 'ltr' }, ['+', '−', '0'].map((key) => h('kbd', { key, translate: 'no' }, key))), h('dd', null, text('keys.zoom')))),
        h('div', { class: 'dialog-actions' }, button({ label: text('keys.close'), tone: 'primary', onclick: actions.toggleKeys, isFirst: true })));
}

/** @param {string} key */
const keyName = (key) => (key === ' ' ? text('keys.space') : key === 'PageUp' ? text('keys.pageUp') : key === 'PageDown' ? text('keys.pageDown') : key);
