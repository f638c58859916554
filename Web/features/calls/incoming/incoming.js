import { avatar } from '../../../components/avatar.js';
import { button, iconButton } from '../../../components/button.js';
import { dialog } from '../../../components/dialog.js';
import { h } from '../../../dom/h.js';
import { text } from '../../../texts/text.js';
import { deviceName, trustWords } from '../../../components/device-words.js';
import { doubtText } from '../../../components/name-doubt.js';
import { checkInCall } from '../../devices/check-view.js';
import { callerLabels } from '../call-labels.js';
import { replyChoices } from './reply-choices.js';

/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */

/**
 * An incoming call. It covers everything until it is answered, declined or over, except a field in which the person is typing. Escape does
 * nothing, so that no call is declined by accident.
 * @param {import('../../../state/state.js').State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
export function incomingView(state, call, actions) {
    const { userId, name: caller } = call.peer;
    const { name, sentence, others } = callerLabels(call);
    const left = Math.max(0, Math.ceil((call.ringsUntil - state.now) / 1000));
    return dialog({ key: 'incoming', labelledBy: 'incoming-name', onDismiss: null, kind: 'incoming', role: 'alertdialog', isOfOthers: true },
        state.devices.check === null && h('div', { class: 'ripple', key: 'ripple' }, avatar(caller, userId, 'large')),
        h('h2', { class: 'call-name', id: 'incoming-name', tabindex: '-1' },
            h('span', { 'aria-hidden': 'true' }, name),
            h('span', { class: 'visually-hidden', role: 'status' }, sentence)),
        h('p', { class: 'call-line' }, text(call.isVideo ? 'incoming.video' : 'incoming.audio')),
        others && h('p', { class: 'call-line call-with', key: 'with' }, others),
        call.callerDevice && h('p', { class: 'call-small', key: 'device' }, callerWords(state, call.callerDevice)),
        call.doubt && h('p', { class: 'call-small', key: 'doubt', role: 'note' }, doubtText(call.doubt)),
        unverifiedNote(call),
        h('div', { class: 'call-choices' },
            iconButton({ key: 'decline', label: text('incoming.decline'), caption: text('incoming.decline'), symbol: 'hangUp', tone: 'danger', size: 'large', onclick: actions.decline }),
            answer(call, actions)),
        call.replying !== null ? replyChoices(caller, call.replying, { write: actions.writeReply, send: actions.callBack })
            : [
                otherAnswer(call, actions),
                call.canReply && button({ key: 'call-back', label: text('incoming.cannotTalk'), tone: 'quiet', onclick: () => actions.writeReply('') }),
                checkInCall(state, call, actions),
            ],
        h('p', { class: 'call-small', 'aria-hidden': 'true' }, text('incoming.ringsFor', { seconds: left })));
}

/**
 * @param {import('../../../components/device-words.js').Past} past
 * @param {NonNullable<CallState['callerDevice']>} device
 */
function callerWords(past, { address, trust, says }) {
    const [name, word] = [deviceName(past, address, trust, says), trustWords(past, address, trust, true)];
    return word === null ? name : text('trust.was', { name, word });
}

/**
 * The answer that fits the call; it has the focus.
 * @param {CallState} call
 * @param {Actions} actions
 */
const answer = ({ isVideo }, actions) => iconButton({
    key: 'answer', label: text(isVideo ? 'incoming.answerVideo' : 'incoming.answerSound'), caption: text('incoming.answer'), symbol: isVideo ? 'video' : 'answer', tone: 'good',
    size: 'large', onclick: () => actions.answer(isVideo), isFirst: true,
});

/**
 * @param {CallState} call
 * @param {Actions} actions
 */
const otherAnswer = ({ isVideo }, actions) => button({
    key: 'other-answer', label: text(isVideo ? 'incoming.answerSound' : 'incoming.answerVideo'), tone: 'quiet', onclick: () => actions.answer(!isVideo),
});

/**
 * Below the caller: the owner of that device is not confirmed yet.
 * @param {Pick<CallState, 'peer' | 'isVerified' | 'isNewDevice'>} call
 */
export const unverifiedNote = ({ peer, isVerified, isNewDevice }) => !isVerified
    && h('p', { class: 'call-small', role: 'note' }, isNewDevice ? text('incoming.newDevice.text', { name: peer.name }) : text('incoming.unverified'));
