import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonActions } from '../../Web/features/comparison/comparison-actions.js';
import { loadComparison } from '../../Web/features/comparison/comparison.js';
import { makeIdentity } from '../../Web/keys/identity/signed-identity.js';
import { makeRevoke } from '../../Web/keys/identity/statements.js';
import { makeDeviceKey } from '../../Web/keys/device-key.js';
import { decodeKeyText, pkcs1Of } from '../../Web/keys/key-text.js';
import { makeSigningKeyPair } from '../../Web/keys/signing/signing-keys.js';
import { APIError } from '../../Web/protocol/errors.js';
import { fragmentOf, parseRoute } from '../../Web/state/routes.js';
import { initialState } from '../../Web/state/state.js';
import { PinStore } from '../../Web/session/pin-store.js';
import { Store } from '../../Web/state/store.js';
import { settle } from './calls/doubles/time.mjs';

const { publicKeyText } = await makeDeviceKey();
const rsa = pkcs1Of(decodeKeyText(publicKeyText));
async function device(address) {
    const pair = await makeSigningKeyPair();
    return { pair, identity: await makeIdentity({ address, serial: 1, rsa, createdAt: 0 }, pair) };
}
const [own, theirs, impostor] = [await device('1_11'), await device('5_51'), await device('5_51')];

/** A device's knowledge; the server shows these devices of the others, and these statements. */
function sessionOf({ identity }, shown, stored = {}, statements = {}) {
    const kept = new Map(Object.entries(stored));
    const session = {
        shown, fails: false, kept,
        api: {
            async send() {
                if (session.fails) throw new APIError('offline');
                const of = (make) => Object.fromEntries(session.shown.map((one) => [one.identity.address, make(one)]));
                return { publicKeys: of(() => publicKeyText), identities: of((one) => one.identity.text), ...statements };
            },
        },
        database: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
        identity: { registered: async () => ({ identity }) },
    };
    session.pins = new PinStore(session.database);
    return session;
}
const basis = ({ kept }) => kept.get('devicePins')?.pins['5_51']?.basis ?? null;
/** Returns once the state fulfils a condition: 10 400 digests take a while. */
const until = ({ store }, isReady) => new Promise((resolve) => {
    const look = () => { if (isReady(store.state)) resolve(); };
    store.onChange(look);
    look();
});
const isLoaded = ({ comparison }) => comparison?.status !== 'loading';
/** The page of user 1 shows the device of Bo, user 5. */
async function looksAt(session, change = {}) {
    const store = new Store({ ...initialState(0), route: { name: 'contact', id: 5, device: 51 }, contacts: { status: 'ready', value: [{ contactId: 5, contactName: 'Bo' }], problem: null }, ...change });
    const [went, page] = [[], { changes: 0 }];
    const actions = comparisonActions(store, { signedIn: { session } }, () => { page.changes += 1; });
    const world = { store, page, actions, went, state: () => store.state, go: (route) => { went.push(route); store.set({ route }); actions.lookAtComparison(); } };
    actions.lookAtComparison();
    await until(world, isLoaded);
    return world;
}

test('both devices show the same number, and each a code that the other expects', async () => {
    const [mine, other] = [await loadComparison(sessionOf(own, [theirs]), 5, 51), await loadComparison(sessionOf(theirs, [own]), 1, 11)];
    assert.match(mine.digits, /^\d{60}$/);
    assert.deepEqual([mine.digits, mine.code, mine.expected], [other.digits, other.expected, other.code]);
    assert.notEqual(mine.code, mine.expected);
    const between = await loadComparison(sessionOf(own, [impostor]), 5, 51);
    assert.notEqual(between.digits, mine.digits, 'whoever stands between shows another');
    assert.equal(await loadComparison(sessionOf(own, [theirs]), 5, 52), null);
});

test('equal numbers make a device verified, whatever its trust was, and this can be undone', async () => {
    for (const stored of [{}, { devicePins: { pins: { '5_51': { sign: impostor.identity.sign, serial: 4, basis: 'firstUse' } }, unseen: {} } }]) {
        const session = sessionOf(own, [theirs], stored);
        const world = await looksAt(session);
        const before = basis(session);
        assert.equal(before, stored.devicePins ? 'firstUse' : null, 'nothing is pinned by looking');
        // The identity that the server shows by then is not the compared one.
        session.shown = [impostor];
        world.actions.numbersMatch();
        await until(world, ({ comparison }) => comparison.value.trust === 'verified');
        assert.deepEqual([basis(session), session.kept.get('devicePins').pins['5_51'].sign, world.page.changes], ['verified', theirs.identity.sign, 1]);
        world.actions.forgetComparison();
        await until(world, ({ comparison }) => comparison.value.trust === 'known');
        assert.equal(basis(session), 'confirmed');
    }
});

test('a scanned code decides the result, and leads to its device', async () => {
    const shown = await loadComparison(sessionOf(theirs, [own]), 1, 11);
    for (const [code, isSame] of [[shown.code, true], [shown.code.replace(theirs.identity.sign, impostor.identity.sign), false]]) {
        const session = sessionOf(own, [theirs]);
        const world = await looksAt(session, { route: { name: 'scan' } });
        world.actions.compareScanned({ userId: 5, deviceId: 51 }, code, world.go);
        await until(world, ({ comparison }) => comparison.differs || comparison.value?.trust === 'verified');
        const { value, differs } = world.state().comparison;
        assert.deepEqual([world.went, value.trust, differs, basis(session)], [[{ name: 'contact', id: 5, device: 51 }], isSame ? 'verified' : 'new', isSame ? null : 'scanned', isSame ? 'verified' : null]);
    }
});

test('numbers that differ verify nothing, and remove an earlier verification', async () => {
    for (const [before, expected] of [['firstUse', 'firstUse'], ['verified', 'confirmed']]) {
        const { sign } = theirs.identity;
        const session = sessionOf(own, [theirs], { devicePins: { pins: { '5_51': { sign, serial: 1, basis: before } }, unseen: {} } });
        const world = await looksAt(session);
        world.actions.numbersDiffer();
        await until(world, ({ comparison }) => comparison.differs !== null && comparison.value.trust !== 'verified');
        await settle();
        assert.deepEqual([world.state().comparison.differs, world.state().comparison.value.trust, basis(session)], ['said', 'known', expected]);
        world.actions.compareAgain();
        assert.equal(world.state().comparison.differs, null);
        world.actions.numbersMatch();
        await until(world, ({ comparison }) => comparison.value.trust === 'verified');
        assert.equal(basis(session), 'verified');
    }
});

test('a verified device whose code differs can be marked as not compared, and stays shown as that', async () => {
    const shown = await loadComparison(sessionOf(theirs, [own]), 1, 11);
    const session = sessionOf(own, [theirs], { devicePins: { pins: { '5_51': { sign: theirs.identity.sign, serial: 1, basis: 'verified' } }, unseen: {} } });
    const world = await looksAt(session, { route: { name: 'scan' } });
    world.actions.compareScanned({ userId: 5, deviceId: 51 }, shown.code.replace(theirs.identity.sign, impostor.identity.sign), world.go);
    await until(world, ({ comparison }) => comparison.differs === 'scanned');
    assert.equal(world.state().comparison.value.trust, 'verified');
    world.actions.forgetComparison();
    await until(world, ({ comparison }) => comparison.value.trust === 'known');
    assert.deepEqual([world.state().comparison.differs, basis(session)], ['scanned', 'confirmed']);
});

test('a comparison is stored by the call that holds the pins, and after the call if it was not', async () => {
    for (const writes of [true, false]) {
        const session = sessionOf(own, [theirs]);
        const told = [];
        const call = { noted: (note) => told.push(note) };
        assert.equal(await session.pins.beginCall(call), null);
        const world = await looksAt(session);
        // The identity that the server shows by then is not the compared one.
        session.shown = [impostor];
        world.actions.numbersMatch();
        await settle();
        assert.deepEqual([told, basis(session), world.state().comparison.value.trust], [[{ note: 'verified', identity: { address: '5_51', sign: theirs.identity.sign, serial: 1 } }], null, 'new']);
        const pin = { sign: theirs.identity.sign, serial: 1, basis: 'firstUse' };
        session.pins.save({ noted() {} }, { pins: { '5_52': { sign: theirs.identity.sign, serial: 1, basis: 'known' } }, unseen: {} });
        assert.equal(session.kept.has('devicePins'), false, 'who does not have them does not write');
        session.pins.save(call, { pins: { '5_51': pin }, unseen: {} });
        await settle();
        assert.equal(world.state().comparison.value.trust, 'new', 'not said before it is so');
        if (writes) session.pins.save(call, { pins: { '5_51': { ...pin, basis: 'verified' } }, unseen: {} });
        else await session.pins.endCall(call);
        await until(world, ({ comparison }) => comparison.value?.trust === 'verified');
        assert.deepEqual([basis(session), session.kept.get('devicePins').pins['5_51'].sign], ['verified', theirs.identity.sign]);
    }
});

test('a device that the call learns is revoked is not verified', async () => {
    const session = sessionOf(own, [theirs]);
    const call = { noted() {} };
    await session.pins.beginCall(call);
    const { address, sign, serial } = theirs.identity;
    const pins = { pins: { [address]: { sign, serial, basis: 'confirmed', revokedBy: ['another of theirs'] } }, unseen: {} };
    const asked = session.pins.note({ note: 'verified', identity: { address, sign, serial } });
    await settle();
    session.pins.save(call, pins);
    assert.equal(await asked, false);
    await session.pins.endCall(call);
    assert.deepEqual(session.kept.get('devicePins'), pins);
    assert.equal(await session.pins.note({ note: 'verified', identity: { address, sign, serial } }), false);
});

test('a window that is no longer the device stores nothing', async () => {
    const session = sessionOf(own, [theirs]);
    let isDevice = true;
    const store = new Store({ ...initialState(0), route: { name: 'contact', id: 5, device: 51 } });
    const actions = comparisonActions(store, { get signedIn() { return isDevice ? { session } : null; } }, () => {});
    actions.lookAtComparison();
    await until({ store }, isLoaded);
    isDevice = false;
    actions.numbersMatch();
    await settle();
    assert.equal(basis(session), null);
});

test('nothing is stored about a device that was signed out', async () => {
    const phone = await device('5_50');
    const pins = Object.fromEntries([theirs, phone].map(({ identity }) => [identity.address, { sign: identity.sign, serial: 1, basis: 'verified' }]));
    const revoke = await makeRevoke({ sign: theirs.identity.sign, by: '5_50', issuedAt: 0 }, phone.pair);
    const lost = sessionOf(own, [theirs, phone], { devicePins: { pins, unseen: {} } }, { revokes: [revoke] });
    const world = await looksAt(lost);
    assert.equal(world.state().comparison.value.trust, 'held:revoked');
    world.actions.forgetComparison();
    await settle();
    assert.equal(basis(lost), 'verified');
});

test('a failed load is reported and can be retried, and one after leaving the screen is ignored', async () => {
    const session = sessionOf(own, [theirs]);
    session.fails = true;
    const world = await looksAt(session);
    assert.deepEqual([world.state().comparison.status, world.state().comparison.problem.code], ['failed', 'offline']);
    session.fails = false;
    world.actions.loadComparison();
    await until(world, isLoaded);
    assert.equal(world.state().comparison.value.digits.length, 60);
    world.actions.loadComparison();
    world.store.set({ route: { name: 'contacts' } });
    world.actions.lookAtComparison();
    await loadComparison(session, 5, 51);
    assert.equal(world.state().comparison, null);
});

test('the comparison screen has an address', () => {
    const route = { name: 'contact', id: 5, device: 51 };
    assert.deepEqual([fragmentOf(route), parseRoute(fragmentOf(route)), parseRoute('#/contacts/5/x')], ['#/contacts/5/51', route, { name: 'contact', id: 5 }]);
});
