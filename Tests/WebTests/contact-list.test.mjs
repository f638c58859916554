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

/** The names that are shown, under their headings, and what is said of their number. */
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
