import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../Web/protocol/http/endpoints.js';
import { Session } from '../../Web/session/session.js';
import { SignIn } from '../../Web/session/sign-in.js';
import { refuses } from './english.mjs';

if (!globalThis.navigator) Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'node' } });
globalThis.RTCRtpSender ??= { getCapabilities: () => ({ codecs: [] }) };
globalThis.RTCRtpReceiver ??= { getCapabilities: () => ({ codecs: [] }) };
const key = { publicKeyText: 'PUBLIC', publicKeyHash: 'h', privateKey: {} };

/** A device that is signed in as user 7, and a server that may have signed it out. */
function bench({ refusal = 'ErrDeviceNotRegistered', userId = 7 } = {}) {
    const values = new Map([
        ['account', { userId: 7, deviceId: 70, displayName: 'Ana', email: 'ana@example.net' }], ['deviceKey', key],
        ['tokens', { accessToken: 'a0', refreshToken: 'r0' }], ['pins:9', { 90: 'pin' }],
    ]);
    const database = {
        get: async (name) => values.get(name), put: async (name, value) => void values.set(name, value),
        remove: async (name) => void values.delete(name), clear: async () => values.clear(),
    };
    const requests = [];
    const fetch = async (url, { body, headers }) => {
        const path = new URL(url).pathname.slice('/app/api'.length);
        requests.push({ path, body: body ? JSON.parse(body) : null, bearer: headers.Authorization });
        const answers = {
            '/app-config': { twilioConfigured: false, appleLoginConfigured: false, emailConfigured: true },
            '/login': { userId, email: '', phoneNumber: '', displayName: '' },
            '/verify-login': { accessToken: 'a1', refreshToken: 'r1', userId, deviceId: 71 },
            '/logout': 'ok',
        };
        if (headers.Authorization === 'Bearer a0') {
            return new Response(JSON.stringify({ error: { code: refusal, status: 401, title: 'x', detail: '' } }), { status: 401 });
        }
        const user = { user: { displayName: 'Ana', email: 'ana@example.net', phoneNumber: '' } };
        return new Response(JSON.stringify(answers[path] ?? user), { status: 200 });
    };
    return { values, requests, given: { origin: 'https://x', fetch, database } };
}

/** Signs in with a device whose server has just signed it out. */
async function signedOut(options) {
    const parts = bench(options);
    const session = await Session.restore(parts.given);
    const told = [];
    session.onSignedOut((by) => told.push(by));
    await assert.rejects(session.api.send(endpoints.contacts), (error) => error.isSignedOut);
    return { ...parts, told };
}

for (const refusal of ['ErrDeviceNotRegistered', 'ErrUserNotFound', 'ErrRefreshTokenExpired']) {
    test(`${refusal} removes the tokens and keeps keys, pins and account`, async () => {
        const { values, given, told } = await signedOut({ refusal });
        assert.deepEqual([...values.keys()].sort(), ['account', 'deviceKey', 'pins:9']);
        assert.deepEqual(told, ['server']);
        assert.equal(await Session.restore(given), null);
        assert.equal((await Session.kept(given)).email, 'ana@example.net');
    });
}

// 001-26
test('the same account signs in again with the same key and its pins', async () => {
    const { values, requests, given } = await signedOut();
    const signIn = new SignIn(given);
    await signIn.begin({ email: 'ana@example.net' });
    await signIn.resend();
    assert.equal(requests.at(-1).body.publicKey, 'PUBLIC');
    const session = await signIn.verify('123456');
    assert.equal(session.deviceKey, key);
    assert.equal(requests.find(({ path }) => path === '/verify-login').body.publicKey, 'PUBLIC');
    assert.deepEqual(values.get('pins:9'), { 90: 'pin' });
    assert.equal(values.get('account').deviceId, 71);
    assert.equal(await Session.kept(given), null);
});

test('another account is refused until the kept keys are removed', async () => {
    const { values, given, requests } = await signedOut({ userId: 8 });
    const signIn = new SignIn(given);
    await signIn.begin({ email: 'bo@example.net' });
    // No one learns whose an address is before the code is entered: the server compares then.
    await assert.rejects(signIn.verify('123456'), refuses('otherAccount', /ana@example\.net/));
    assert.deepEqual(requests.filter(({ body }) => body?.keptAccount !== undefined).map(({ path, body }) => [path, body.keptAccount]), [['/verify-login', 7]]);
    assert.equal(values.get('deviceKey'), key);
    await Session.forget(given);
    assert.equal(values.size, 0);
    await signIn.begin({ email: 'bo@example.net' }).catch((error) => assert.notEqual(error.code, 'otherAccount'));
    assert.equal(requests.at(-1).body?.keptAccount, undefined);
});

test('an account refused by the server is told whose keys are kept', async () => {
    const { values, given } = await signedOut();
    const { fetch } = given;
    const error = { error: { code: 'ErrKeptForAnother', status: 409, title: 'x', detail: '' } };
    given.fetch = async (url, options) => url.endsWith('/verify-login') ? new Response(JSON.stringify(error), { status: 409 }) : fetch(url, options);
    const signIn = new SignIn(given);
    await signIn.begin({ email: 'bo@example.net' });
    await assert.rejects(signIn.verify('123456'), refuses('otherAccount', /ana@example\.net/));
    assert.deepEqual([values.get('deviceKey'), values.get('tokens')], [key, undefined]);
});

test('a longer code works: the client reports its limit, the server the number of digits, and a later code may be longer', async () => {
    const { requests, given } = await signedOut();
    const { fetch } = given;
    const lengths = [8, 10];
    given.fetch = async (url, options) => url.endsWith('/login')
        ? (requests.push({ path: '/login', body: JSON.parse(options.body) }), new Response(JSON.stringify({ userId: 0, codeLength: lengths.shift() }), { status: 200 }))
        : fetch(url, options);
    const signIn = new SignIn(given);
    await signIn.begin({ email: 'ana@example.net' });
    assert.deepEqual([requests.at(-1).body.longestCode, signIn.codeLength], [10, 8]);
    await signIn.resend();
    assert.equal(signIn.codeLength, 10);
    await signIn.verify('12345 67890');
    assert.equal(requests.find(({ path }) => path === '/verify-login').body.code, '1234567890');
});

for (const [accessToken, wasTold] of [['a1', true], ['a0', false]]) {
    // 003-21
    test(`signing out ${wasTold ? 'by the user' : 'after the server already did'} removes everything`, async () => {
        const { values, given } = bench();
        values.set('tokens', { accessToken, refreshToken: 'r1' });
        const session = await Session.restore(given);
        const told = [];
        session.onSignedOut((by) => told.push(by));
        assert.equal(await session.signOut(), wasTold);
        assert.equal(values.size, 0);
        assert.deepEqual(told, ['person']);
    });
}
