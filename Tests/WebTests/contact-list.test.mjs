import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renewedContacts } from '../../Web/features/contacts/renewed-contacts.js';
import { drawn } from '../../Web/dom/drawn.js';
import { h, textOf } from '../../Web/dom/h.js';
import { Memo } from '../../Web/dom/memo.js';
import { contactList } from '../../Web/features/contacts/contact-list.js';
import { english } from './english.mjs';
import { states } from './gallery/states.js';

const actions = new Proxy({}, { get: () => () => {} });

/** The displayed names under their headings, and the text about their number. */
function listed(state) {
    const [list] = drawn([contactList(state, actions, 1)], english);
    const found = { groups: [], said: '' };
    const visit = (node) => {
        if (typeof node === 'string' || node.props.hidden) return;
        if (node.props.class === 'group-title') found.groups.push([textOf(node, english)]);
        if (node.props.class === 'row-title') found.groups.at(-1).push(textOf(node, english));
        if (node.props.class === 'list-count') found.said = textOf(node, english);
        node.children.forEach(visit);
    };
    visit(list);
    return found;
}

for (const [contactSearch, groups, said] of [
    ['', [['Favourites', 'Amira Haddad', 'Tomás Ribeiro'], ['Other contacts', 'Bo', 'Kiều Trang Nguyễn', 'Maximilian-Alexander von und zu Hohenlohe-Langenb']], '5 contacts'],
    ['TOMAS', [['Favourites', 'Tomás Ribeiro']], '1 of 5 contacts'], ['trang', [['Other contacts', 'Kiều Trang Nguyễn']], '1 of 5 contacts'],
    ['ma', [['Favourites', 'Tomás Ribeiro'], ['Other contacts', 'Maximilian-Alexander von und zu Hohenlohe-Langenb']], '2 of 5 contacts'], ['x y', [], '0 of 5 contacts'],
]) {
    test(`searching for '${contactSearch}' shows ${said}`, () => {
        const { groups: shown, said: told } = listed({ ...states.contacts, contactSearch });
        const inOrder = (list) => list.map(([title, ...names]) => [title, ...names.sort()]);
        assert.deepEqual([inOrder(shown), told], [inOrder(groups), said]);
    });
}

test('of 5000 contacts two hundred rows are drawn, more as asked, and the search finds each', () => {
    const value = Array.from({ length: 5000 }, (_, index) => ({ contactId: 100 + index, contactName: `Person ${index}`, isFavorite: false, lastInteraction: null }));
    const drawnOf = (change) => {
        const [list] = drawn([contactList({ ...states.contacts, contacts: { status: 'ready', value, problem: null }, ...change }, actions, 1)], english);
        const counts = { elements: 0, rows: [], more: 0 };
        const visit = (node) => {
            if (typeof node === 'string') return;
            counts.elements += 1;
            if (node.props.class === 'row-title') counts.rows.push(textOf(node, english));
            if (String(node.props.key ?? node.key ?? '').startsWith('more-')) counts.more += 1;
            node.children.forEach(visit);
        };
        visit(list);
        return counts;
    };
    const first = drawnOf({});
    assert.deepEqual([first.rows.length, first.more], [200, 1]);
    assert.ok(first.elements < 5000, `${first.elements} elements`);
    assert.equal(drawnOf({ contactsDrawn: 400 }).rows.length, 400);
    assert.deepEqual(drawnOf({ contactSearch: 'person 4999' }), { ...drawnOf({ contactSearch: 'person 4999' }), rows: ['Person 4999'], more: 0 });
    const all = drawnOf({ contactsDrawn: 5000 });
    assert.deepEqual([all.rows.length, all.more], [5000, 0]);
});

test('a row’s description object is reused while its inputs are equal', () => {
    const memo = new Memo();
    const [subject, other] = [{}, {}];
    let made = 0;
    const make = () => { made += 1; return [h('p', null, String(made))]; };
    const first = memo.of(subject, [1, 'a'], make);
    assert.equal(memo.of(subject, [1, 'a'], make), first);
    assert.notEqual(memo.of(other, [1, 'a'], make), first);
    assert.notEqual(memo.of(subject, [1, 'b'], make), first);
    assert.notEqual(memo.of(subject, [1], make), first);
    assert.equal(made, 4);
    const [node] = first;
    assert.equal(drawn([node], english)[0], drawn([node], english)[0]);
});

test('an unchanged contact stays the same object after a fetch', () => {
    const [ana, bo] = [{ contactId: 1, contactName: 'Ana', isFavorite: false, lastInteraction: null }, { contactId: 2, contactName: 'Bo', isFavorite: false, lastInteraction: null }];
    const now = renewedContacts([ana, bo], [{ ...bo, isFavorite: true }, { ...ana }, { ...ana, contactId: 3 }]);
    assert.equal(now[1], ana);
    assert.deepEqual(now.map(({ contactId, isFavorite }) => [contactId, isFavorite]), [[2, true], [1, false], [3, false]]);
});
