import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../../../Web/app/address.js';
import { ConfirmingFirst } from '../../../Web/app/confirming-first.js';
import { Opening } from '../../../Web/app/opening.js';
import { Returns } from '../../../Web/app/returns.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';

const secret = 'a'.repeat(43);
const [person, call] = [`#/add/${secret}`, `#/call/17/5/${secret}`];

/** The page at an address, which the page itself changes. */
function at(hash, search = '?inspect') {
    const changed = [];
    globalThis.location = { hash, search, pathname: '/' };
    globalThis.history = {
        replaceState(state, _, url) {
            changed.push([state, url]);
            location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : '';
        },
    };
    return { store: new Store(initialState(0)), changed };
}

test('a ticket is removed from the address, and used once', () => {
    const ticket = 't'.repeat(43);
    const { store, changed } = at(`#/signed-in/${ticket}`);
    const returns = new Returns(store);
    returns.take();
    const back = returns.back();
    assert.deepEqual([back?.ticket, returns.back(), changed], [ticket, null, [[null, '/?inspect']]]);
});

test('a link from a mail asks for confirmation once', () => {
    const { store, changed } = at(`#/take-back/${secret}`);
    const returns = new Returns(store);
    returns.take();
    returns.askToTakeBack();
    assert.deepEqual([store.state.question, changed.length], [{ kind: 'takeBack', token: secret, isBusy: false }, 1]);
    store.set({ question: null });
    returns.askToTakeBack();
    assert.equal(store.state.question, null);
});

test('an address with neither ticket nor link is kept', () => {
    const { store, changed } = at('#/settings');
    const returns = new Returns(store);
    returns.take();
    returns.askToTakeBack();
    assert.deepEqual([returns.back(), store.state.question, changed], [null, null, []]);
});

test('a link waits until the new device is confirmed or postponed, and opens once', () => {
    const { store, changed } = at(person);
    const confirming = new ConfirmingFirst(store);
    confirming.begin();
    assert.deepEqual([store.state.confirmsFirst, changed], [true, [[{ openedLink: person }, '/?inspect#/welcome']]]);
    assert.deepEqual([confirming.end(), store.state.confirmsFirst, location.hash], [true, false, person]);
    assert.equal(confirming.end(), false);
});

test('other addresses are kept while a device is confirmed', () => {
    const { store, changed } = at('#/settings');
    const confirming = new ConfirmingFirst(store);
    confirming.begin();
    assert.deepEqual([store.state.confirmsFirst, confirming.end(), changed], [true, false, []]);
});

/** The page that opens links; `here` is the signed-in person. */
function opening(here = { signedIn: { session: { origin: 'https://x' } } }) {
    const { store, changed } = at('#/contacts');
    const log = [];
    const features = {
        add: { openLink: (token) => log.push(`opens ${token}`) },
        joining: { openCallLink: (link) => { log.push(`joins ${link.callId ?? link}`); return link.callId === 18 ? { name: 'call', id: 18 } : { name: 'joinCall' }; } },
    };
    const address = new Address(store, {}, { showScan: (shown) => log.push(`scan '${shown}'`) });
    return { opens: new Opening(here, address, features), log, store, changed };
}

test("a contact link is looked up on the screen for adding people", () => {
    const { opens, log, store, changed } = opening();
    opens.token(secret);
    assert.deepEqual([log, store.state.route, changed], [["scan ''", `opens ${secret}`], { name: 'add' }, [[{ openedLink: person }, '/?inspect#/add']]]);
});

test('the secret of a call link is kept outside the address while joining, and nowhere else', () => {
    for (const [link, url, kept] of [
        [{ callId: 17, userId: 5, secret }, '/?inspect#/call', { openedLink: call }], [{ callId: 18, userId: 5, secret }, '/?inspect#/calls/18', null], ['damaged', '/?inspect#/call', null],
    ]) {
        const { opens, changed } = opening();
        opens.call(link);
        assert.deepEqual(changed, [[kept, url]]);
    }
});

test('a pasted or scanned call link is extracted by the session that is signed in', () => {
    const { opens, log } = opening();
    assert.deepEqual([opens.takesCallLink(`https://x/${call}`), log[0]], [true, 'joins 17']);
    assert.deepEqual([opens.takesCallLink('bo@example.org'), log.length], [false, 2]);
    const nobody = opening({ signedIn: null });
    assert.deepEqual([nobody.opens.takesCallLink(`https://x/${call}`), nobody.log], [false, []]);
});
