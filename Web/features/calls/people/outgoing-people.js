import { avatar } from '../../../components/avatar.js';
import { h } from '../../../dom/h.js';
import { isOfSeveral, othersOf, participantsOf } from './people-state.js';
import { nameOf, standingLabel } from './people-labels.js';

/**
 * The states of the people called in a group call, while none of them has answered.
 * @param {import('../call-state.js').CallState} call
 */
export function outgoingPeople(call) {
    const isWaiting = call.phase === 'outgoing' && participantsOf(call).length === 0 && isOfSeveral(call);
    return isWaiting && h('ul', { class: 'outgoing-people', key: 'outgoing-people' }, othersOf(call).map((one) => h('li', { class: 'outgoing-person', key: one.userId },
        avatar(one.name, one.userId, 'medium'),
        h('span', { class: 'outgoing-words' },
            h('span', { class: 'outgoing-name', dir: 'auto' }, nameOf(one)),
            h('span', { class: 'outgoing-status' }, standingLabel(one))))));
}
