import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { clockText, spokenDuration } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { othersOf } from './people/people-state.js';
import { talkedFor } from './protection/proven.js';
import { isText, text } from '../../texts/text.js';
import { againLabel, callName, endLabels, quoted } from './call-labels.js';

/**
 * A call that is over: the reason, its duration, and a button to call again.
 * @param {import('./call-state.js').CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 * @param {boolean} [isSuspended] the account is: no call can be placed
 */
export function callEndedView(call, actions, isSuspended = false) {
    const { title, sentence, canRetry } = endLabels(call);
    const { userId, name } = call.peer;
    // A person who answers while the caller gives up may have begun to talk to no one.
    const length = call.reason !== 'cancelled' && call.endedAt !== null ? talkedFor(call, { now: call.endedAt, uptime: call.measured?.to ?? 0 }) : null;
    const again = isSuspended ? null : againLabel(call);
    const isNamed = isText(sentence) && 'name' in sentence.args;
    // A call to someone who is still in this call would find them busy.
    const comeBack = () => (call.goesOn && call.id !== null ? actions.joinAgain({ id: call.id, people: othersOf(call), isVideo: call.isVideo }) : actions.callAgain());
    const isBad = call.reason === 'failed' || call.reason === 'connectionLost';
    return h('main', {
        class: 'call call-ended', key: 'ended', 'aria-label': title,
        onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') actions.closeCall(); },
    },
        h('div', { class: 'call-ended-body' },
            avatar(name, userId, 'large'),
            heading(title, { key: 'title' }),
            !isNamed && h('p', { key: 'name', class: 'call-ended-name' }, callName(call)),
            length !== null && h('p', { class: 'call-line' },
                h('span', { 'aria-hidden': 'true' }, clockText(length)), h('span', { class: 'visually-hidden' }, text('call.lasted', { time: spokenDuration(length) }))),
            sentence && h('p', { class: 'call-ended-text', role: isBad ? 'alert' : 'status' },
                isBad ? icon('alert') : null, h('span', null, sentence)),
            call.reply?.words && h('p', { key: 'said', class: 'call-ended-said', dir: 'auto' }, quoted(call.reply.words))),
        h('div', { class: 'call-ended-actions' },
            again && button({ key: 'again', label: again, symbol: call.isVideo ? 'video' : 'phone', tone: canRetry ? 'good' : 'glass', onclick: comeBack }),
            button({ key: 'close', label: text('call.close'), tone: 'glass', onclick: actions.closeCall })));
}
