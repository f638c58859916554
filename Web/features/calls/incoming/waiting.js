import { avatar } from '../../../components/avatar.js';
import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { text } from '../../../texts/text.js';
import { doubtText } from '../../../components/name-doubt.js';
import { callerLabels } from '../call-labels.js';
import { unverifiedNote } from './incoming.js';
import { replyChoices } from './reply-choices.js';

/**
 * A call that comes in during a call: over everything, without taking the focus.
 * @param {import('../call-state.js').WaitingState} waiting
 * @param {import('../../../state/actions.js').Actions} actions
 */
export function waitingView(waiting, actions) {
    const { peer, canReply, doubt, isBusy, replying } = waiting;
    const { sentence, others } = callerLabels(waiting);
    return h('section', { class: 'second-call', key: 'second-call', 'aria-label': text('waiting.title') },
        avatar(peer.name, peer.userId, 'medium'),
        h('div', { class: 'second-call-words' },
            h('p', { role: 'alert' }, sentence),
            others && h('p', { class: 'call-small', key: 'with' }, others),
            doubt && h('p', { class: 'call-small', key: 'doubt', role: 'note' }, doubtText(doubt)),
            unverifiedNote(waiting)),
        replying !== null ? replyChoices(peer.name, replying, { write: actions.writeReplyWaiting, send: actions.callBackWaiting, isDisabled: isBusy }) : h('div', { class: 'second-call-choices', key: 'choices' },
            button({ key: 'decline', label: text('incoming.decline'), tone: 'danger', isDisabled: isBusy, onclick: actions.declineWaiting }),
            canReply && button({ key: 'call-back', label: text('incoming.cannotTalk'), tone: 'quiet', isDisabled: isBusy, onclick: () => actions.writeReplyWaiting('') }),
            button({ key: 'hold', label: text('waiting.hold'), tone: 'good', isBusy, onclick: () => actions.answerWaiting(true) }),
            button({ key: 'end', label: text('waiting.end'), isDisabled: isBusy, onclick: () => actions.answerWaiting(false) })));
}
