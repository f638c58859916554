import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AccountService } from '../../../Web/features/account/account-service.js';
import { browserOf, inOrder, systemOf } from '../../../Web/features/own-devices/devices.js';
import { fingerprintGroups } from '../../../Web/components/fingerprint.js';
import { accountActions } from '../../../Web/features/account/account-actions.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { isNewCode, parseCode } from '../../../Web/session/one-time-code.js';
import { Session } from '../../../Web/session/session.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { version } from '../../../Web/version.js';
import { english } from '../english.mjs';

const profile = { displayName: 'Ana', email: 'ana@example.org', phoneNumber: '' };

/**
 * The actions of a signed-in person, over a server that answers from a table; an answer may be an error, or a promise.
 * @param {Record<string, unknown>} answers
 */
function bench(answers = {}) {
    const kept = new Map([['tokens', { accessToken: 'a', refreshToken: 'r' }]]);
    const database = { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value), remove: async (name) => void kept.delete(name), clear: async () => kept.clear() };
    const sent = [];
    const session = new Session({ database, origin: 'https://calls.example.org', fetch: async () => assert.fail('asks by the API') }, { userId: 7, deviceId: 70, ...profile }, { publicKeyHash: '0f'.repeat(32) });
    session.api.send = async (endpoint, { body, id } = {}) => {
        const name = `${endpoint.method} ${endpoint.path.replace('{id}', id)}`;
        sent.push([name, ...(body ? [body] : [])]);
        const answer = await answers[name];
        if (answer instanceof Error) throw answer;
        return answer ?? (endpoint.path === '/user' ? { user: profile } : {});
    };
    const store = new Store({ ...initialState(0), screen: 'main', account: session.account });
    const service = new AccountService(session);
    const done = { files: [], routes: [], urls: [], service };
    const page = { saveFile: (name, content) => done.files.push([name, content]), today: () => '2026-03-14', now: Date.now, go: (route) => done.routes.push(route), leave: (url) => done.urls.push(url) };
    const actions = accountActions(store, { get signedIn() { return done.service && { account: done.service }; } }, page);
    return { actions, answers, done, kept, sent, session, store };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const said = ({ state }) => state.notices.map(({ text }) => english.string(text));

test('who looks at the devices again sees what others have said meanwhile; elsewhere nothing is asked for', async () => {
    const { actions, sent, store } = bench({});
    const asks = async (route) => {
        store.set({ route });
        sent.length = 0;
        actions.lookedAtAgain();
        await settled();
        return sent.some(([name]) => name === 'GET /devices');
    };
    assert.deepEqual([await asks({ name: 'settings', page: 'devices' }), await asks({ name: 'settings', page: 'devices', id: 70 }), await asks({ name: 'settings', page: 'about' }), await asks({ name: 'contacts' })], [true, true, false, false]);
});

// 000-20
for (const [typed, digits] of [['12345678', 8], ['1234 5678', 8], ['1234567890', 10], ['123-456-78-90', 10]]) {
    test(`'${typed}' is a whole code where ${digits} digits were sent, and is not sent early`, () => {
        assert.equal(parseCode(typed).length, digits);
        assert.ok(isNewCode('', typed, digits) && !isNewCode('', typed) && !isNewCode('', '123456', digits));
    });
}

for (const [typed, is] of [['123456', true], ['123 456', true], ['12-34-56', true], ['12345', false], ['1234567', false], ['12345x', false], ['', false]]) {
    test(`'${typed}' ${is ? 'has' : 'does not have'} six digits`, () => {
        assert.equal(isNewCode('', typed), is);
        if (is) assert.equal(parseCode(typed), '123456');
        else assert.throws(() => parseCode(typed), { code: 'malformedCode' });
    });
}

test('a code counts when it is whole and another one', () => {
    for (const [before, typed, is] of [['12345', '123456', true], ['123456', '123 456', false], ['111111', '123456', true], ['1234567', '123456', true]]) assert.equal(isNewCode(before, typed), is, typed);
});

test('an address is changed by a code: its sixth digit confirms it, once', async () => {
    const answers = { 'PATCH /user': { user: { ...profile, email: 'new@example.org' } } };
    const { actions, kept, sent, store } = bench(answers);
    actions.startAddress('change', 'email');
    actions.typeAddress(' New@Example.org ');
    actions.askForAddressCode();
    await settled();
    const { step, identifier, resendAt } = store.state.settings.address;
    assert.deepEqual([step, identifier], ['code', 'new@example.org']);
    assert.ok(resendAt > Date.now() + 25_000);
    for (const code of ['1', '12345', '123456', '123456 ']) actions.typeAddressCode(code);
    await settled();
    assert.deepEqual(sent, [
        ['POST /resend-otp', { email: 'new@example.org' }], ['POST /verify', { email: 'new@example.org', code: '123456' }], ['PATCH /user', { email: 'new@example.org' }],
    ]);
    assert.deepEqual([store.state.settings.address, store.state.account.email, kept.get('account').email], [null, 'new@example.org', 'new@example.org']);
    assert.deepEqual(said(store), ['Changed to new@example.org.']);
});

// 000-68
test('a wrong code is said in its place, and the right one still counts', async () => {
    const { actions, answers, sent, store } = bench({ 'POST /verify': new APIError('ErrOTPMismatched', 400) });
    actions.startAddress('change', 'phone');
    actions.typeAddress('+49 (151) 123-45');
    actions.askForAddressCode();
    await settled();
    actions.typeAddressCode('111111');
    await settled();
    assert.deepEqual([store.state.settings.address.problem.code, store.state.settings.address.isBusy, store.state.settings.address.step], ['ErrOTPMismatched', false, 'code']);
    delete answers['POST /verify'];
    actions.typeAddressCode('111112');
    await settled();
    assert.equal(store.state.settings.address, null);
    assert.deepEqual(sent.at(-1), ['PATCH /user', { phoneNumber: '+4915112345' }]);
});

for (const [kind, typed, code] of [['email', 'ana@', 'notAnEmail'], ['email', '+4915112345', 'notAnEmail'], ['phone', '0151', 'notAPhoneNumber'], ['phone', 'ana@example.org', 'notAPhoneNumber'], ['email', '', 'notAnEmail']]) {
    test(`'${typed}' is not asked about as ${kind}`, async () => {
        const { actions, sent, store } = bench();
        actions.startAddress('add', kind);
        actions.typeAddress(typed);
        actions.askForAddressCode();
        await settled();
        assert.deepEqual([store.state.settings.address.problem.code, store.state.settings.address.step, sent], [code, 'identify', []]);
    });
}

test('from the code one comes back to the address, and out of the form', async () => {
    const { actions, store } = bench();
    actions.startAddress('add', 'email');
    actions.typeAddress('new@example.org');
    actions.askForAddressCode();
    await settled();
    actions.leaveAddress();
    assert.deepEqual([store.state.settings.address.step, store.state.settings.address.identifier], ['identify', 'new@example.org']);
    actions.leaveAddress();
    assert.equal(store.state.settings.address, null);
});

test('who has left the form finds no code in it later', async () => {
    let answer;
    const { actions, store } = bench({ 'POST /resend-otp': new Promise((resolve) => { answer = resolve; }) });
    actions.startAddress('change', 'email');
    actions.typeAddress('new@example.org');
    actions.askForAddressCode();
    actions.settingsOpened({ name: 'contacts' }, { name: 'settings', page: 'profile' });
    answer({});
    await settled();
    assert.equal(store.state.settings.address, null);
});

test('a way in is added with its code, made the first one, and removed', async () => {
    const method = (id, isPrimary) => ({ id, type: 'email', value: `${id}@example.org`, isPrimary });
    const answers = {
        'GET /user/login-methods': { loginMethods: [method(1, true)] }, 'POST /user/login-methods': { loginMethods: [method(1, true), method(2, false)] },
        'PUT /user/login-methods/primary': { loginMethods: [method(2, true), method(1, false)] }, 'DELETE /user/login-methods/1': { loginMethods: [method(2, true)] },
    };
    const { actions, sent, store } = bench(answers);
    const shown = () => store.state.settings.methods.value.map(({ id }) => id);
    actions.loadMethods();
    await settled();
    assert.deepEqual(shown(), [1]);
    actions.startAddress('add', 'email');
    actions.typeAddress('2@example.org');
    actions.askForAddressCode();
    await settled();
    actions.typeAddressCode('123 456');
    await settled();
    assert.deepEqual(shown(), [1, 2]);
    answers['GET /user'] = { user: { ...profile, email: '2@example.org' } };
    actions.makePrimary(2);
    actions.makePrimary(2);
    await settled();
    assert.deepEqual([shown(), store.state.account.email, store.state.settings.pending], [[2, 1], '2@example.org', []]);
    await actions.settingsConfirmed({ kind: 'removeMethod', id: 1, value: '1@example.org', isBusy: true });
    assert.deepEqual(shown(), [2]);
    assert.deepEqual(sent.filter(([name]) => name.includes('login-methods')).slice(1), [
        ['POST /user/login-methods', { email: '2@example.org', code: '123456' }], ['PUT /user/login-methods/primary', { id: 2 }], ['DELETE /user/login-methods/1'],
    ]);
});

test('a list that cannot be fetched says so and keeps what it had; another try brings it', async () => {
    const { actions, answers, store } = bench({ 'GET /devices': new APIError('offline') });
    actions.loadDevices();
    await settled();
    assert.deepEqual([store.state.settings.devices.status, store.state.settings.devices.problem.code], ['failed', 'offline']);
    answers['GET /devices'] = { devices: [{ id: 71 }, { id: 70 }] };
    actions.loadDevices();
    await settled();
    assert.deepEqual([store.state.settings.devices.status, store.state.settings.devices.value.map(({ id }) => id)], ['ready', [70, 71]]);
    answers['GET /devices'] = new APIError('timeout');
    actions.loadDevices();
    await settled();
    assert.deepEqual([store.state.settings.devices.status, store.state.settings.devices.value.length], ['failed', 2]);
});

test('another device is signed out, and then all others; the list is fetched anew', async () => {
    const { actions, done, sent, store } = bench({ 'GET /devices': { devices: [] } });
    await actions.settingsConfirmed({ kind: 'signOutDevice', id: 71, name: 'Phone', isBusy: true });
    await actions.settingsConfirmed({ kind: 'signOutOthers', isBusy: true });
    assert.deepEqual(sent, [['POST /terminate-session/71'], ['GET /devices'], ['POST /terminate-others'], ['GET /devices']]);
    assert.deepEqual(said(store), ['Phone was signed out.', 'All other devices were signed out.']);
    assert.deepEqual(done.routes, [{ name: 'settings', page: 'devices' }]);
});

test('a device that could not be signed out stays, and why is said', async () => {
    const { actions, done, store } = bench({ 'POST /terminate-session/71': new APIError('offline'), 'GET /devices': { devices: [{ id: 71 }] } });
    await actions.settingsConfirmed({ kind: 'signOutDevice', id: 71, name: 'Phone', isBusy: true });
    assert.deepEqual([said(store).length, store.state.notices[0].tone, done.routes, store.state.settings.devices.value.length], [1, 'bad', [], 1]);
});

test('the account is to be deleted on a day that is kept, and is kept after all', async () => {
    const deletedAt = '2026-03-29T15:09:26Z';
    const { actions, answers, kept, store } = bench({ 'DELETE /user': { deletedAt } });
    await actions.settingsConfirmed({ kind: 'deleteAccount', isBusy: true });
    assert.deepEqual([store.state.account.deletedAt, kept.get('account').deletedAt], [deletedAt, deletedAt]);
    answers['POST /user/cancel-delete'] = new APIError('offline');
    actions.keepAccount();
    await settled();
    assert.deepEqual([store.state.account.deletedAt, store.state.notices.at(-1).tone], [deletedAt, 'bad']);
    delete answers['POST /user/cancel-delete'];
    actions.keepAccount();
    await settled();
    assert.deepEqual([store.state.account.deletedAt, kept.get('account').deletedAt, said(store).at(-1)], [null, null, 'Your account won’t be deleted.']);
});

test('a deletion that was asked for elsewhere is known with the profile', async () => {
    const { answers, session } = bench();
    answers['GET /user'] = { user: { ...profile, deletedAt: '2026-03-29T15:09:26Z' } };
    await session.refreshAccount();
    assert.equal(session.account.deletedAt, '2026-03-29T15:09:26Z');
    answers['GET /user'] = { user: profile };
    await session.refreshAccount();
    assert.equal(session.account.deletedAt, null);
});

test('what the server stores is one file; without it there is none', async () => {
    const { actions, answers, done, store } = bench({ 'GET /user/export': { user: profile } });
    actions.exportData();
    actions.exportData();
    await settled();
    assert.deepEqual(done.files.map(([name, content]) => [name, JSON.parse(content)]), [['ecall-2026-03-14.json', { user: profile }]]);
    answers['GET /user/export'] = new APIError('', 404);
    actions.exportData();
    await settled();
    assert.deepEqual([done.files.length, store.state.notices.at(-1).tone], [1, 'bad']);
});

test('what comes after the sign-out is dropped', async () => {
    let answer;
    const { actions, done, store } = bench({ 'GET /devices': new Promise((resolve) => { answer = resolve; }) });
    actions.loadDevices();
    done.service = null;
    answer({ devices: [{ id: 70 }] });
    await settled();
    assert.equal(store.state.settings.devices.value, null);
});

test('this device comes first, then those that were there last', () => {
    const devices = [{ id: 1, updatedAt: '2026-03-01T00:00:00Z' }, { id: 2 }, { id: 3, updatedAt: '2026-03-02T00:00:00Z' }, { id: 4, updatedAt: null }];
    assert.deepEqual(inOrder(devices, 4).map(({ id }) => id), [4, 3, 1, 2]);
});

for (const [device, browser, system] of [
    [{ identifier: 'Web (Firefox)', systemName: 'Linux', systemVersion: '153.0' }, 'Firefox 153.0', 'Linux'],
    [{ identifier: 'iPhone15,2', systemName: 'iOS', systemVersion: '26.1' }, '', 'iOS 26.1'], [{ identifier: '', systemName: '', systemVersion: '' }, '', ''],
]) test(`${JSON.stringify(device)} is '${browser}' on '${system}'`, () => assert.deepEqual([browserOf(device), systemOf(device)], [browser, system]));

test('a fingerprint is read in groups of four', () => assert.deepEqual(fingerprintGroups('0f1e2d3c4b'), ['0F1E', '2D3C', '4B']));

test('the page says the version of all programs', () => {
    const swift = readFileSync(new URL('../../../Sources/ECallAPI/ProductVersion.swift', import.meta.url), 'utf8');
    assert.equal(version, /current = "(.+)"/.exec(swift)[1]);
});
