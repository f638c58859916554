import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addActions } from '../../Web/features/add/add-actions.js';
import { callActions } from '../../Web/features/calls/call-actions.js';
import { reduceCall } from '../../Web/features/calls/call-state.js';
import { countsSeconds } from '../../Web/app/clock.js';
import { linkActions } from '../../Web/features/contact-link/link-actions.js';
import { contactActions } from '../../Web/features/contacts/contact-actions.js';
import { privacyActions } from '../../Web/features/privacy/privacy-actions.js';
import { fragmentOf, openedToken, parseRoute } from '../../Web/state/routes.js';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';
import { APIError } from '../../Web/protocol/errors.js';
import { settingsPages } from '../../Web/state/settings-routes.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { text } from '../../Web/texts/text.js';
import { said } from './english.mjs';
import { follow } from './calls/doubles/members.mjs';
import { participantsOf } from '../../Web/features/calls/people/people-state.js';

const routes = [
    ['', { name: 'contacts' }], ['#/contacts', { name: 'contacts' }], ['#/contacts/17', { name: 'contact', id: 17 }],
    ['#/contacts/17x', { name: 'contacts' }], ['#/contacts/-1', { name: 'contacts' }], ['#/contacts/99999999999999999', { name: 'contacts' }],
    ['#/requests', { name: 'requests' }], ['#/add', { name: 'add' }], ['#/scan', { name: 'scan' }], ['#/link', { name: 'link' }], ['#/link/personal', { name: 'personalLink' }], ['#/link/other', { name: 'link' }], ['#/settings', { name: 'settings' }],
    ['#/calls', { name: 'calls' }], ['#/history/17', { name: 'pastCall', id: 17 }], ['#/history', { name: 'contacts' }], ['#/history/x', { name: 'contacts' }],
    ['#/settings/keys', { name: 'settings', page: 'keys' }], ['#/settings/devices/17', { name: 'settings', page: 'devices', id: 17 }],
    ['#/settings/devices/x', { name: 'settings', page: 'devices' }], ['#/settings/elsewhere', { name: 'settings' }],
    ['#/calls/17', { name: 'call', id: 17 }], ['#/calls/new', { name: 'call', id: 0 }], ['#/elsewhere', { name: 'contacts' }],
    ['#/toString', { name: 'contacts' }], ['#/__proto__/1', { name: 'contacts' }], ['#/scan/5/7', { name: 'scan', user: 5, device: 7 }], ['#/scan/5', { name: 'scan' }], ['#/contacts/5/7', { name: 'contact', id: 5, device: 7 }], ['#/welcome', { name: 'welcome' }],
    ['#/call', { name: 'joinCall' }], [`#/call/17/5/${'a'.repeat(43)}`, { name: 'joinCall' }], ['#/call/17', { name: 'joinCall' }],
];
for (const [fragment, route] of routes) {
    test(`the fragment '${fragment}' leads to ${route.name}`, () => assert.deepEqual(parseRoute(fragment), route));
}

const opened = 'aB3'.repeat(14) + 'x';
for (const [fragment, token] of [
    [`#/add/${opened}`, opened], [`/add/${opened}`, opened], ['#/add', null], ['#/add/', null], [`#/add/${opened}x`, null],
    [`#/add/${opened}/more`, null], [`#/link/${opened}`, null], ['#/add/17', null], [`#/add/${opened.slice(1)}%`, null],
]) {
    test(`the fragment '${fragment}' opens ${token ? 'a' : 'no'} link`, () => {
        assert.equal(openedToken(fragment), token);
        if (token) assert.deepEqual(parseRoute(fragment), { name: 'add' });
    });
}

/** A session that records requests, and answers from a table. */
function account(answers) {
    const sent = [];
    return {
        sent, origin: 'https://x', signaling: {},
        api: {
            send: async (endpoint, options = {}) => {
                const path = endpoint.path.replace('{id}', options.id);
                sent.push(`${endpoint.method} ${path}${options.body ? ` ${JSON.stringify(options.body)}` : ''}`);
                const answer = answers[path];
                if (answer instanceof Error) throw answer;
                return answer;
            },
        },
    };
}

test('blocking sends the wanted state, and blocked people are listed', async () => {
    const session = account({ '/contact/5/block': { status: 'ok' }, '/contacts/blocked': { contacts: [{ contactId: 5, contactName: 'Bo' }] } });
    const service = new ContactsService(session);
    await service.setBlocked(5, true);
    await service.setBlocked(5, false);
    assert.deepEqual((await service.blocked()).map(({ contactName }) => contactName), ['Bo']);
    assert.deepEqual(session.sent, ['PATCH /contact/5/block {"isBlocked":true}', 'PATCH /contact/5/block {"isBlocked":false}', 'GET /contacts/blocked']);
});

test('a report sends the person, the reason and the note, and omits an empty note', async () => {
    const session = account({ '/reports': { status: 'ok' } });
    const service = new ContactsService(session);
    await service.report(5, 'spam', '  ');
    await service.report(5, 'other', ' Every night. ');
    assert.deepEqual(session.sent, ['POST /reports {"userId":5,"reason":"spam"}', 'POST /reports {"userId":5,"reason":"other","note":"Every night."}']);
});

// 000-10
test('a search returns one person or the error that no one was found', async () => {
    const found = { token: opened, displayName: 'Bo' };
    const session = account({ '/contacts/search': { results: [found] } });
    assert.deepEqual(await new ContactsService(session).search({ email: 'bo@example.org' }), found);
    assert.deepEqual(session.sent, ['POST /contacts/search {"email":"bo@example.org"}']);
    await assert.rejects(new ContactsService(account({ '/contacts/search': { results: [] } })).search({ email: 'bo@example.org' }), { code: 'nobodyFound' });
    await assert.rejects(new ContactsService(account({ '/contacts/search': {} })).search({ email: 'bo@example.org' }), { code: 'undecodable' });
});

test('a person found by an address is requested with the token from the search', async () => {
    const store = new Store(initialState(0));
    const used = [];
    const finder = {
        ...service({ then: { asked: [5] } }), search: async () => ({ token: opened, displayName: 'Bo' }),
        resolve: async () => assert.fail('it is no link'),
    };
    const request = finder.requestByToken;
    finder.requestByToken = async (token) => { used.push(token); await request(); };
    const done = Promise.withResolvers?.() ?? deferred();
    const actions = addActions(store, { signedIn: { contacts: finder } }, () => done.resolve());
    actions.typeLink('bo@example.org');
    actions.resolveLink();
    while (store.state.add.status === 'resolving') await Promise.resolve();
    assert.deepEqual([store.state.add.status, store.state.add.displayName], ['resolved', 'Bo']);
    actions.sendRequest();
    await done.promise;
    assert.deepEqual([used, store.state.add.status], [[opened], 'sent']);
});

test('the setting for being found changes at once, and back if the server refuses', async () => {
    const store = new Store(initialState(0));
    const session = account({ '/user/privacy': { searchable: true } });
    const contacts = new ContactsService(session);
    const actions = privacyActions(store, { signedIn: { contacts } });
    actions.loadPrivacy();
    while (store.state.isSearchable === null) await Promise.resolve();
    assert.equal(store.state.isSearchable, true);
    contacts.setSearchable = async () => { throw new APIError('ErrInternal', 500); };
    actions.setSearchable(false);
    assert.equal(store.state.isSearchable, false);
    while (store.state.isSearchable === false) await Promise.resolve();
    assert.equal(store.state.notices.length, 1);
});

/** [the order in which three requests are answered, what is shown after each]: the answer to a later request is not undone. */
for (const [answers, shown] of [
    [[0, 1, 2], [0, 1, 2]], [[2, 1, 0], [2, 2, 2]], [[1, 0, 2], [1, 1, 2]], [[1, 2, 0], [1, 2, 2]], [[0, 2, 1], [0, 2, 2]],
]) {
    for (const fails of [false, true]) {
        test(`lists ${fails ? 'and errors ' : ''}answered in the order ${answers} show ${shown}`, async () => {
            const store = new Store(initialState(0));
            const asked = [];
            const from = {
                contacts: () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
                isSearchable: () => new Promise((resolve) => asked.push({ resolve })),
            };
            const actions = contactActions(store, { signedIn: { contacts: from } });
            for (let time = 0; time < 3; time++) actions.loadContacts();
            for (const [step, number] of answers.entries()) {
                const old = store.state.contacts;
                // The last request is refused: this is shown although the answer to an earlier one arrived after it.
                if (fails && number === 2) asked[number].reject(new APIError('ErrInternal', 500));
                else asked[number].resolve([{ contactId: number }]);
                await new Promise((resolve) => setImmediate(resolve));
                const { status, value } = store.state.contacts;
                if (fails && shown[step] === 2) assert.deepEqual([status, value], ['failed', old.value]);
                else assert.deepEqual([status, value], ['ready', [{ contactId: shown[step] }]]);
            }
        });
    }
}

test('a choice is not undone by an earlier request', async () => {
    const store = new Store(initialState(0));
    const answer = deferred();
    const actions = privacyActions(store, { signedIn: { contacts: { isSearchable: () => answer.promise, setSearchable: async () => {} } } });
    actions.loadPrivacy();
    actions.setSearchable(false);
    answer.resolve(true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(store.state.isSearchable, false);
});

/** [who joined in order, who left, the places then]: no place is outside of the stage, and people keep their places if possible. */
const leavings = [
    [[1, 2], 1, [[2, 0]]],
    [[1, 2], 2, [[1, 0]]],
    [[1, 2, 3], 1, [[2, 1], [3, 0]]],
    [[1, 2, 3, 4], 2, [[1, 0], [3, 2], [4, 1]]],
    [[1, 2, 3, 4], 4, [[1, 0], [2, 1], [3, 2]]],
    [[1], 1, []],
];
for (const [all, leaver, places] of leavings) {
    test(`when ${leaver} of ${all} leaves, the others have the places ${JSON.stringify(places)}`, () => {
        const incoming = { type: 'incoming', call: { id: 7, caller: 1, callerName: 'Ana', isVideo: true } };
        let call = reduceCall(null, incoming, 0);
        for (const userId of all) call = follow(call, { type: 'joined', userId, name: 'P' }, 0);
        call = follow(call, { type: 'left', userId: leaver }, 0);
        assert.deepEqual(participantsOf(call).map(({ userId, slot }) => [userId, slot]), places);
    });
}

/** A service whose lists change when a request is sent. */
function service({ asked = [], contacts = [], then = {}, refusal = null }) {
    let now = { asked, contacts };
    return {
        sent: async () => now.asked.map((user) => ({ user })),
        contacts: async () => now.contacts.map((contactId) => ({ contactId })),
        resolve: async () => ({ token: 't', displayName: 'Bo' }),
        requestByToken: async () => {
            if (refusal) throw refusal;
            now = { ...now, ...then };
        },
    };
}

const outcomes = [
    ['a new request', { then: { asked: [5] } }, 'sent'],
    ['another one', { asked: [4], then: { asked: [4, 5] } }, 'sent'],
    ['the same again', { asked: [5] }, 'alreadyRequested'],
    ['a request that crosses theirs', { contacts: [4], then: { contacts: [4, 5] } }, 'becameContacts'],
    ['a link used meanwhile', { refusal: new APIError('ErrTokenUsed', 410) }, 'failed'],
    ['no connection', { refusal: new APIError('offline') }, 'failed'],
];
for (const [what, given, status] of outcomes) {
    test(`adding by link, ${what}: ${status}`, async () => {
        const store = new Store(initialState(0));
        const changed = Promise.withResolvers?.() ?? deferred();
        const actions = addActions(store, { signedIn: { contacts: service(given) } }, () => changed.resolve());
        store.set({ add: { status: 'resolved', text: 'https://x/share/contact/t', displayName: 'Bo', problem: null } });
        actions.sendRequest();
        assert.equal(store.state.add.status, 'sending');
        await changed.promise;
        assert.equal(store.state.add.status, status);
        if (given.refusal) assert.equal(store.state.add.problem.code, given.refusal.code);
    });
}

function deferred() {
    const result = {};
    result.promise = new Promise((resolve) => { result.resolve = resolve; });
    return result;
}

test('the page is redrawn every second only while a clock is shown', () => {
    const state = initialState(0);
    const signIn = { ...state, screen: 'signIn', signIn: { ...state.signIn, step: 'code', resendAt: 30_000 } };
    const address = { ...state, screen: 'main', settings: { ...state.settings, address: { step: 'code', resendAt: 30_000 } } };
    const call = reduceCall(null, { type: 'incoming', call: { id: 7, caller: 1, callerName: 'Ana', isVideo: true } }, 0);
    assert.deepEqual([
        countsSeconds(state, 0), countsSeconds(signIn, 29_000), countsSeconds(signIn, 40_000), countsSeconds(address, 29_000), countsSeconds(address, 40_000),
        countsSeconds({ ...state, screen: 'main', call }, 0), countsSeconds({ ...state, screen: 'main', call: { ...call, phase: 'ended' } }, 0),
        countsSeconds({ ...state, screen: 'main', running: { until: 9 } }, 0), countsSeconds({ ...state, screen: 'main', running: { until: null } }, 0),
    ], [false, true, false, true, false, true, false, true, false]);
});

test('many changes in a row are drawn once, and each is in the state at once', async () => {
    let drawn = 0;
    const store = new Store({ count: 0 }, () => { drawn += 1; });
    for (let index = 0; index < 5; index += 1) store.set(({ count }) => ({ count: count + 1 }));
    assert.equal(store.state.count, 5);
    assert.equal(drawn, 0);
    await Promise.resolve();
    assert.equal(drawn, 1);
});

/** A call of Bo with this controller, and what the page then shows of it. */
async function placed(call) {
    globalThis.location ??= { hash: '' };
    globalThis.history ??= { replaceState() {} };
    const store = new Store(initialState(0));
    const controller = {};
    /** @type {(() => void)[]} */
    const timers = [];
    const clock = { now: () => 0, date: () => 0, after: (_, body) => (timers.push(body), () => {}) };
    const actions = callActions(store, { signedIn: { calls: controller } }, { clock });
    controller.call = () => call(actions);
    actions.call(2, 'Bo', false);
    await new Promise((resolve) => setImmediate(resolve));
    for (const ring of timers.splice(0)) ring();
    return store.state;
}
const busy = { code: 'busy', text: text('call.failure.busy') };
for (const [what, call] of [
    ['the controller has reported', async ({ received }) => {
        received({ type: 'ended', callId: null, reason: 'busy', problem: busy.text });
        throw Object.assign(new Error(busy.code), busy);
    }],
    ['was not reported yet', async () => { throw Object.assign(new Error(busy.code), busy); }],
]) {
    test(`a failure that ${what} is reported once, on the last screen of the call`, async () => {
        const { call: shown, notices } = await placed(call);
        assert.deepEqual([shown.phase, shown.problem, notices], ['ended', busy.text, []]);
    });
}

test('an accepted request is announced once, on the screen that shows it', async () => {
    const contacts = [{ contactId: 5, contactName: 'Bo' }];
    for (const [add, route, says] of [
        [{ status: 'sent', displayName: 'Bo' }, 'add', []], [{ status: 'becameContacts', displayName: 'Bo' }, 'add', []],
        [{ status: 'sent', displayName: 'Bo' }, 'contacts', [[5, 'Bo']]], [{ status: 'sent', displayName: 'Cy' }, 'add', [[5, 'Bo']]],
    ]) {
        const store = new Store({ ...initialState(0), route: { name: route } });
        store.set(({ add: empty }) => ({ add: { ...empty, ...add } }));
        const friends = { contacts: async () => contacts };
        contactActions(store, { signedIn: { contacts: friends } }).takes.signals.friend_accepted({ senderId: 5 });
        await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual(store.state.cards.queue.map(({ user, name }) => [user, name]), says);
        assert.deepEqual(store.state.notices, []);
        if (add.displayName === 'Bo' && add.status === 'sent') assert.equal(store.state.add.status, 'accepted');
    }
});

test('a lookup that the user left shows nothing when they come back', async () => {
    const store = new Store(initialState(0));
    const answer = deferred();
    const actions = addActions(store, { signedIn: { contacts: { resolve: () => answer.promise } } }, () => {});
    actions.typeLink('https://x/share/contact/t');
    actions.resolveLink();
    actions.startAddAgain();
    answer.resolve({ displayName: 'Bo' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([store.state.add.status, store.state.add.displayName], ['empty', '']);
});

for (const [code, status] of [['ErrSelfResolve', 'ready'], ['ErrTokenUsed', 'used'], ['ErrTokenNotFound', 'used'], ['offline', 'ready']]) {
    test(`the own link is ${status} when the server answers ${code}`, async () => {
        const store = new Store(initialState(0));
        const session = account({ '/share-token/resolve': new APIError(code, 409) });
        const contacts = new ContactsService(session);
        const link = `https://x/share/contact/${opened}`;
        store.set(({ link: empty }) => ({ link: { ...empty, status: 'ready', link, expiresAt: 1e15 } }));
        linkActions(store, { signedIn: { contacts } }, said, {}).takes.connected();
        await new Promise((resolve) => setImmediate(resolve));
        assert.equal(store.state.link.status, status);
    });
}

for (const route of [{ name: 'contacts' }, { name: 'calls' }, { name: 'pastCall', id: 17 }, { name: 'contact', id: 17 }, { name: 'requests' }, { name: 'add' }, { name: 'scan' }, { name: 'link' }, { name: 'personalLink' }, { name: 'joinCall' }, { name: 'welcome' }, { name: 'settings' }, ...settingsPages.map((page) => ({ name: 'settings', page })), { name: 'settings', page: 'devices', id: 17 }, { name: 'call', id: 0 }, { name: 'call', id: 7 }]) {
    test(`the address of ${JSON.stringify(route)} is parsed back to it`, () => assert.deepEqual(parseRoute(fragmentOf(route)), route));
}
