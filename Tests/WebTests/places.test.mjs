import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../../Web/app/address.js';
import { deedsOfPlaces } from '../../Web/app/places.js';
import { parseRoute } from '../../Web/state/routes.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

/** A page that writes down what is done. */
function page(changes = {}) {
    const done = [];
    const store = new Store({ ...initialState(0), screen: 'main', ...changes });
    const note = (name) => (...rest) => void done.push([name, ...rest.map((one) => one?.name ?? one)].join(' '));
    const parts = {
        account: { settingsOpened: note('settingsOpened') }, add: { startAddAgain: note('startAddAgain') }, comparison: { lookAtComparison: note('lookAtComparison') },
        history: { loadHistory: note('loadHistory') }, joining: { leaveCallLink: note('leaveCallLink') }, links: { makeLink: note('makeLink') },
        people: { stopChoosing: note('stopChoosing') }, permissions: { checkPermissions: note('checkPermissions') }, person: { lookAtPerson: note('lookAtPerson') },
        personalLink: { linksOpened: note('linksOpened') }, scan: { showScan: note('showScan') },
    };
    globalThis.location = { hash: '' };
    globalThis.history = { replaceState: (_, __, url) => { location.hash = url; } };
    const deeds = deedsOfPlaces(store, parts, { fragment: () => location.hash, now: () => 1_000 });
    const address = new Address(store, deeds, parts.scan);
    return {
        store, done,
        goes(to) {
            location.hash = to;
            address.follow();
            const isThere = location.hash === to;
            // Requests to features that have nothing to do there say nothing of the place.
            return { isThere, done: done.splice(0).filter((one) => !['showScan', 'lookAtComparison', 'settingsOpened'].includes(one.split(' ')[0]) || one.includes('#')) };
        },
    };
}

for (const [what, from, to, wanted, changes] of [
    ['the calls are loaded by who comes to them', '#/contacts', '#/calls', ['loadHistory']],
    ['and not again by who is there', '#/calls', '#/calls', []],
    ['a contact is looked at', '#/contacts', '#/contacts/17', ['lookAtPerson']],
    ['who comes to add starts over', '#/contacts', '#/add', ['startAddAgain']],
    ['and who opened a link there does not', '#/add', `#/add/${'a'.repeat(43)}`, []],
    ['a link is made where there is none', '#/add', '#/link', ['linksOpened link add', 'makeLink']],
    ['none where there is one', '#/add', '#/link', ['linksOpened link add'], { link: { status: 'ready', link: 'x', expiresAt: 1_001, wasCopied: false, problem: null } }],
    ['one that is over is made anew', '#/add', '#/link', ['linksOpened link add', 'makeLink'], { link: { status: 'ready', link: 'x', expiresAt: 1_000, wasCopied: false, problem: null } }],
    ['none by itself after a failure', '#/add', '#/link', ['linksOpened link add'], { link: { status: 'failed', link: '', expiresAt: 0, wasCopied: false, problem: null } }],
    ['the personal link is looked at', '#/link', '#/link/personal', ['linksOpened personalLink link']],
    ['permissions are looked at on a first screen', '#/contacts', '#/welcome', ['checkPermissions']],
    ['and in the settings', '#/settings', '#/settings/permissions', ['checkPermissions']],
    ['who goes elsewhere chooses nobody', '#/contacts', '#/calls', ['stopChoosing', 'loadHistory'], { choosing: { purpose: 'call' } }],
    ['who stays goes on choosing', '#/contacts', '#/contacts', [], { choosing: { purpose: 'call' } }],
    ['nor does who adds to a call', '#/contacts', '#/calls', ['loadHistory'], { choosing: { purpose: 'add' } }],
    ['who goes elsewhere is not let in', '#/call', '#/contacts', ['leaveCallLink'], { joining: {} }],
    ['who stays at a link to a call is', '#/call', '#/call', [], { joining: {} }],
    ['the screen that scans is opened', '#/add', '#/scan', ['showScan #/scan']],
    ['for one device too', '#/contacts/5/7', '#/scan/5/7', ['showScan #/scan/5/7']],
]) {
    test(`${what}: ${from} → ${to}`, () => {
        const { goes } = page({ route: parseRoute(from), ...changes });
        assert.deepEqual(goes(to).done, wanted);
    });
}

test('a call that is over, and a link that is done with, lead to the contacts', () => {
    for (const [fragment, changes, isThere] of [
        ['#/calls/17', {}, false], ['#/calls/17', { call: {} }, true], ['#/call', {}, false], ['#/call', { joining: {} }, true],
        [`#/call/17/5/${'a'.repeat(43)}`, {}, true], ['#/calls', {}, true], ['#/elsewhere', {}, true],
    ]) {
        const { store, goes } = page(changes);
        assert.equal(goes(fragment).isThere, isThere, fragment);
        if (!isThere) assert.deepEqual(store.state.route, { name: 'contacts' }, fragment);
    }
});

test('what was typed in the settings goes with its page, and stays while that does', () => {
    const typed = { name: 'Ana', isBusy: false, problem: null };
    for (const [to, stays] of [['#/settings/profile', true], ['#/settings/keys', false], ['#/contacts', false]]) {
        const { store, goes } = page({ route: parseRoute('#/settings/profile'), profile: typed });
        goes(to);
        assert.equal(store.state.profile.name, stays ? 'Ana' : null, to);
    }
});

test('before anybody is signed in nothing is loaded', () => {
    const { goes } = page({ screen: 'signIn' });
    for (const fragment of ['#/calls', '#/link', '#/link/personal', '#/scan']) assert.deepEqual(goes(fragment).done, [], fragment);
});
