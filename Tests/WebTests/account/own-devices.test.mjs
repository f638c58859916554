import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { AccountService } from '../../../Web/features/account/account-service.js';
import { accountActions } from '../../../Web/features/account/account-actions.js';
import { loadContactDevices } from '../../../Web/contacts/contact-devices.js';
import { deviceCodeOf, readDeviceCode } from '../../../Web/keys/identity/device-code.js';
import { makeDeviceKey } from '../../../Web/keys/device-key.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { codeTextOf, digitsOf } from '../../../Web/keys/identity/safety-number.js';
import { makeRevoke, makeVouch, readRevoke, readVouch } from '../../../Web/keys/identity/statements.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { endpoints } from '../../../Web/protocol/http/endpoints.js';
import { OwnVouch } from '../../../Web/session/own-vouch.js';
import { PinStore } from '../../../Web/session/pin-store.js';
import { fragmentOf, parseRoute } from '../../../Web/state/routes.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { english } from '../english.mjs';

// Notices would keep the process alive for as long as they are shown.
mock.timers.enable({ apis: ['setTimeout'] });

// 000-2
test('the digits and the code of one device match the vectors, and no other text is a code', async () => {
    const { codes, refused } = JSON.parse(readFileSync(new URL('../../Vectors/device-code.json', import.meta.url), 'utf8'));
    assert.ok(codes.length > 3 && refused.length > 40);
    for (const { address, sign, digits, code } of codes) {
        const read = readDeviceCode(code);
        assert.deepEqual([await digitsOf({ address, sign }), deviceCodeOf({ address, sign }), read.address, read.sign], [digits, code, address, sign]);
        assert.deepEqual([read.userId, read.deviceId], address.split('_').map(Number));
    }
    for (const { text, problem } of refused) assert.deepEqual(readDeviceCode(text), { problem }, text);
});

const { publicKeyText } = await makeDeviceKey();
const rsa = pkcs1Of(decodeKeyText(publicKeyText));
async function device(address) {
    const signing = await makeSigningKeyPair();
    return { address, signing, identity: await makeIdentity({ address, serial: 1, rsa, createdAt: Number(address.split('_')[1]) }, signing) };
}
const [laptop, phone, tablet, impostor, stranger] = await Promise.all(['1_11', '1_12', '1_13', '1_12', '5_51'].map(device));
const vouchOf = (by, of) => makeVouch({ identity: of.identity.hash, by: by.address, issuedAt: 1 }, by.signing);
const revokeOf = (by, of) => makeRevoke({ sign: of.identity.sign, by: by.address, issuedAt: 1 }, by.signing);

/** A server with the devices of user 1 and their statements about each other. */
function serverOf(...devices) {
    const server = { devices, vouches: [], revokes: [], log: [], fails: {} };
    server.api = {
        async send(endpoint, { body, id } = {}) {
            const name = Object.keys(endpoints).find((key) => endpoints[key] === endpoint);
            if (name !== 'publicKeys') server.log.push(name);
            if (server.fails[name]) throw new APIError(server.fails[name]);
            if (name === 'publicKeys') {
                const of = (make) => Object.fromEntries(server.devices.map((one) => [one.address, make(one)]));
                return { publicKeys: of(() => publicKeyText), identities: of(({ identity }) => identity.text), vouches: server.vouches, revokes: server.revokes };
            }
            if (name === 'addDeviceStatement') {
                const isVouch = (() => { try { return Boolean(readVouch(body.statement)); } catch { return false; } })();
                (isVouch ? server.vouches : server.revokes).push(body.statement);
            }
            if (name === 'terminateSession') server.devices = server.devices.filter(({ address }) => address !== `1_${id}`);
            if (name === 'devices') return { devices: server.devices.map(({ address }) => ({ id: Number(address.split('_')[1]), deviceName: address })) };
            return {};
        },
    };
    return server;
}
function sessionOf(own, server, stored = {}) {
    const kept = new Map(Object.entries(stored));
    const database = { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, structuredClone(value)), remove: async (name) => void kept.delete(name) };
    const [userId, deviceId] = own.address.split('_').map(Number);
    const session = { account: { userId, deviceId }, api: server.api, database, kept, serverClock: { now: Date.now }, identity: { registered: async () => ({ identity: own.identity, signing: own.signing }) }, pins: new PinStore(database) };
    session.vouch = new OwnVouch({ database, api: session.api, identity: session.identity, userId });
    return session;
}
/** The settings page of one of the devices. */
function page(own, server, stored) {
    const session = sessionOf(own, server, stored);
    const store = new Store({ ...initialState(0), screen: 'main', account: session.account });
    const routes = [];
    const service = new AccountService(session);
    const actions = accountActions(store, { signedIn: { account: service } }, { now: Date.now, go: (route) => { routes.push(route); opens(route); } });
    const opens = (route) => {
        const before = store.state.route;
        store.set({ route });
        actions.settingsOpened(route, before);
    };
    return {
        session, store, actions, routes, opens,
        compares: (deviceId) => opens({ name: 'settings', page: 'devices', id: deviceId, compares: true }),
        get shown() { return store.state.settings.ownDevice; }, get known() { return store.state.settings.ownKeys.value; },
        get said() { return store.state.notices.map(({ text }) => english.string(text)); },
        until: (isReady) => new Promise((resolve) => {
            const look = () => { if (isReady(store.state.settings, store.state)) resolve(); };
            store.onChange(look);
            look();
        }),
    };
}
const isShown = ({ ownDevice }) => ownDevice?.status === 'ready';
const isVouched = ({ ownDevice, pending }) => ownDevice?.value?.isVouchedHere && !pending.includes('vouch');

// 000-2
test('a device vouches for the key that was shown, not for one that the server swapped in', async () => {
    const server = serverOf(laptop, phone);
    const here = page(laptop, server);
    here.compares(12);
    await here.until(isShown);
    assert.deepEqual([here.shown.value.digits, here.shown.value.code], [await digitsOf(phone.identity), deviceCodeOf(phone.identity)]);
    assert.deepEqual([here.session.kept.get('devicePins'), server.log.includes('addDeviceStatement')], [undefined, false], 'nothing is noted or said by looking');
    server.devices = [laptop, impostor];
    here.actions.vouch();
    await here.until(isVouched);
    const [vouch] = server.vouches.map(readVouch);
    assert.deepEqual([server.vouches.length, vouch.identity, vouch.by, await vouch.object.isSignedBy(laptop.signing.sign)], [1, phone.identity.hash, '1_11', true]);
    assert.deepEqual([here.shown.value.trust, here.session.kept.get('devicePins').pins['1_12'].sign], ['verified', phone.identity.sign]);
    await here.until(({ ownKeys }) => ownKeys.value?.trusts[12] === 'held:changedKey');
    server.devices = [laptop, phone];
    here.actions.vouch();
    await here.until(({ pending }) => pending.length === 0);
    assert.equal(server.vouches.length, 1, 'said once is enough');
});

test('a person who met the vouching device sees the new one as vouched for, and its joins carry the vouch', async () => {
    const server = serverOf(laptop, phone);
    const here = page(laptop, server);
    here.compares(12);
    await here.until(isShown);
    here.actions.vouch();
    await here.until(isVouched);
    const bo = sessionOf(stranger, server, { devicePins: { pins: { '1_11': { sign: laptop.identity.sign, serial: 1, basis: 'firstUse' } }, unseen: {} } });
    assert.deepEqual((await loadContactDevices(bo, 1)).devices.map(({ deviceId, trust }) => [deviceId, trust]), [[11, 'known'], [12, 'vouched']]);
    const there = page(phone, server);
    assert.equal(await there.session.vouch.text(phone.identity), '');
    await there.session.vouch.refresh();
    assert.equal(await there.session.vouch.text(phone.identity), server.vouches[0]);
    assert.equal(await there.session.vouch.text(impostor.identity), '', 'of another identity of this device');
});

const vouchCases = [
    ['by an unpublished device', () => [vouchOf(tablet, phone)], [laptop, phone]], ['signed by a device other than the named one', () => [makeVouch({ identity: phone.identity.hash, by: '1_11', issuedAt: 1 }, tablet.signing)], [laptop, phone, tablet]],
    ['by a device that signed in later', () => [vouchOf(tablet, phone)], [laptop, phone, tablet]],
    ['for another identity', () => [vouchOf(laptop, tablet)], [laptop, phone]], ['by the device itself', () => [vouchOf(phone, phone)], [laptop, phone]], ['no statement', () => ['a.b.c', revokeOf(laptop, phone)], [laptop, phone]],
];
for (const [name, texts, devices] of vouchCases) {
    test(`a join carries no vouch ${name}`, async () => {
        const server = serverOf(...devices);
        server.vouches = await Promise.all(texts());
        const { session } = page(phone, server, { ownVouch: { identity: phone.identity.hash, text: 'one that is gone' } });
        await session.vouch.refresh();
        assert.equal(await session.vouch.text(phone.identity), '');
    });
}

test('a vouched device can vouch for later ones', async () => {
    const server = serverOf(laptop, phone, tablet);
    server.vouches = [await vouchOf(laptop, phone)];
    const here = page(phone, server);
    here.compares(13);
    await here.until(isShown);
    assert.equal(here.shown.value.canVouch, true);
    here.actions.vouch();
    await here.until(isVouched);
    assert.deepEqual([server.vouches.length, here.session.kept.get('devicePins').pins['1_13'].basis], [2, 'verified']);
    const bo = sessionOf(stranger, server, { devicePins: { pins: { '1_11': { sign: laptop.identity.sign, serial: 1, basis: 'firstUse' } }, unseen: {} } });
    for (const said of [server.vouches, [...server.vouches].reverse()]) {
        server.vouches = said;
        assert.equal((await loadContactDevices(bo, 1)).devices.find(({ deviceId }) => deviceId === 13).trust, 'vouched', 'whom contacts take for theirs, in whatever order');
    }
});

test('a later device cannot vouch for earlier ones, and such a vouch is ignored', async () => {
    const server = serverOf(laptop, phone);
    const thief = page(phone, server);
    thief.compares(11);
    await thief.until(isShown);
    assert.deepEqual([thief.shown.value.canVouch, thief.shown.value.isOlder], [false, true]);
    thief.actions.vouch();
    await thief.until(({ pending }) => pending.length === 0);
    assert.equal(server.vouches.length, 0);
    server.vouches = [await vouchOf(phone, laptop)];
    const here = page(laptop, server);
    here.compares(12);
    await here.until((settings) => settings.ownKeys.value !== null && isShown(settings));
    assert.deepEqual([here.known.isVouched, here.known.older, here.shown.value.canVouch], [false, [], true]);
});

test('the scanned code decides which actions are offered', async () => {
    const server = serverOf(laptop, phone);
    const cases = [
        [deviceCodeOf(phone.identity), 'same'], [deviceCodeOf(impostor.identity), 'differs'],
    ];
    for (const [code, found] of cases) {
        const here = page(laptop, server);
        const go = (route) => here.routes.push(route);
        here.actions.scannedOwnDevice(12, code, go);
        await here.until(({ ownDevice }) => ownDevice?.found);
        assert.deepEqual([here.routes, here.shown.found], [[{ name: 'settings', page: 'devices', id: 12, compares: true }], found]);
        assert.equal(server.vouches.length, 0, 'nothing is said before the person does');
        here.actions.vouch();
        await here.until(found === 'same' ? isVouched : isShown);
        assert.equal(server.vouches.length, found === 'same' ? 1 : 0);
        server.vouches = [];
    }
});

test('a device whose digits differed cannot be vouched for until they are compared again', async () => {
    const server = serverOf(laptop, phone);
    const here = page(laptop, server);
    here.compares(12);
    await here.until(isShown);
    here.actions.digitsDiffer();
    here.actions.vouch();
    await here.until(({ pending }) => pending.length === 0);
    assert.deepEqual([here.shown.found, server.vouches.length], ['saidToDiffer', 0]);
    here.actions.compareDigitsAgain();
    here.actions.vouch();
    await here.until(isVouched);
    assert.equal(server.vouches.length, 1);
});

test('a comparison during a call is passed to the call', async () => {
    const server = serverOf(laptop, phone);
    const here = page(laptop, server);
    let tell;
    const told = new Promise((resolve) => { tell = resolve; });
    const call = { noted: tell };
    await here.session.pins.beginCall(call);
    here.compares(12);
    await here.until(isShown);
    here.actions.vouch();
    assert.deepEqual([await told, here.session.kept.get('devicePins')], [{ note: 'verified', identity: { address: '1_12', sign: phone.identity.sign, serial: 1 } }, undefined]);
    await here.session.pins.endCall(call);
    await here.until(isVouched);
    assert.equal(here.shown.value.trust, 'verified');
});

test('a vouch that the server rejects is not stored, and can be retried', async () => {
    const server = serverOf(laptop, phone);
    server.fails.addDeviceStatement = 'ErrTooManyDeviceStatements';
    const here = page(laptop, server);
    here.compares(12);
    await here.until(isShown);
    here.actions.vouch();
    await here.until((_, { notices }) => notices.length > 0);
    assert.deepEqual([here.said, here.session.kept.get('devicePins'), here.shown.value.isVouchedHere], [
        ['Your account can’t store any more device confirmations. Sign out devices you no longer use, then try again.'], undefined, false]);
    server.fails = {};
    here.actions.vouch();
    await here.until(isVouched);
});

const lost = { kind: 'signOutDevice', id: 12, name: 'Phone', isBusy: true, canBeLost: true };
test('a lost device is revoked before it is signed out; others hold it and the devices it vouched for', async () => {
    const server = serverOf(laptop, phone, tablet);
    server.vouches = [await vouchOf(phone, tablet)];
    const here = page(laptop, server);
    await here.actions.settingsConfirmed({ ...lost, isLost: false });
    assert.deepEqual([server.log.slice(0, 1), server.revokes], [['terminateSession'], []]);
    server.devices = [laptop, phone, tablet];
    server.log = [];
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    const [revoke] = server.revokes.map(readRevoke);
    assert.deepEqual([server.log.slice(0, 2), revoke.sign, revoke.by], [['addDeviceStatement', 'terminateSession'], phone.identity.sign, '1_11']);
    server.devices = [laptop, phone, tablet];
    const pins = Object.fromEntries([laptop, phone].map(({ address, identity: { sign } }) => [address, { sign, serial: 1, basis: 'firstUse' }]));
    const bo = sessionOf(stranger, server, { devicePins: { pins, unseen: {} } });
    assert.deepEqual((await loadContactDevices(bo, 1)).devices.map(({ deviceId, trust }) => [deviceId, trust]), [[12, 'held:revoked'], [13, 'held:revoked'], [11, 'known']]);
});

test('a lost device is signed out even if the revocation fails, and the failure is reported', async () => {
    const server = serverOf(laptop, phone);
    const here = page(laptop, server);
    server.fails = { addDeviceStatement: 'offline', terminateSession: 'offline' };
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    assert.deepEqual([server.log.filter((name) => name === 'terminateSession').length, server.devices], [1, [laptop, phone]]);
    assert.equal(here.said.at(-1), 'Can’t reach the server. Check your connection, then try again.');
    server.fails = { terminateSession: 'offline' };
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    assert.equal(here.said.at(-1), 'It was marked as lost, but it’s still signed in. Sign it out again.');
    server.fails = {};
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    assert.equal(server.revokes.length, 1, 'said once is enough');
    assert.deepEqual(server.devices, [laptop]);
    for (const fails of [{ addDeviceStatement: 'ErrTooManyDeviceStatements' }, { publicKeys: 'ErrInternal' }]) {
        const refusing = serverOf(laptop, phone);
        refusing.fails = fails;
        const page2 = page(laptop, refusing);
        await page2.actions.settingsConfirmed({ ...lost, isLost: true });
        assert.deepEqual([refusing.devices, refusing.revokes], [[laptop], []]);
        assert.equal(page2.said.at(-1), 'Phone was signed out but couldn’t be marked as lost. Tell your contacts not to confirm any new device of yours.');
    }
});

test('a lost device is signed out and revoked even if it filled the store', async () => {
    const server = serverOf(laptop, phone);
    const { send } = server.api;
    // There is no room while the intruder is signed in.
    server.api.send = async (endpoint, options) => {
        if (endpoint === endpoints.addDeviceStatement && server.devices.includes(phone)) throw new APIError('ErrTooManyDeviceStatements', 409);
        return send(endpoint, options);
    };
    const here = page(laptop, server);
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    assert.deepEqual([server.devices, server.revokes.map((text) => readRevoke(text).sign)], [[laptop], [phone.identity.sign]]);
    assert.equal(here.said.at(-1), 'Phone was signed out and marked as lost. Your contacts’ devices will be told.');
});

test('revoking a lost device covers the compared identity too, when the server has swapped it', async () => {
    const server = serverOf(laptop, impostor);
    const here = page(laptop, server, { devicePins: { pins: { '1_12': { sign: phone.identity.sign, serial: 1, basis: 'verified' } }, unseen: {} } });
    await here.actions.settingsConfirmed({ ...lost, isLost: true });
    assert.deepEqual(server.revokes.map((text) => readRevoke(text).sign), [phone.identity.sign, impostor.identity.sign]);
    const own = serverOf(laptop);
    await page(laptop, own).actions.settingsConfirmed({ ...lost, isLost: true });
    assert.deepEqual([own.revokes, own.log.includes('terminateSession')], [[], true], 'there is nothing to call lost, and it goes all the same');
});

test('the trust in one’s own devices is shown', async () => {
    const pinned = (basis) => ({ devicePins: { pins: { '1_12': { sign: phone.identity.sign, serial: 1, basis } }, unseen: {} } });
    const [verified, known] = [pinned('verified'), pinned('confirmed')];
    const cases = [
        [{}, [], [], { 12: 'held:newDevice', 13: 'held:newDevice' }], [verified, [], [], { 12: 'verified', 13: 'held:newDevice' }],
        [verified, [vouchOf(phone, tablet)], [], { 12: 'verified', 13: 'vouched' }], [{}, [vouchOf(phone, tablet)], [], { 12: 'held:newDevice', 13: 'held:newDevice' }],
        [known, [], [], { 12: 'held:unverified', 13: 'held:newDevice' }], [known, [vouchOf(laptop, phone)], [], { 12: 'vouched', 13: 'held:newDevice' }],
        [{}, [], [revokeOf(laptop, phone)], { 12: 'held:revoked', 13: 'held:newDevice' }],
    ];
    for (const [stored, vouches, revokes, trusts] of cases) {
        const server = serverOf(laptop, phone, tablet);
        [server.vouches, server.revokes] = [await Promise.all(vouches), await Promise.all(revokes)];
        const here = page(laptop, server, stored);
        here.opens({ name: 'settings', page: 'devices' });
        await here.until(({ ownKeys }) => ownKeys.value !== null);
        assert.deepEqual([here.known.trusts, here.known.isVouched, here.known.isRevoked], [trusts, false, false]);
    }
    const server = serverOf(laptop, phone);
    server.revokes = [await revokeOf(phone, laptop)];
    const here = page(laptop, server);
    here.opens({ name: 'settings', page: 'devices', id: 11 });
    await here.until((settings) => settings.ownKeys.value !== null && isShown(settings));
    assert.deepEqual([here.known.isRevoked, here.shown.value.digits, here.shown.value.canVouch], [true, await digitsOf(laptop.identity), false]);
    // A device that signed in later may be an intruder's, who wants this one to be removed.
    assert.equal(here.known.isRevokedByOlder, false);
    server.revokes = [await revokeOf(laptop, phone)];
    const later = page(phone, server);
    later.opens({ name: 'settings', page: 'devices' });
    await later.until(({ ownKeys }) => ownKeys.value !== null);
    assert.deepEqual([later.known.isRevoked, later.known.isRevokedByOlder], [true, true]);
});

test('a sign-in warning leads to the device, and its pages have addresses', () => {
    const here = page(laptop, serverOf(laptop));
    here.actions.takes.signals.login_warning({ senderDeviceId: 12 });
    const [{ text, link }] = here.store.state.notices;
    assert.deepEqual([english.string(text), english.string(link.label), fragmentOf(link.route)], ['A new device signed in to your account.', 'Was this you?', '#/settings/devices/12']);
    const route = { name: 'settings', page: 'devices', id: 12, compares: true };
    assert.deepEqual([fragmentOf(route), parseRoute('#/settings/devices/12/compare'), parseRoute('#/settings/devices/12/x')], ['#/settings/devices/12/compare', route, { name: 'settings', page: 'devices', id: 12 }]);
});
