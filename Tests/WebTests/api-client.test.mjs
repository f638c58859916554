import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIClient } from '../../Web/protocol/http/api-client.js';
import { endpoints } from '../../Web/protocol/http/endpoints.js';
import { refuses } from './english.mjs';

const ok = (value) => new Response(JSON.stringify(value), { status: 200 });
const refusal = (status, code, headers = {}) =>
    new Response(JSON.stringify({ error: { code, status, title: 'Title', detail: '' } }), { status, headers });

/** A server as a function of path and bearer, and a client of it that never really waits. */
function bench(answer, pair = { accessToken: 'a0', refreshToken: 'r0' }) {
    const state = { pair, dead: 0, requests: [], pauses: [] };
    const tokens = {
        access: async () => state.pair?.accessToken ?? null,
        refresh: async () => state.pair?.refreshToken ?? null,
        replace: async (next) => { state.pair = next; },
        dead: () => { state.dead += 1; state.pair = null; },
    };
    const fetch = async (url, { method, headers, body }) => {
        const request = { path: new URL(url).pathname.slice('/app/api'.length), method, bearer: headers.Authorization?.slice(7) ?? null, body };
        state.requests.push(request);
        return answer(request, state.requests.length);
    };
    const pause = async (wait) => { state.pauses.push(wait); };
    return { state, client: new APIClient({ origin: 'http://10.77.0.1:8080', tokens, fetch, pause, random: () => 0 }) };
}

test('many requests with an expired token make one refresh, and each is repeated once', async () => {
    const { state, client } = bench(({ path, bearer }) => {
        if (path === '/refresh-token') return ok({ accessToken: 'a1', refreshToken: 'r1', expiresIn: 900 });
        return bearer === 'a1' ? ok({ bearer }) : refusal(401, 'ErrAccessTokenExpired');
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(endpoints.user)));
    assert.deepEqual(answers, Array(8).fill({ bearer: 'a1' }));
    assert.equal(state.requests.filter(({ path }) => path === '/refresh-token').length, 1);
    assert.equal(state.requests.find(({ path }) => path === '/refresh-token').bearer, null);
    assert.deepEqual(state.pair.refreshToken, 'r1');
});

test('a request refused with an older token takes the stored one without a refresh', async () => {
    const { state, client } = bench(({ bearer }) => {
        if (bearer === 'a1') return ok({});
        // Meanwhile somebody else renewed it.
        state.pair = { accessToken: 'a1', refreshToken: 'r1' };
        return refusal(401, 'ErrAccessTokenExpired');
    });
    await client.send(endpoints.user);
    assert.deepEqual(state.requests.map(({ path }) => path), ['/user', '/user']);
});

test('a fresh token that is refused ends the sign-in', async () => {
    const { state, client } = bench(({ path }) => path === '/refresh-token'
        ? ok({ accessToken: 'a1', refreshToken: 'r1' }) : refusal(401, 'ErrAccessTokenExpired'));
    await assert.rejects(client.send(endpoints.user), { code: 'signedOut' });
    assert.equal(state.dead, 1);
});

for (const [status, code] of [[403, 'ErrRefreshTokenExpired'], [401, 'ErrDeviceNotRegistered'], [404, 'ErrUserNotFound']]) {
    test(`${code} ends the sign-in`, async () => {
        const { state, client } = bench(() => refusal(status, code));
        await assert.rejects(client.send(endpoints.user), (error) => error.isSignedOut && error.code === code);
        assert.equal(state.dead, 1);
    });
}

test('a refresh that does not reach the server ends nothing', async () => {
    const { state, client } = bench(({ path }) => {
        if (path === '/refresh-token') throw new TypeError('network');
        return refusal(401, 'ErrAccessTokenExpired');
    });
    await assert.rejects(client.send(endpoints.user), { code: 'offline' });
    assert.equal(state.dead, 0);
    assert.equal(state.pair.refreshToken, 'r0');
});

test('a bare 401 of a proxy ends nothing', async () => {
    const { state, client } = bench(() => new Response('no', { status: 401 }));
    await assert.rejects(client.send(endpoints.user), { status: 401, code: '' });
    assert.equal(state.dead, 0);
});

test('passing refusals are repeated after 1, 2 and 4 s, then told', async () => {
    const { state, client } = bench(() => refusal(503, 'ErrInternal'));
    await assert.rejects(client.send(endpoints.startCall, { body: {} }), refuses('ErrInternal', 'The server has a problem. Try again later.'));
    assert.deepEqual(state.pauses, [1000, 2000, 4000]);
});

for (const [name, response, tries] of [
    ['a limit with a name of its own stands', () => refusal(429, 'ErrTooManyShareTokens'), 1],
    ['a limit that lasts longer than the longest pause stands', () => refusal(429, 'ErrTooManyRequests', { 'Retry-After': '60' }), 1],
    ['a short limit is waited for', () => refusal(429, 'ErrTooManyRequests', { 'Retry-After': '2' }), 4],
    ['a refusal for good stands', () => refusal(409, 'ErrAlreadyFriends'), 1],
]) {
    test(name, async () => {
        const { state, client } = bench(response);
        await assert.rejects(client.send(endpoints.createShareToken));
        assert.equal(state.requests.length, tries);
    });
}

test('the id of a path is a number up to 2^53-1, and nothing else reaches the server', async () => {
    const { state, client } = bench(() => ok({}));
    await client.send(endpoints.joinCall, { id: 17, body: {} });
    assert.equal(state.requests[0].path, '/call/17/join');
    for (const id of [undefined, 0, -1, 1.5, 2 ** 53]) await assert.rejects(client.send(endpoints.joinCall, { id }), { code: 'missingId' });
    assert.equal(state.requests.length, 1);
});

test('nobody who is not signed in asks for what needs it', async () => {
    const { state, client } = bench(() => ok({}), null);
    await assert.rejects(client.send(endpoints.contacts), { code: 'signedOut' });
    await client.send(endpoints.resendOTP, { body: {} });
    assert.deepEqual(state.requests.map(({ path, bearer }) => [path, bearer]), [['/resend-otp', null]]);
});
