import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn } from '../../../Web/dom/drawn.js';
import { textOf } from '../../../Web/dom/h.js';
import { callList } from '../../../Web/features/history/call-list.js';
import { recentCalls } from '../../../Web/features/history/recent-calls.js';
import { emptyHistory, missedCount } from '../../../Web/features/history/history-state.js';
import { contactList } from '../../../Web/features/contacts/contact-list.js';
import { contactView } from '../../../Web/features/person/contact.js';
import { newPerson } from '../../../Web/features/person/person-state.js';
import { english } from '../english.mjs';
import { now, states } from '../gallery/states.js';

const actions = new Proxy({}, { get: () => () => {} });
const minute = 60_000;
const [bo, cy] = [{ userId: 35, name: 'Bo', tookPart: true }, { userId: 46, name: 'Kiều Trang Nguyễn', tookPart: false }];

/** Every text with this class in a view, in order. */
function textsOf(view, name) {
    const found = [];
    const visit = (node) => {
        if (typeof node === 'string') return;
        if ((node.props.class ?? '').split(' ').includes(name)) found.push(textOf(node, english).trim());
        node.children.forEach(visit);
    };
    for (const node of drawn([view].flat(), english)) visit(node);
    return found;
}

const pages = (calls, change = {}) => ({ status: 'ready', calls, total: calls.length, next: null, problem: null, ...change });
/** The page of a person whose only contact is Bo, who was in no call that the server counts. */
const pageWith = (calls, { next = null, lastSeen = 0, lastInteraction = null, person = [] } = {}) => ({
    ...states.contacts, route: { name: 'contact', id: 35 },
    contacts: { ...states.contacts.contacts, value: [{ contactId: 35, contactName: 'Bo', isFavorite: false, lastInteraction }] },
    history: { ...emptyHistory(), all: pages(calls, { next }), lastSeen },
    person: { ...newPerson(35), devices: { status: 'ready', value: { devices: [], hasOlderApps: false }, problem: null }, calls: { status: 'ready', value: person, problem: null } },
});
const call = (id, result, change = {}) => ({ id, isOutgoing: false, isVideo: false, isGroup: false, result, startedAt: now - id * minute, duration: result === 'answered' ? 60_000 : 0, people: [bo], ...change });

/** One call of each kind. */
const kinds = {
    'answered by me': call(5, 'answered'), 'answered by them': call(5, 'answered', { isOutgoing: true }), missed: call(5, 'missed'), 'declined by me': call(5, 'declined'),
    'declined by them': call(5, 'declined', { isOutgoing: true }), busy: call(5, 'busy', { isOutgoing: true }), 'not answered': call(5, 'unanswered', { isOutgoing: true }),
    cancelled: call(5, 'cancelled', { isOutgoing: true }), running: call(5, 'running'), ringing: call(5, 'ringing'),
    'a group that talked': call(5, 'answered', { isGroup: true, people: [cy, bo] }), 'a missed group': call(5, 'missed', { isGroup: true, people: [bo, cy] }),
    'a group in which they were not': call(5, 'answered', { isGroup: true, people: [{ ...cy, tookPart: true }, { ...bo, tookPart: false }] }),
};

for (const [name, one] of Object.entries(kinds)) {
    test(`every list knows of a call: ${name}`, () => {
        const state = pageWith([one]);
        assert.deepEqual(textsOf(contactList(state, actions, 2), 'row-note'), ['Last call 5 min. ago']);
        const contact = contactView(state, 35, actions);
        assert.deepEqual(textsOf(contact, 'lead'), ['Last call 5 min. ago']);
        assert.equal(textsOf(contact, 'past-other').length, 1);
        const [row] = textsOf(callList(state, actions, 1), 'row-note');
        assert.equal(textsOf(recentCalls(state, actions), 'row-note')[0], row);
        assert.equal(missedCount(state.history), one.result === 'missed' ? 1 : 0);
    });
}

test('each list says that a contact without any call has none', () => {
    const state = pageWith([call(3, 'missed', { people: [cy] })]);
    assert.deepEqual(textsOf(contactList(state, actions, 2), 'row-note'), ['No calls yet']);
    assert.ok(textsOf(contactView(state, 35, actions), 'group-none').includes('You haven’t called each other yet.'));
});

test('the latest call known to the server or the history counts, and an older call is not denied', () => {
    const talked = new Date(now - 2 * minute).toISOString();
    assert.deepEqual(textsOf(contactList(pageWith([call(5, 'missed')], { lastInteraction: talked }), actions, 2), 'row-note'), ['Last call 2 min. ago']);
    assert.deepEqual(textsOf(contactList(pageWith([call(1, 'missed')], { lastInteraction: talked }), actions, 2), 'row-note'), ['Last call 1 min. ago']);
    const contact = contactView(pageWith([], { lastInteraction: talked }), 35, actions);
    assert.deepEqual([textsOf(contact, 'lead'), textsOf(contact, 'group-none').includes('You haven’t called each other yet.')], [['Last call 2 min. ago'], false]);
});

test('the calls with a contact are those of the history and older ones, each once, newest first', () => {
    const state = pageWith([call(2, 'missed'), call(4, 'answered'), call(6, 'missed', { people: [cy] })], { person: [call(4, 'answered'), call(9, 'busy', { isOutgoing: true })] });
    assert.equal(textsOf(contactView(state, 35, actions), 'past-other').length, 3);
    assert.deepEqual(textsOf(contactView(state, 35, actions), 'row-time').map((words) => words.replace(/\D/g, '')), ['2', '4', '9']);
});

test('a run of calls has one length wherever it is listed', () => {
    const runs = [call(1, 'missed'), ...Array.from({ length: 10 }, (_, index) => call(2 + index, 'busy', { isOutgoing: true, people: [index % 2 ? cy : bo] })), ...Array.from({ length: 6 }, (_, index) => call(20 + index, 'unanswered', { isOutgoing: true })), call(3 * 24 * 60, 'missed')];
    const state = pageWith(runs);
    const [listed, recent] = [textsOf(callList(state, actions, 1), 'row-note'), textsOf(recentCalls(state, actions), 'row-note')];
    assert.deepEqual([listed.length, listed.at(-2)], [13, '6 outgoing calls']);
    assert.deepEqual(recent, listed.slice(0, 12));
});

test('a run that may continue among calls that were not fetched has no length yet', () => {
    const run = Array.from({ length: 5 }, (_, index) => call(1 + index, 'unanswered', { isOutgoing: true }));
    assert.deepEqual(textsOf(callList(pageWith(run, { next: 'x' }), actions, 1), 'row-note'), ['No answer']);
    assert.deepEqual(textsOf(recentCalls(pageWith(run, { next: 'x' }), actions), 'row-note'), ['No answer']);
    assert.deepEqual(textsOf(callList(pageWith(run), actions, 1), 'row-note'), ['5 outgoing calls']);
});
