import { avatar } from '../../components/avatar.js';
import { iconButton } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/** @typedef {import('../../state/state.js').CallState} CallState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Somebody calls: over everything, until it is answered, declined or over. Escape does nothing, so that no call is
 * declined by accident.
 * @param {CallState} call
 * @param {number} now Unix milliseconds
 * @param {Actions} actions
 */
export function incomingView(call, now, actions) {
    const { userId, name } = call.peer;
    const left = Math.max(0, Math.ceil((call.ringsUntil - now) / 1000));
    return dialog({ key: 'incoming', labelledBy: 'incoming-name', onDismiss: null, kind: 'incoming', role: 'alertdialog' },
        h('div', { class: 'ripple' }, avatar(name, userId, 'large')),
        h('h2', { class: 'call-name', id: 'incoming-name', tabindex: '-1' },
            h('span', { 'aria-hidden': 'true' }, name),
            h('span', { class: 'visually-hidden' }, text(call.isVideo ? 'incoming.isCallingVideo' : 'incoming.isCalling', { name }))),
        h('p', { class: 'call-line' }, text(call.isVideo ? 'incoming.video' : 'incoming.audio')),
        !call.isVerified && h('p', { class: 'call-small', role: 'note' }, text('incoming.unverified')),
        h('div', { class: 'call-choices' },
            iconButton({ key: 'decline', label: text('incoming.decline'), caption: text('incoming.decline'), symbol: 'hangUp', tone: 'danger', size: 'large', onclick: actions.decline }),
            ...answers(call, actions)),
        h('p', { class: 'call-small', 'aria-hidden': 'true' }, text('incoming.ringsFor', { seconds: left })));
}

/**
 * The way that fits the call comes first and has the focus.
 * @param {CallState} call
 * @param {Actions} actions
 */
function answers(call, actions) {
    const withSound = iconButton({
        key: 'sound', label: text('incoming.answerSound'), caption: text(call.isVideo ? 'incoming.noCamera' : 'incoming.answer'), symbol: 'answer', tone: 'good', size: 'large',
        onclick: () => actions.answer(false), isFirst: !call.isVideo,
    });
    const withVideo = iconButton({
        key: 'video', label: text('incoming.answerVideo'), caption: text(call.isVideo ? 'incoming.answer' : 'incoming.withCamera'), symbol: 'video', tone: 'good', size: 'large',
        onclick: () => actions.answer(true), isFirst: call.isVideo,
    });
    return [withSound, withVideo];
}
