import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openedLinks } from '../../Web/app/opened-links.js';
import { drawn } from '../../Web/dom/drawn.js';
import { textOf } from '../../Web/dom/h.js';
import { fragmentOfContact, isOpenedLink, linkIn, openedContact } from '../../Web/state/routes.js';
import { linkCard } from '../../Web/features/opened-link/link-card.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { english } from './english.mjs';

const token = 'a'.repeat(43);
const [person, call] = [`#/add/${token}`, `#/call/17/5/${token}`];

/** The page at this address. */
function at(hash, hasOther = false, state = null, changes = {}) {
    const [store, log] = [new Store({ ...initialState(0), ...changes }), []];
    globalThis.location = { hash, search: '?inspect' };
    globalThis.history = { state, replaceState: (...values) => log.push(['address', values[2]]) };
    const links = openedLinks(store, { open: async (fragment) => { log.push(['other', fragment]); return hasOther; } }, { token: (value) => log.push(['token', value]), call: (value) => log.push(['call', value]) });
    return { links, log, store };
}

for (const [hash, opens] of [
    [person, ['token', token]], [call, ['call', { callId: 17, userId: 5, secret: token }]], [`${call}x`, ['call', 'damaged']], ['#/call', null], ['#/add', null], ['', null], ['#/calls/17', null],
]) {
    test(`the target of '${hash}'`, () => {
        const { links, log } = at(hash);
        links.take();
        assert.deepEqual([log, isOpenedLink(hash)], [opens ? [opens] : [], opens !== null]);
    });
}

/** The card's words, its initials first. */
const cardOf = (opened) => drawn([linkCard(opened)].filter((card) => card !== null), english).map((one) => textOf(one, english)).join('').replace(/[\u2066-\u2069]/g, '').replace(/ +/g, ' ').trim();

test('the sign-in explains which link was opened, by the name that the link has', () => {
    for (const [hash, opened, words] of [
        [person, { kind: 'contact', by: '' }, 'Sign in to add the person whose link you opened.'],
        [`${person}?by=Ana%20Ruiz`, { kind: 'contact', by: 'Ana Ruiz' }, 'AR Sign in to add Ana Ruiz. The name comes from the link.'],
        [call, { kind: 'call', by: '' }, 'Sign in to join the call whose link you opened. Only contacts of the person who created the link can join.'],
        [`${call}?by=Ana%20Ruiz`, { kind: 'call', by: 'Ana Ruiz' }, 'AR Sign in to join a call. According to the link, it’s Ana Ruiz’s call. Only Ana Ruiz’s contacts can join.'],
        [`${call}x`, { kind: 'call', by: '' }, 'Sign in to join the call whose link you opened. Only contacts of the person who created the link can join.'],
        ['#/contacts', null, ''],
    ]) {
        const { links, store } = at(hash, false, null, { opened: { kind: 'call', by: 'an earlier link' } });
        links.explain();
        assert.deepEqual([store.state.opened, cardOf(store.state.opened)], [opened, words], hash);
        assert.ok(!JSON.stringify(store.state).includes(token), 'the secret is not in the state');
    }
});

test("a contact link's name is in one line, and comes back from another page with its token", () => {
    for (const [by, name] of [['', ''], ['Ana Ruiz', 'Ana Ruiz'], ['  Ana\n\u202eRuiz ', 'Ana Ruiz'], ['A/B?by=C&d#e', 'A/B?by=C&d#e'], ['x'.repeat(60), `${'x'.repeat(39)}…`]]) {
        const fragment = fragmentOfContact({ token, by });
        assert.deepEqual([openedContact(fragment), linkIn(fragment)], [{ token, by: name }, fragment], by);
    }
    assert.deepEqual([openedContact(`${person}?by=%E0%A4%A`), openedContact(`${person}x`), openedContact(call)], [{ token, by: '' }, null, null]);
});

test('a link is handed to the window that is the device, and removed from the address', async () => {
    for (const [hash, hasOther, expected] of [[call, true, [['other', call], ['address', '/?inspect']]], [call, false, [['other', call]]], ['#/contacts', true, []]]) {
        const { links, log, store } = at(hash, hasOther);
        await links.handOver();
        assert.deepEqual([log, store.state.otherWindow.hasHandedOver], [expected, expected.length === 2]);
    }
});

for (const [what, hash, state, address] of [
    ['the link that was to be joined', '#/call', { openedLink: call }, `/?inspect${call}`], ['nothing that was kept', '#/call', null, null],
    ['something else', '#/call', { openedLink: 17 }, null], ['no link', '#/call', { openedLink: '#/contacts' }, null], ['another link that is opened now', person, { openedLink: call }, null],
]) {
    test(`after a reload: ${what}`, () => {
        const { links, log } = at(hash, false, state);
        links.comeBack();
        assert.deepEqual(log, address === null ? [] : [['address', address]]);
    });
}

test('a kept link is forgotten once', () => {
    const { links, log } = at('#/call', false, { openedLink: call });
    links.forget();
    assert.deepEqual(log, [['address', undefined]]);
    const { links: others, log: none } = at('#/contacts', false, { scroll: 1 });
    others.forget();
    assert.deepEqual(none, []);
});

for (const [what, changes, isKept] of [
    ['a call is about to be joined', { joining: {} }, true], ['a device is confirmed first', { confirmsFirst: true }, true],
    ...['resolving', 'resolved', 'sending', 'failed'].map((status) => [`the person of the link is ${status}`, { add: { isOpened: true, status } }, true]),
    ...['sent', 'alreadyRequested', 'becameContacts', 'accepted', 'empty'].map((status) => [`it is answered: ${status}`, { add: { isOpened: true, status } }, false]),
    ['another link is typed', { add: { isOpened: false, status: 'resolved' } }, false],
]) {
    test(`a link is ${isKept ? 'kept' : 'forgotten'} when ${what}`, () => {
        const { links, log } = at('#/add', false, { openedLink: person }, changes);
        links.forget();
        assert.deepEqual(log, isKept ? [] : [['address', undefined]]);
    });
}
