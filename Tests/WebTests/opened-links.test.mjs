import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openedLinks } from '../../Web/app/opened-links.js';
import { isOpenedLink } from '../../Web/state/routes.js';
import { emptySignIn } from '../../Web/features/sign-in/sign-in-state.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { said } from './english.mjs';

const token = 'a'.repeat(43);
const [person, call] = [`#/add/${token}`, `#/call/17/5/${token}`];

/** The page at this address. */
function at(hash, hasOther = false, state = null) {
    const [store, log] = [new Store({ ...initialState(0), signIn: emptySignIn() }), []];
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

test('the sign-in explains which link was opened', () => {
    for (const [hash, notice] of [[person, 'Sign in to add the person whose link you opened.'], [call, 'Sign in to join the call whose link you opened. Only contacts of the person who created the link can join.'],
        [`${call}?by=Ana%20Ruiz`, 'Sign in to join a call. According to the link, it’s Ana Ruiz’s call. Only Ana Ruiz’s contacts can join.'], ['#/contacts', undefined]]) {
        const { links, store } = at(hash);
        links.explain();
        assert.equal(said(store.state.signIn.notice), notice);
    }
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
