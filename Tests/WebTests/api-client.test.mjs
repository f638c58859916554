import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIClient } from '../../Web/protocol/http/api-client.js';
import { endpoints } from '../../Web/protocol/http/endpoints.js';
import { refuses } from './english.mjs';

const ok = (value) => new Response(JSON.stringify(value), { status: 200 });
const refusal = (status, code, headers = {}) =>
    new Response(JSON.stringify({ error: { code, status, title: 'Title', detail: '' } }), { status, headers });

/** A server as a function of path and bearer token, and a client of it that never really waits. */
function bench(answer, pair = { accessToken: 'a0', refreshToken: 'r0' }) {
    const state = { pair, dead: 0, requests: [], pauses: [] };
    const tokens = {
        access: async () => {
            tokens.latest = state.pair?.accessToken ?? null;
            return tokens.latest;
        },
        refresh: async () => state.pair?.refreshToken ?? null,
        replace: async (next) => { state.pair = next; },
        dead: () => { state.dead += 1; state.pair = null; },
    };
    const fetch = async (url, { method, headers, body, keepalive }) => {
        const request = { path: new URL(url).pathname.slice('/app/api'.length), method, bearer: headers.Authorization?.slice(7) ?? null, body, keepalive };
        state.requests.push(request);
        return answer(request, state.requests.length);
    };
    const pause = async (wait) => { state.pauses.push(wait); };
    return { state, client: new APIClient({ origin: 'http://10.77.0.1:8080', tokens, fetch, pause, random: () => 0 }) };
}

// 001-8, 003-11
test('requests with an expired token share one refresh, and each is repeated once', async () => {
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

test('a closing page sends its leave at once, with keepalive and the last token, and only once', async () => {
    const { state, client } = bench(() => refusal(503, 'ErrStorageUnavailable'));
    const body = { join: 'j', leave: 'l' };
    client.sendWhileClosing(endpoints.leaveCall, { id: 7, body });
    assert.deepEqual(state.requests, [], 'no token is known');
    state.requests.length = 0;
    await client.accessToken();
    client.sendWhileClosing(endpoints.leaveCall, { id: 7, body });
    assert.deepEqual(state.requests, [{ path: '/call/7/leave', method: 'POST', bearer: 'a0', body: JSON.stringify(body), keepalive: true }]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(state.requests.length, 1, 'nobody is there to try again');
});

test('a token is renewed on request, however new it is', async () => {
    const { state, client } = bench(() => ok({ accessToken: 'a1', refreshToken: 'r1', expiresIn: 900 }));
    await client.renewToken();
    assert.deepEqual([state.requests.map(({ path }) => path), state.pair.accessToken], [['/refresh-token'], 'a1']);
});

test('a request refused with an older token uses the stored one without a refresh', async () => {
    const { state, client } = bench(({ bearer }) => {
        if (bearer === 'a1') return ok({});
        // It was renewed elsewhere meanwhile.
        state.pair = { accessToken: 'a1', refreshToken: 'r1' };
        return refusal(401, 'ErrAccessTokenExpired');
    });
    await client.send(endpoints.user);
    assert.deepEqual(state.requests.map(({ path }) => path), ['/user', '/user']);
});

test('a fresh token that is refused ends the session', async () => {
    const { state, client } = bench(({ path }) => path === '/refresh-token'
        ? ok({ accessToken: 'a1', refreshToken: 'r1' }) : refusal(401, 'ErrAccessTokenExpired'));
    await assert.rejects(client.send(endpoints.user), { code: 'signedOut' });
    assert.equal(state.dead, 1);
});

for (const [status, code] of [[403, 'ErrRefreshTokenExpired'], [401, 'ErrDeviceNotRegistered'], [404, 'ErrUserNotFound']]) {
    // 001-9
    test(`${code} ends the session`, async () => {
        const { state, client } = bench(() => refusal(status, code));
        await assert.rejects(client.send(endpoints.user), (error) => error.isSignedOut && error.code === code);
        assert.equal(state.dead, 1);
    });
}

test('a refresh that does not reach the server does not end the session', async () => {
    const { state, client } = bench(({ path }) => {
        if (path === '/refresh-token') throw new TypeError('network');
        return refusal(401, 'ErrAccessTokenExpired');
    });
    await assert.rejects(client.send(endpoints.user), { code: 'offline' });
    assert.equal(state.dead, 0);
    assert.equal(state.pair.refreshToken, 'r0');
});

test('a server whose clock is in doubt does not end the session', async () => {
    const { state, client } = bench(({ path }) => path === '/refresh-token'
        ? refusal(503, 'ErrInternal', { 'Retry-After': '60' }) : refusal(401, 'ErrAccessTokenExpired'));
    await assert.rejects(client.send(endpoints.user), (error) => !error.isSignedOut && error.status === 503);
    assert.equal(state.dead, 0);
    assert.equal(state.pair.refreshToken, 'r0');
});

// 003-12
test('a bare 401 from a proxy does not end the session', async () => {
    const { state, client } = bench(() => new Response('no', { status: 401 }));
    await assert.rejects(client.send(endpoints.user), { status: 401, code: '' });
    assert.equal(state.dead, 0);
});

// 000-71, 003-12, 003-32
test('transient errors are retried after 1, 2 and 4 s, then reported', async () => {
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

test('a path id is a number up to 2^53-1, and no other value reaches the server', async () => {
    const { state, client } = bench(() => ok({}));
    await client.send(endpoints.joinCall, { id: 17, body: {} });
    assert.equal(state.requests[0].path, '/call/17/join');
    for (const id of [undefined, 0, -1, 1.5, 2 ** 53]) await assert.rejects(client.send(endpoints.joinCall, { id }), { code: 'missingId' });
    assert.equal(state.requests.length, 1);
});

// 002-9
test('a signed-out client sends no request that needs a token', async () => {
    const { state, client } = bench(() => ok({}), null);
    await assert.rejects(client.send(endpoints.contacts), { code: 'signedOut' });
    await client.send(endpoints.resendOTP, { body: {} });
    assert.deepEqual(state.requests.map(({ path, bearer }) => [path, bearer]), [['/resend-otp', null]]);
});

// 003-33
test('a request without a response times out after 30 s, and all its retries within a minute', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const state = { time: 0, began: [] };
    const fetch = (_, { signal }) => new Promise((_, reject) => {
        state.began.push(state.time);
        signal.addEventListener('abort', () => reject(signal.reason));
    });
    const tokens = { access: async () => 'a0', refresh: async () => 'r0', replace: async () => {}, dead: () => {} };
    const client = new APIClient({ origin: 'http://10.77.0.1:8080', tokens, fetch, pause: async () => {}, random: () => 0, now: () => state.time });
    let outcome = null;
    client.send(endpoints.user).catch(({ code }) => { outcome = code; });
    for (; outcome === null && state.time < 120_000; state.time += 1000) {
        context.mock.timers.tick(1000);
        await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(outcome, 'timeout');
    assert.ok(state.began.length >= 1 && state.time <= 62_000, `${state.began} until ${state.time}`);
    assert.ok(state.began.every((moment, index) => index === 0 || moment - state.began[index - 1] >= 29_000), String(state.began));
});
