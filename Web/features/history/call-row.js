import { avatar } from '../../components/avatar.js';
import { iconButton } from '../../components/button.js';
import { localDay } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { callable } from '../calls/people/people-state.js';
import { fragmentOf } from '../../state/routes.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { groupCalls } from './call-groups.js';
import { dayName, runOf } from './call-words.js';
import { namesOf } from '../../texts/names.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./past-call.js').PastCall} PastCall */
/** @typedef {import('./call-groups.js').CallRun} CallRun */

/**
 * Calls by day, a row for each run.
 * @param {Pick<import('./history-state.js').CallPages, 'next'> & { calls: PastCall[] }} pages
 * @param {State} state
 * @param {Actions} actions
 * @param {{ level: 2 | 3, openCall?: number, most?: number }} options the level of the days' titles, which call is shown beside them, and
 *     how many rows there are at most
 */
export function callDays({ calls, next }, state, actions, { level, openCall, most = Infinity }) {
    const oldest = next === null ? undefined : calls.at(-1);
    let left = most;
    return groupCalls(calls, state.now, localDay).map((day) => {
        const runs = day.runs.slice(0, left);
        left -= runs.length;
        return runs.length > 0 && h('div', { class: 'group', key: day.day },
            h(`h${level}`, { class: 'group-title' }, dayName(day)),
            h('ul', { class: 'rows' }, runs.map((run) => row(run, run.calls.at(-1) === oldest, state, actions, openCall))));
    });
}

/**
 * @param {CallRun} run
 * @param {boolean} goesOn there may be more calls of it than those that were fetched
 * @param {State} state
 * @param {Actions} actions
 * @param {number} [openCall]
 */
function row({ kind, calls }, goesOn, state, actions, openCall) {
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
                h('span', { class: kind === 'missed' ? 'row-note row-missed' : 'row-note' }, directionIcon(kind), h('span', null, runOf(kind, calls, goesOn))))),
        callAgain(call, state, actions));
}

/** @param {CallRun['kind']} kind */
function directionIcon(kind) {
    if (kind === 'running') return icon('phone');
    return icon(kind === 'missed' ? 'missed' : kind === 'outgoing' ? 'outgoing' : 'incoming');
}

/**
 * Calls the people it was with, as far as they can be called.
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
