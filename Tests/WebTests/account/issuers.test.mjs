import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { AccountService } from '../../../Web/features/account/account-service.js';
import { accountActions } from '../../../Web/features/account/account-actions.js';
import { APIClient } from '../../../Web/protocol/http/api-client.js';
import { endpoints } from '../../../Web/protocol/http/endpoints.js';
import { APIError } from '../../../Web/protocol/errors.js';
import { missingIssuers } from '../../../Web/session/page-sign-in.js';
import { hasCall } from '../../../Web/state/calling.js';
import { initialState } from '../../../Web/state/state.js';
import { Store } from '../../../Web/state/store.js';
import { methodsPage } from '../../../Web/features/login-methods/login-methods.js';
import { english } from '../english.mjs';

const ticket = 'T'.repeat(43);
const email = { id: 1, type: 'email', value: 'ana@example.org', isPrimary: true };
const google = { id: 2, type: 'google', value: 'ana@gmail.com', isPrimary: false };
const settled = () => new Promise((resolve) => setImmediate(resolve));
/**
 * Waits for asynchronous work of the browser, such as a digest.
 * @param {() => boolean} condition
 */
async function until(condition) {
    for (let turn = 0; !condition(); turn += 1) {
        assert.ok(turn < 100_000, 'never');
        await settled();
    }
    await settled();
}
const said = ({ state }) => state.notices.map(({ text }) => english.string(text));

/**
 * Ana is signed in; the server answers from a table, and an answer may be an error or a promise.
 * @param {Record<string, unknown>} [answers]
 */
function bench(answers = {}) {
    const kept = new Map();
    const database = { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value), remove: async (name) => void kept.delete(name) };
    const sent = [];
    const api = {
        send: async (endpoint, { body } = {}) => {
            const name = `${endpoint.method} ${endpoint.path}`;
            sent.push([name, ...(body ? [body] : [])]);
            const answer = await answers[name];
            if (answer instanceof Error) throw answer;
            return answer ?? {};
        },
    };
    const session = { account: { userId: 7 }, api, database, refreshAccount: async () => {}, proofFor: async () => ({}) };
    const store = new Store({ ...initialState(0), screen: 'main' });
    const service = new AccountService(session);
    const done = { routes: [], urls: [] };
    const page = { saveFile() {}, today: () => '', now: Date.now, go: (route) => done.routes.push(route), leave: (url) => done.urls.push(url) };
    return { actions: accountActions(store, { signedIn: { account: service } }, page), done, kept, sent, store };
}

const leaving = { 'POST /user/login-methods/departure': { url: 'https://issuer.example/auth?state=s' } };
const here = { issuer: 'google', verifier: 'V'.repeat(43), fragment: '', adds: 7 };

// 000-7
test('leaving for Google sends the digest of a secret that stays here', async () => {
    const { actions, done, kept, sent } = bench(leaving);
    actions.addIssuer('google');
    actions.addIssuer('google');
    await until(() => done.urls.length === 1);
    const { verifier, ...rest } = kept.get('departure');
    assert.deepEqual(rest, { issuer: 'google', fragment: '', adds: 7 });
    const binding = createHash('sha256').update(verifier).digest('base64url');
    assert.deepEqual(sent, [['POST /user/login-methods/departure', { issuer: 'google', binding }]]);
    assert.deepEqual(done.urls, ['https://issuer.example/auth?state=s']);
});

test('only the departure request accepts cookies from the server', async () => {
    const modes = {};
    const fetch = async (url, { credentials }) => {
        modes[new URL(url).pathname] = credentials;
        return new Response('{}');
    };
    const tokens = { access: () => 'a', refresh: () => null, replace() {}, dead() {} };
    const client = new APIClient({ origin: 'https://calls.example.org', fetch, tokens });
    for (const endpoint of Object.values(endpoints)) await client.send(endpoint, { id: 1 });
    const same = Object.entries(modes).filter(([, mode]) => mode !== 'omit');
    assert.deepEqual(same, [['/app/api/user/login-methods/departure', 'same-origin']]);
});

test('a refusal by the server is reported, and the page stays', async () => {
    const { actions, done, store } = bench({ 'POST /user/login-methods/departure': new APIError('ErrLoginMethodPresent', 409, 'Title') });
    actions.addIssuer('google');
    await until(() => store.state.notices.length === 1);
    assert.deepEqual([done.urls, said(store)], [[], ['Your account already uses another sign-in of this kind. Remove it first.']]);
});

const calls = {
    'a call': { call: { phase: 'active' } }, 'a call that rings here': { call: { phase: 'incoming' } },
    'one more call that rings': { waiting: {} }, 'a call on hold': { onHold: {} },
};
for (const [what, change] of Object.entries(calls)) {
    test(`adding a sign-in is not offered during ${what}, and the page does not leave when one comes meanwhile`, async () => {
        const { actions, done, sent, store } = bench(leaving);
        const settings = { ...store.state.settings, methods: { status: 'ready', value: [email], problem: null }, channels: { email: true, phone: true, issuers: ['google'] } };
        store.set({ settings });
        const offered = () => JSON.stringify(methodsPage(store.state, { name: 'settings', page: 'methods' }, actions)).includes('methods.addIssuer');
        assert.ok(offered());
        actions.addIssuer('google');
        store.set(change);
        await until(() => sent.length === 1 && store.state.settings.pending.length === 0);
        assert.deepEqual([done.urls, sent.length, offered(), hasCall(store.state)], [[], 1, false, true]);
        actions.addIssuer('google');
        await settled();
        assert.equal(sent.length, 1);
    });
}

test('an ended call does not count as a call', () => assert.ok(!hasCall({ ...initialState(0), call: { phase: 'ended' } })));

test('a sign-in is offered only when the methods are known and lack it', () => {
    assert.deepEqual(missingIssuers(['google', 'apple'], [email, google]), ['apple']);
    assert.deepEqual([missingIssuers(['google'], null), missingIssuers(undefined, [email])], [[], []]);
});

test('on return the ticket is sent once with the secret, and the new sign-in method is shown', async () => {
    let list;
    const answers = { 'POST /user/login-methods': { loginMethods: [email, google] }, 'GET /user/login-methods': new Promise((resolve) => { list = resolve; }) };
    const { actions, done, kept, sent, store } = bench(answers);
    kept.set('departure', here);
    actions.loadMethods();
    await actions.cameBackToAdd({ ticket, adds: true });
    // Requested before, answered after.
    list({ loginMethods: [email] });
    await settled();
    assert.deepEqual(sent.filter(([name]) => name.startsWith('POST')), [['POST /user/login-methods', { ticket, ticketVerifier: here.verifier }]]);
    assert.deepEqual([done.routes, kept.size, said(store)], [[{ name: 'settings', page: 'methods' }], 0, ['You can now sign in with Google.']]);
    assert.deepEqual(store.state.settings.methods.value, [email, google]);
});

for (const [what, departure] of [['nobody', undefined], ['another account', { ...here, adds: 8 }], ['a sign-in', { issuer: 'google', verifier: here.verifier, fragment: '' }]]) {
    test(`a ticket is not sent when ${what} had left`, async () => {
        const { actions, kept, sent, store } = bench();
        if (departure) kept.set('departure', departure);
        await actions.cameBackToAdd({ ticket, adds: true });
        assert.deepEqual([sent, said(store)], [[], ['This sign-in wasn’t started in this browser. Start again.']]);
    });
}

test('a sign-in ticket has no effect while signed in', async () => {
    const { actions, done, kept, sent, store } = bench();
    kept.set('departure', here);
    await actions.cameBackToAdd({ ticket });
    assert.deepEqual([sent, said(store), done.routes], [[], [], []]);
});

const notAdded = (issuer) => `${issuer} couldn’t be added. Try again, or add another way to sign in.`;
const failures = { cancelled: 'Sign-in cancelled.', refused: notAdded('Google'), unavailable: notAdded('Google'), anything: notAdded('Google') };
for (const [failure, sentence] of Object.entries(failures)) {
    test(`a failure is shown only in the window that had left for it: ${failure}`, async () => {
        const { actions, done, kept, store } = bench();
        await actions.cameBackToAdd({ failure });
        assert.deepEqual([said(store), done.routes], [[], []]);
        kept.set('departure', here);
        await actions.cameBackToAdd({ failure });
        assert.deepEqual([said(store), done.routes], [[sentence], [{ name: 'settings', page: 'methods' }]]);
    });
}

for (const [issuer, name, code] of [['google', 'Google', 'ErrLoginFailed'], ['apple', 'Apple', 'ErrAppleLoginFailed']]) {
    for (const way of ['leaving', 'coming back']) {
        test(`a refusal mentions adding, and not signing in: ${name}, ${way}`, async () => {
            const refusal = new APIError(code, 400, 'Or sign in with a code');
            const { actions, kept, store } = bench({ 'POST /user/login-methods': refusal, 'POST /user/login-methods/departure': refusal });
            kept.set('departure', { ...here, issuer });
            if (way === 'leaving') actions.addIssuer(issuer);
            else await actions.cameBackToAdd({ ticket, adds: true });
            await until(() => store.state.notices.length === 1);
            assert.deepEqual(said(store), [notAdded(name)]);
        });
    }
}

test('a sign-in of another account is reported, and the list stays', async () => {
    const { actions, kept, store } = bench({ 'POST /user/login-methods': new APIError('ErrLoginMethodTaken', 409, 'Title') });
    kept.set('departure', here);
    await actions.cameBackToAdd({ ticket, adds: true });
    assert.deepEqual([said(store), store.state.notices[0].tone], [['Another account already uses this way to sign in.'], 'bad']);
});
