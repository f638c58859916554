import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personActions } from '../../Web/features/person/person-actions.js';
import { judgeDevices, loadContactDevices, trustOf } from '../../Web/contacts/contact-devices.js';
import { makeIdentity, readIdentity } from '../../Web/keys/identity/signed-identity.js';
import { makeRevoke, makeVouch } from '../../Web/keys/identity/statements.js';
import { makeDeviceKey } from '../../Web/keys/device-key.js';
import { decodeKeyText, pkcs1Of } from '../../Web/keys/key-text.js';
import { makeSigningKeyPair } from '../../Web/keys/signing/signing-keys.js';
import { APIError } from '../../Web/protocol/errors.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';

const rsa = pkcs1Of(decodeKeyText((await makeDeviceKey()).publicKeyText));
/** A device of user 5. */
async function device(deviceId, serial = 1, createdAt = 0) {
    const pair = await makeSigningKeyPair();
    return { pair, identity: await makeIdentity({ address: `5_${deviceId}`, serial, rsa, createdAt }, pair) };
}
const [phone, laptop, tablet] = await Promise.all([51, 52, 53].map((id) => device(id)));
const pin = ({ identity }, basis, change = {}) => ({ [identity.address]: { sign: identity.sign, serial: identity.serial, basis, ...change } });
const published = (devices, statements = {}) => ({ devices: new Map(devices.map(({ identity }) => [identity.address, identity])), videoCodecs: new Map(), vouches: [], revokes: [], hasOlderApps: false, ...statements });

for (const [what, devices, pins, statements, trusts] of [
    ['no one met yet', [phone], {}, {}, ['new']],
    ['a device of earlier calls', [phone], pin(phone, 'firstUse', { firstCall: 3 }), {}, ['known']],
    ['a compared device', [phone], pin(phone, 'verified'), {}, ['verified']],
    ['another device besides', [phone, laptop], pin(phone, 'verified'), {}, ['held:newDevice', 'verified']],
    ['another one that was met', [phone, laptop], { ...pin(phone, 'verified'), ...pin(laptop, 'firstUse') }, {}, ['held:unverified', 'verified']],
    ['one of another key, one of an older identity, one that is not confirmed', [tablet, laptop, phone],
        { ...pin(tablet, 'verified', { serial: 2 }), ...pin(laptop, 'confirmed'), ...pin({ identity: { ...laptop.identity, address: '5_51' } }, 'verified') },
        {}, ['held:changedKey', 'held:olderIdentity', 'held:unverified']],
    ['another one, vouched for', [phone, laptop], pin(phone, 'verified'), { vouches: [await makeVouch({ identity: laptop.identity.hash, by: '5_51', issuedAt: 0 }, phone.pair), 'x'] }, ['vouched', 'verified']],
    ['a vouch by another person', [phone, laptop], pin(phone, 'verified'), { vouches: [await makeVouch({ identity: laptop.identity.hash, by: '5_51', issuedAt: 0 }, laptop.pair)] }, ['held:newDevice', 'verified']],
    ['another key', [phone], pin({ identity: { ...laptop.identity, address: '5_51' } }, 'verified'), {}, ['held:changedKey']],
    ['an older identity', [phone], pin(phone, 'verified', { serial: 2 }), {}, ['held:olderIdentity']],
    ['a device that is signed out', [laptop, phone], { ...pin(phone, 'verified'), ...pin(laptop, 'verified') },
        { revokes: [await makeRevoke({ sign: laptop.identity.sign, by: '5_51', issuedAt: 0 }, phone.pair), ''] }, ['held:revoked', 'verified']],
    ['none', [], pin(phone, 'verified'), {}, []],
]) {
    test(`the trust in a contact’s devices: ${what}: ${trusts.join(', ') || 'nothing'}`, async () => {
        const stored = { pins, unseen: {} };
        const judged = await judgeDevices(published(devices, statements), stored);
        assert.deepEqual(judged.devices.map(({ trust }) => trust), trusts);
        assert.equal(trustOf(judged), trusts[0] ?? null);
        assert.deepEqual(stored, { pins, unseen: {} });
    });
}

test('an app without an identity is reported', async () => {
    const api = { send: async (_, { body }) => ({ publicKeys: { '5_51': 'x' }, identities: {}, asked: body }) };
    const devices = await loadContactDevices({ api, database: { get: async () => undefined } }, 5);
    assert.deepEqual([devices, trustOf(devices)], [{ devices: [], hasOlderApps: true }, 'older']);
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const bo = { contactId: 5, contactName: 'Bo', isFavorite: false, lastInteraction: null };
const call = (id, ...users) => ({ id, people: users.map((userId) => ({ userId, name: 'Bo', tookPart: true })) });
/** The page of a contact with these devices and calls. */
function lookedAt({ send, page, route = { name: 'contact', id: 5 } }) {
    const store = new Store({ ...initialState(0), route, contacts: { status: 'ready', value: [bo], problem: null } });
    const source = { session: { api: { send }, database: { get: async () => undefined } }, history: { page } };
    return { store, actions: personActions(store, { signedIn: source }) };
}

test('a contact’s calls are selected by user id, not by name', async () => {
    const names = [];
    const { store, actions } = lookedAt({ send: async () => ({ publicKeys: {} }), page: async ({ name }) => { names.push(name); return { calls: [call(1, 6), call(2, 5), call(3, 6, 5)] }; } });
    actions.lookAtPerson();
    await settled();
    assert.deepEqual([names, store.state.person.calls.value.map(({ id }) => id), store.state.person.devices.value], [['Bo'], [2, 3], { devices: [], hasOlderApps: false }]);
});

test('a failed load is reported and can be retried, and keeps what was loaded', async () => {
    let fails = true;
    const { store, actions } = lookedAt({ send: async () => { if (fails) throw new APIError('offline'); return { publicKeys: {} }; }, page: async () => ({ calls: [call(2, 5)] }) });
    actions.lookAtPerson();
    await settled();
    assert.deepEqual([store.state.person.devices.status, store.state.person.devices.problem.code, store.state.person.calls.status], ['failed', 'offline', 'ready']);
    fails = false;
    actions.loadPerson();
    await settled();
    assert.deepEqual(store.state.person.devices.status, 'ready');
    fails = true;
    actions.loadPerson();
    await settled();
    assert.deepEqual([store.state.person.devices.status, store.state.person.devices.value], ['failed', { devices: [], hasOlderApps: false }]);
});

test('no request is sent for a person who is not a contact, and the response is dropped after leaving', async () => {
    const asked = [];
    const stranger = lookedAt({ send: async () => asked.push('keys'), page: async () => asked.push('calls'), route: { name: 'contact', id: 6 } });
    stranger.actions.lookAtPerson();
    await settled();
    assert.deepEqual([asked, stranger.store.state.person], [[], null]);
    const left = lookedAt({ send: async () => ({ publicKeys: {} }), page: async () => ({ calls: [] }) });
    left.actions.lookAtPerson();
    left.store.set({ person: { ...left.store.state.person, userId: 7 } });
    await settled();
    assert.equal(left.store.state.person.calls.status, 'loading');
});
