import { avatar } from '../../components/avatar.js';
import { iconButton } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { callable } from '../calls/people/people-state.js';
import { fragmentOf } from '../../state/routes.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { groupCalls, localDay } from './call-groups.js';
import { dayName, runOf } from './call-words.js';
import { namesOf } from '../../texts/names.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./past-call.js').PastCall} PastCall */
/** @typedef {import('./call-groups.js').CallRun} CallRun */

/**
 * Calls by day, a row for each run.
 * @param {PastCall[]} calls
 * @param {State} state
 * @param {Actions} actions
 * @param {{ level: 2 | 3, openCall?: number }} options the level of the days' titles, and which call is shown beside them
 */
export function callDays(calls, state, actions, { level, openCall }) {
    return groupCalls(calls, state.now, localDay).map((day) => h('div', { class: 'group', key: day.day },
        h(`h${level}`, { class: 'group-title' }, dayName(day)),
        h('ul', { class: 'rows' }, day.runs.map((run) => row(run, state, actions, openCall)))));
}

/**
 * @param {CallRun} run
 * @param {State} state
 * @param {Actions} actions
 * @param {number} [openCall]
 */
function row({ kind, calls }, state, actions, openCall) {
    const [call] = calls;
    const names = namesOf(call.people);
    const isOpen = calls.some(({ id }) => id === openCall);
    return h('li', { class: isOpen ? 'row row-open' : 'row', key: call.id },
        h('a', { class: 'row-main', href: fragmentOf({ name: 'pastCall', id: call.id }), 'aria-current': isOpen ? 'page' : undefined },
            avatar(call.people[0]?.name ?? '', call.people[0]?.userId ?? 0),
            h('span', { class: 'row-text' },
                h('span', { class: 'row-line' },
                    h('span', { class: kind === 'missed' ? 'row-title row-missed' : 'row-title', dir: typeof names === 'string' ? 'auto' : undefined }, names),
                    h('span', { class: 'row-time', dir: 'auto' }, { format: 'time', moment: call.startedAt })),
                h('span', { class: kind === 'missed' ? 'row-note row-missed' : 'row-note' }, directionIcon(kind), h('span', null, runOf(kind, calls))))),
        callAgain(call, state, actions));
}

/** @param {CallRun['kind']} kind */
function directionIcon(kind) {
    if (kind === 'running') return icon('phone');
    return icon(kind === 'missed' ? 'missed' : kind === 'outgoing' ? 'outgoing' : 'incoming');
}

/**
 * Calls who it was with, as far as they can be called.
 * @param {PastCall} call
 * @param {State} state
 * @param {Actions} actions
 */
function callAgain({ people, isVideo, result }, state, actions) {
    const called = callable(people, state.contacts.value);
    const isContact = people.some(({ userId }) => state.contacts.value?.some(({ contactId }) => contactId === userId));
    if (!isContact || result === 'running' || result === 'ringing') return null;
    return h('span', { class: 'row-actions' }, iconButton({
        label: text(isVideo ? 'history.again.video' : 'history.again.sound', { name: namesOf(called.length > 0 ? called : people) }), symbol: isVideo ? 'video' : 'phone', tone: 'accent',
        ...calling(state, called.length === 0), onclick: () => actions.callPeople(called, isVideo),
    }));
}
