import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../../Web/app/address.js';
import { deedsOfPlaces } from '../../Web/app/places.js';
import { parseRoute } from '../../Web/state/routes.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

/** A page that records what is done. */
function page(changes = {}) {
    const done = [];
    const store = new Store({ ...initialState(0), screen: 'main', ...changes });
    const note = (name) => (...rest) => void done.push([name, ...rest.map((one) => one?.name ?? one)].join(' '));
    const parts = {
        account: { settingsOpened: note('settingsOpened') }, add: { startAddAgain: note('startAddAgain') }, comparison: { lookAtComparison: note('lookAtComparison') },
        history: { loadHistory: note('loadHistory') }, joining: { leaveCallLink: note('leaveCallLink') }, links: { makeLink: note('makeLink') },
        networkCheck: { forgetNetworkCheck: note('forgetNetworkCheck') },
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
            // Calls to features that do nothing there say nothing about the place.
            return { isThere, done: done.splice(0).filter((one) => !['showScan', 'lookAtComparison', 'settingsOpened'].includes(one.split(' ')[0]) || one.includes('#')) };
        },
    };
}

for (const [what, from, to, wanted, changes] of [
    ['opening the calls loads them', '#/contacts', '#/calls', ['loadHistory']],
    ['staying at the calls does not load them again', '#/calls', '#/calls', []],
    ['opening a contact loads them', '#/contacts', '#/contacts/17', ['lookAtPerson']],
    ['opening the screen for adding starts over', '#/contacts', '#/add', ['startAddAgain']],
    ['opening a link there does not start over', '#/add', `#/add/${'a'.repeat(43)}`, []],
    ['opening the own link makes one if none exists', '#/add', '#/link', ['linksOpened link add', 'makeLink']],
    ['an existing link is kept', '#/add', '#/link', ['linksOpened link add'], { link: { status: 'ready', link: 'x', expiresAt: 1_001, wasCopied: false, problem: null } }],
    ['an expired link is replaced', '#/add', '#/link', ['linksOpened link add', 'makeLink'], { link: { status: 'ready', link: 'x', expiresAt: 1_000, wasCopied: false, problem: null } }],
    ['no link is made again after a failure', '#/add', '#/link', ['linksOpened link add'], { link: { status: 'failed', link: '', expiresAt: 0, wasCopied: false, problem: null } }],
    ['opening the personal link loads it', '#/link', '#/link/personal', ['linksOpened personalLink link']],
    ['the first screen checks the permissions, and makes a link to share', '#/contacts', '#/welcome', ['checkPermissions', 'makeLink']],
    ['the first screen keeps a link that is there', '#/contacts', '#/welcome', ['checkPermissions'], { link: { status: 'ready', link: 'x', expiresAt: 1_001, wasCopied: false, problem: null } }],
    ['a device that is confirmed first makes no link', '#/contacts', '#/welcome', ['checkPermissions'], { confirmsFirst: true }],
    ['the settings check the permissions', '#/settings', '#/settings/permissions', ['checkPermissions']],
    ['leaving the check of the network forgets it', '#/settings/network', '#/settings', ['forgetNetworkCheck']],
    ['leaving the settings with it, too', '#/settings/network', '#/call/7', ['forgetNetworkCheck'], { call: {} }],
    ['staying there does not', '#/settings/network', '#/settings/network', []],
    ['leaving the contacts ends the choice for a call', '#/contacts', '#/calls', ['stopChoosing', 'loadHistory'], { choosing: { purpose: 'call' } }],
    ['staying keeps the choice', '#/contacts', '#/contacts', [], { choosing: { purpose: 'call' } }],
    ['leaving keeps a choice for adding to a call', '#/contacts', '#/calls', ['loadHistory'], { choosing: { purpose: 'add' } }],
    ['leaving a call link cancels the request', '#/call', '#/contacts', ['leaveCallLink'], { joining: {} }],
    ['staying at a call link keeps the request', '#/call', '#/call', [], { joining: {} }],
    ['opening the scanner shows it', '#/add', '#/scan', ['showScan #/scan']],
    ['opening the scanner for one device shows it', '#/contacts/5/7', '#/scan/5/7', ['showScan #/scan/5/7']],
]) {
    test(`${what}: ${from} → ${to}`, () => {
        const { goes } = page({ route: parseRoute(from), ...changes });
        assert.deepEqual(goes(to).done, wanted);
    });
}

test('the address of an ended call, or of a finished link, leads to the contacts', () => {
    for (const [fragment, changes, isThere] of [
        ['#/calls/17', {}, false], ['#/calls/17', { call: {} }, true], ['#/call', {}, false], ['#/call', { joining: {} }, true],
        [`#/call/17/5/${'a'.repeat(43)}`, {}, true], ['#/calls', {}, true], ['#/elsewhere', {}, true],
    ]) {
        const { store, goes } = page(changes);
        assert.equal(goes(fragment).isThere, isThere, fragment);
        if (!isThere) assert.deepEqual(store.state.route, { name: 'contacts' }, fragment);
    }
});

test('typed text in the settings stays with its page, and is dropped on leaving it', () => {
    const typed = { name: 'Ana', isBusy: false, problem: null };
    for (const [to, stays] of [['#/settings/profile', true], ['#/settings/keys', false], ['#/contacts', false]]) {
        const { store, goes } = page({ route: parseRoute('#/settings/profile'), profile: typed });
        goes(to);
        assert.equal(store.state.profile.name, stays ? 'Ana' : null, to);
    }
});

test('nothing is loaded before the sign-in', () => {
    const { goes } = page({ screen: 'signIn' });
    for (const fragment of ['#/calls', '#/link', '#/link/personal', '#/scan']) assert.deepEqual(goes(fragment).done, [], fragment);
});
