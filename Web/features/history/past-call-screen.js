import { avatar } from '../../components/avatar.js';
import { button, iconButton } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { menu } from '../../components/menu.js';
import { empty } from '../../components/message.js';
import { spokenDuration } from '../../components/time-format.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { callWith } from './history-state.js';
import { callable } from '../calls/people/people-state.js';
import { fragmentOf } from '../../state/routes.js';
import { calling } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { joinableCall } from '../calls/running/joinable.js';
import { detail, detailWith } from '../../components/detail.js';
import { kindOf, resultOf } from './call-words.js';
import { namesOf } from '../../texts/names.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./past-call.js').PastCall} PastCall */

/** How many earlier calls with the same people are listed. */
const mostOthers = 10;

/**
 * One call of the history: its time, its participants, and the available actions.
 * @param {State} state
 * @param {number} id
 * @param {Actions} actions
 * @param {1 | 2} [level] of its title: 2 beside a list that is what one came for
 */
export function pastCallView(state, id, actions, level = 1) {
    const call = callWith(state.history, id);
    if (!call) {
        const isComing = state.history.all.calls === null && state.history.all.status === 'loading';
        return detail('past-call', text('call.title'), isComing
            ? h('p', { class: 'lead', role: 'status' }, text('contact.loading'))
            : empty({ symbol: 'phone', title: text('history.missing.title'), text: text('history.missing.text') }));
    }
    return detailWith('past-call', null, more(call, actions),
        h('div', { class: 'person', key: id },
            h('div', { class: 'past-avatars' }, call.people.slice(0, 3).map(({ userId, name }) => avatar(name, userId, call.people.length > 1 ? 'medium' : 'large'))),
            heading(namesOf(call.people), { key: 'title', takesFocus: level === 1, level }),
            h('p', { class: 'lead' }, kindOf(call)),
            h('p', { class: call.result === 'missed' ? 'past-result row-missed' : 'past-result' },
                h('span', null, result(call)), h('time', { datetime: new Date(call.startedAt).toISOString() }, moment(call))),
            h('div', { class: 'person-actions' }, doing(call, state, actions))),
        call.people.length > 1 && people(call, state, actions),
        others(call, state));
}

/**
 * @param {PastCall} call
 * @param {Actions} actions
 */
const more = ({ id }, actions) => menu(`call-menu-${id}`, text('contact.more'), [
    { key: 'delete', label: text('history.delete'), symbol: 'trash', isDangerous: true, onclick: () => actions.ask({ kind: 'deleteCalls', ids: [id], isBusy: false }) },
]);

/** @param {PastCall} call */
const result = (call) => (call.result === 'answered' ? text('call.lasted', { time: spokenDuration(call.duration) }) : resultOf(call));

/**
 * @param {PastCall} call
 * @returns {import('../../texts/text.js').Words}
 */
const moment = ({ startedAt }) => text('history.moment', { date: { format: 'date', moment: startedAt, hasYear: true }, time: { format: 'time', moment: startedAt } });

/**
 * The available action: join again while it is in progress; else, if it was with one person, call them or ask them to become a contact.
 * @param {PastCall} call
 * @param {State} state
 * @param {Actions} actions
 */
function doing(call, state, actions) {
    if (call.result === 'running') return comeIn(call, state, actions);
    const [person] = call.people;
    const contact = call.people.length === 1 ? state.contacts.value?.find(({ contactId }) => contactId === person.userId) : undefined;
    if (call.result === 'ringing') return null;
    const group = call.people.length > 1 ? callable(call.people, state.contacts.value) : [];
    if (group.length > 0) return callingAll(group, state, actions);
    if (!contact) return call.people.length === 1 && person.name !== '' && state.contacts.value !== null && asking(person, state, actions);
    const can = calling(state, contact.isBlocked === true);
    return [
        button({ key: 'call', label: text('contact.call'), symbol: 'phone', tone: 'primary', ...can, onclick: () => actions.call(contact.contactId, contact.contactName, false) }),
        button({ key: 'video', label: text('contact.video'), symbol: 'video', ...can, onclick: () => actions.call(contact.contactId, contact.contactName, true) }),
    ];
}

/**
 * @param {import('../calls/people/people-state.js').Named[]} people
 * @param {State} state
 * @param {Actions} actions
 */
function callingAll(people, state, actions) {
    const can = calling(state);
    return [
        button({ key: 'call', label: text('choose.call', { count: people.length }), symbol: 'phone', tone: 'primary', ...can, onclick: () => actions.callPeople(people, false) }),
        button({ key: 'video', label: text('choose.video'), symbol: 'video', ...can, onclick: () => actions.callPeople(people, true) }),
    ];
}

/**
 * @param {PastCall['people'][number]} person
 * @param {State} state
 * @param {Actions} actions
 */
function asking({ userId, name }, { requests, pending }, actions) {
    if (isAsked(userId, requests)) return h('p', { class: 'lead', role: 'status' }, text('history.asked'));
    return button({ key: 'ask', label: text('history.add', { name }), symbol: 'addPerson', tone: 'primary', isBusy: pending.includes(userId), onclick: () => actions.askPerson(userId) });
}

/**
 * @param {number} userId
 * @param {State['requests']} requests
 */
const isAsked = (userId, requests) => requests.value?.sent.some(({ user }) => user === userId) === true;

/**
 * A call that this page is or was in has its own banner, and is offered only there.
 * @param {PastCall} pastCall
 * @param {State} state
 * @param {Actions} actions
 */
function comeIn(pastCall, state, actions) {
    const { call, running } = state;
    if ((call && call.phase !== 'ended') || joinableCall(state)?.id === pastCall.id) return null;
    if (running?.id === pastCall.id) return running.isHeld && h('p', { class: 'lead' }, text('running.held'));
    return button({ key: 'join', label: text('history.joinAgain'), symbol: 'answer', tone: 'good', onclick: () => actions.joinAgain(pastCall) });
}

/**
 * The others in the call: whether they took part, and a link to each of them.
 * @param {PastCall} call
 * @param {State} state
 * @param {Actions} actions
 */
function people(call, state, actions) {
    return h('section', { class: 'group', key: 'people', 'aria-labelledby': 'past-people' },
        h('h2', { class: 'group-title', id: 'past-people' }, text('history.people')),
        h('ul', { class: 'rows' }, call.people.map(({ userId, name, tookPart }) => {
            const isKnown = isContact(userId, state);
            const contents = [avatar(name, userId), h('span', { class: 'row-text' }, h('span', { class: 'row-title', dir: 'auto' }, name || text('common.somebody')),
                h('span', { class: 'row-note' }, text(tookPart ? 'history.tookPart' : 'history.wasNotThere')))];
            return h('li', { class: 'row', key: userId },
                isKnown ? h('a', { class: 'row-main', href: fragmentOf({ name: 'contact', id: userId }) }, contents) : h('span', { class: 'row-main' }, contents),
                !isKnown && name !== '' && state.contacts.value !== null && h('span', { class: 'row-actions' }, adding(userId, name, state, actions)));
        })));
}

/**
 * @param {number} userId
 * @param {State} state
 */
const isContact = (userId, { contacts }) => contacts.value?.some(({ contactId }) => contactId === userId) === true;

/**
 * @param {number} userId
 * @param {string} name
 * @param {State} state
 * @param {Actions} actions
 */
function adding(userId, name, { requests, pending }, actions) {
    if (isAsked(userId, requests)) return h('span', { class: 'row-note' }, text('history.asked'));
    return iconButton({ label: text('history.add', { name }), symbol: 'addPerson', tone: 'accent', isBusy: pending.includes(userId), onclick: () => actions.askPerson(userId) });
}

/**
 * Other calls with the same people, as far as they are known here.
 * @param {PastCall} call
 * @param {State} state
 */
function others(call, { history }) {
    const same = (/** @type {PastCall} */ other) => other.people.length === call.people.length && other.people.every(({ userId }) => call.people.some((one) => one.userId === userId));
    const found = (history.all.calls ?? []).filter((other) => other.id !== call.id && same(other)).slice(0, mostOthers);
    return found.length > 0 && h('section', { class: 'group', key: 'others', 'aria-labelledby': 'past-others' },
        h('h2', { class: 'group-title', id: 'past-others' }, text('history.others', { names: namesOf(call.people) })),
        h('ul', { class: 'rows' }, found.map((other) => h('li', { class: 'row', key: other.id },
            h('a', { class: 'row-main', href: fragmentOf({ name: 'pastCall', id: other.id }) },
                h('span', { class: other.result === 'missed' ? 'past-other row-missed' : 'past-other' },
                    icon(other.result === 'missed' ? 'missed' : other.isOutgoing ? 'outgoing' : 'incoming'), h('span', null, resultOf(other))),
                h('span', { class: 'row-time', dir: 'auto' }, moment(other)))))));
}
