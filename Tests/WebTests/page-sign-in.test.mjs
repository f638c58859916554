import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { signInActions } from '../../Web/features/sign-in/sign-in-actions.js';
import { depart, failureSentence, knownIssuers } from '../../Web/session/page-sign-in.js';
import { SignIn } from '../../Web/session/sign-in.js';
import { linkIn, parseReturn } from '../../Web/state/routes.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { said } from './english.mjs';

if (!globalThis.navigator) Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'node' } });
const ticket = 'T'.repeat(43);
const link = `#/add/${'a'.repeat(43)}`;
const callLink = `#/call/17/5/${'a'.repeat(43)}`;

const fragments = [
    [`#/signed-in/${ticket}`, { ticket }], [`#/signed-in/${ticket}x`, null], [`#/signed-in/${'T'.repeat(42)}`, null],
    [`#/signed-in/${'T'.repeat(42)}<`, null], [`#/signed-in/${ticket}/more`, null], ['#/signed-in/', null],
    [`#/add-login-method/${ticket}`, { ticket, adds: true }], [`#/add-login-method/${ticket}x`, null], ['#/add-login-method/', null],
    ['#/sign-in-failed/cancelled', { failure: 'cancelled' }], ['#/sign-in-failed/<b>', null], ['#/contacts', null], ['', null],
];
for (const [fragment, expected] of fragments) {
    test(`the fragment '${fragment}' is ${expected ? 'a return' : 'not a return'}`, () => assert.deepEqual(parseReturn(fragment), expected));
}

test('an unknown failure is described in general words, never in those of the address', () => {
    assert.match(said(failureSentence('cancelled')), /cancelled/);
    assert.doesNotMatch(said(failureSentence('evil')), /evil/);
    assert.doesNotMatch(said(failureSentence('constructor')), /function/);
});

test('only issuers known to the page are offered', () => {
    assert.deepEqual(knownIssuers(['apple', 'evil', 'google']), ['google', 'apple']);
    for (const names of [undefined, null, 'google', {}]) assert.deepEqual(knownIssuers(names), []);
});

test('a departure sends the digest of a fresh secret, and keeps the opened link', async () => {
    const one = await depart('google', link);
    const two = await depart('google', link);
    assert.notEqual(one.departure.verifier, two.departure.verifier);
    const digest = createHash('sha256').update(one.departure.verifier).digest('base64url');
    assert.equal(one.url, `/sign-in/google?binding=${digest}`);
    assert.match(one.departure.verifier, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(one.departure.fragment, link);
});

test('only a link is kept of the address', async () => {
    for (const opened of [link, callLink]) assert.equal(linkIn(opened), opened);
    for (const fragment of ['', '#/contacts', '#/add', `${link}/b`, `#/add/${'a'.repeat(42)}<`, '#/call', `${callLink}/b`, callLink.slice(0, -1), 'javascript:alert(1)']) {
        assert.equal(linkIn(fragment), '', fragment);
        Object.defineProperty(globalThis, 'location', { value: { hash: fragment }, configurable: true });
        const left = await new Promise((resolve) => {
            const { actions } = actionsWith({ leave: async (issuer, kept) => { resolve([issuer, kept]); return '/'; } });
            actions.continueWith('apple');
        });
        assert.deepEqual(left, ['apple', '']);
    }
});

/** A device with empty storage, and a server that answers `login` and `verify-login`. */
function bench(login) {
    const values = new Map();
    const database = {
        get: async (name) => values.get(name), put: async (name, value) => void values.set(name, value),
        remove: async (name) => void values.delete(name), clear: async () => values.clear(),
    };
    const requests = [];
    const tokens = { accessToken: 'a', refreshToken: 'r', userId: 7, deviceId: 70 };
    const fetch = async (url, { body }) => {
        const path = new URL(url).pathname.slice('/app/api'.length);
        requests.push({ path, body: body ? JSON.parse(body) : null });
        const answer = { '/login': login, '/verify-login': tokens }[path] ?? { user: { id: 7, deviceId: 70, displayName: 'Ana', email: 'ana@gmail.com', phoneNumber: '' } };
        return new Response(JSON.stringify(answer), { status: answer.error ? answer.error.status : 200 });
    };
    return { values, requests, tokens, flow: new SignIn({ database, fetch, origin: 'http://10.77.0.1:8080' }) };
}

const tokens = { accessToken: 'a', refreshToken: 'r', userId: 7, deviceId: 70, email: 'ana@gmail.com', phoneNumber: '' };

// 001-16, 001-21, 001-42
test('a ticket is exchanged with the secret and the public key, and the secret is then deleted', async () => {
    const { values, requests, flow } = bench(tokens);
    await flow.leave('google', link);
    const { verifier } = values.get('departure');
    const { session, fragment } = await flow.redeem(ticket);
    assert.equal(fragment, link);
    assert.equal(session.account.displayName, 'Ana');
    const { body } = requests.find(({ path: asked }) => asked === '/login');
    assert.equal(body.ticket, ticket);
    assert.equal(body.ticketVerifier, verifier);
    assert.ok(body.publicKey.length > 100 && body.verified === false);
    assert.equal(values.get('departure'), undefined);
    assert.equal(values.get('tokens').refreshToken, 'r');
    await assert.rejects(flow.redeem(ticket), { code: 'notBegunHere' });
});

test('a ticket without a departure from here is not sent', async () => {
    const { requests, flow } = bench(tokens);
    await assert.rejects(flow.redeem(ticket), { code: 'notBegunHere' });
    assert.deepEqual(requests, []);
});

test('a ticket for adding a sign-in does not sign in a user who has signed out meanwhile', async () => {
    const { values, requests, flow } = bench(tokens);
    values.set('departure', { issuer: 'google', verifier: 'V'.repeat(43), fragment: '', adds: 7 });
    await assert.rejects(flow.redeem(ticket), { code: 'signedOutMeanwhile' });
    assert.deepEqual([requests, values.get('departure')], [[], undefined]);
});

test('an address that needs proof sends its code with the linking token, which no other sign-in has', async () => {
    const { values, requests, flow } = bench({ userId: 7, email: 'ana@firm.example', phoneNumber: '', linkToken: 'L' });
    await flow.leave('google', '');
    assert.deepEqual(await flow.redeem(ticket), { session: null, email: 'ana@firm.example', resendAfter: 30 });
    assert.equal(values.get('tokens'), undefined);
    await flow.verify('123 456');
    const { body } = requests.find(({ path }) => path === '/verify-login');
    assert.deepEqual([body.code, body.email, body.linkToken], ['123456', 'ana@firm.example', 'L']);
});

/** The actions over a store, with a flow that does as specified. */
function actionsWith(flow) {
    const store = new Store({ ...initialState(0), screen: 'signIn' });
    const seen = { sessions: [], urls: [] };
    const actions = signInActions(store, async (session) => void seen.sessions.push(session), (url) => seen.urls.push(url), () => flow, Date.now);
    return { store, seen, actions };
}

test('the return leads to the session, to the code, or to the reason of the failure', async () => {
    const signedIn = actionsWith({ redeem: async () => ({ session: 'session', fragment: '' }) });
    await signedIn.actions.cameBack({ ticket });
    assert.deepEqual(signedIn.seen.sessions, ['session']);

    const asked = actionsWith({ redeem: async () => ({ session: null, email: 'ana@firm.example', resendAfter: 30 }) });
    await asked.actions.cameBack({ ticket });
    assert.deepEqual([asked.store.state.signIn.step, asked.store.state.signIn.identifier, asked.store.state.signIn.notice], ['code', 'ana@firm.example', undefined]);

    const refused = actionsWith({ redeem: async () => { throw Object.assign(new Error('ErrLoginFailed'), { code: 'ErrLoginFailed', text: 'No.' }); } });
    await refused.actions.cameBack({ ticket });
    assert.deepEqual([refused.store.state.signIn.notice, refused.store.state.signIn.isBusy, refused.seen.sessions], ['No.', false, []]);

    const cancelled = actionsWith({});
    await cancelled.actions.cameBack({ failure: 'cancelled' });
    assert.match(said(cancelled.store.state.signIn.notice), /cancelled/);
});

// 000-16
test('the server’s issuers are offered, and one click leaves', async () => {
    Object.defineProperty(globalThis, 'location', { value: { hash: '' }, configurable: true });
    const config = { twilioConfigured: false, appleLoginConfigured: true, emailConfigured: true, pageSignIn: ['apple', 'google'] };
    const left = Promise.withResolvers?.() ?? {};
    if (!left.promise) left.promise = new Promise((resolve) => { left.resolve = resolve; });
    const { store, seen, actions } = actionsWith({
        appConfig: async () => config,
        leave: async (issuer) => { queueMicrotask(() => queueMicrotask(left.resolve)); return `/sign-in/${issuer}?binding=x`; },
    });
    await actions.prepare();
    assert.deepEqual(store.state.signIn.methods, { email: true, phone: false, issuers: ['google', 'apple'] });
    actions.continueWith('google');
    await left.promise;
    assert.deepEqual(seen.urls, ['/sign-in/google?binding=x']);
});
