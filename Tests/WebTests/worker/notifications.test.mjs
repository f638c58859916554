import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { APIError } from '../../../Web/protocol/errors.js';
import { answerClicks } from '../../../Web/worker/notification-clicks.js';
import { showPushes } from '../../../Web/worker/pushes.js';
import { renewSubscription } from '../../../Web/worker/subscription-change.js';
import { memory } from '../calls/doubles/person.mjs';

const table = readFileSync(new URL('../../../Web/texts/en.json', import.meta.url), 'utf8');
const ends = Date.now() + 50_000;

/** A service worker: `windows` by their IDs, `isDevice`: whether a window is the device; `server`: its answer, or an error to throw. */
async function worker({ windows = [], isDevice = false, server = {}, isSeen = false, signedIn = true, date = Date.now(), known = Date.now(), isOff = false, files = table, language, served = async () => new Response(files) } = {}) {
    const [done, listeners, shown, database] = [[], new Map(), new Map(), memory()];
    for (const [name, value] of Object.entries({ account: { userId: 2 }, ...(signedIn ? { tokens: {} } : {}), shownContacts: { userId: 2, list: [{ contactId: 5, contactName: 'Ana' }] }, ...language && { language } })) await database.put(name, value);
    const opened = windows.map((id) => ({ id, visibilityState: 'hidden', focus: async () => done.push(`focus ${id}`), postMessage: (message) => done.push(`${id} ${message.type} ${message.fragment ?? ''}`.trim()) }));
    let turn = Promise.resolve();
    const device = {
        database: async () => database, windows: async () => opened, isSeen: async () => isSeen,
        inTurn: (work) => { turn = turn.then(work); return turn; }, time: async () => ({ now: known, isOff }), askTime: async () => date,
        asDevice: async (ask) => {
            if (isDevice) return false;
            await ask({ send: async ({ method, path }, { body } = {}) => {
                done.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.trim());
                if (server instanceof Error) throw server;
                return server;
            } });
            return true;
        },
    };
    const scope = {
        navigator: { languages: ['en-GB'] }, addEventListener: (name, listener) => listeners.set(name, [...listeners.get(name) ?? [], listener]),
        clients: { openWindow: async (url) => { done.push(`open ${url}`); return null; } },
        registration: {
            getNotifications: async ({ tag }) => [shown.get(tag)].filter(Boolean),
            showNotification: async (title, options) => void shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) }),
            pushManager: { getSubscription: async () => null, subscribe: async ({ applicationServerKey }) => ({ toJSON: () => ({ endpoint: `of ${applicationServerKey}` }) }) },
        },
    };
    showPushes(scope, device, served);
    answerClicks(scope, device);
    renewSubscription(scope, device);
    const tell = async (name, event) => {
        const work = [];
        for (const listener of listeners.get(name)) listener({ ...event, waitUntil: (lasting) => work.push(lasting) });
        await Promise.all(work);
    };
    return {
        done, shown, database,
        push: (message) => tell('push', { data: message === undefined ? null : { text: () => (typeof message === 'string' ? message : JSON.stringify(message)) } }),
        click: (data, action = '') => tell('notificationclick', { notification: { data, close: () => done.push('close') }, action }), tell,
    };
}

const ring = { kind: 'ring', callId: 7, endsAt: ends };
const request = (kind) => ({ kind, callId: 7, until: ends });
const declines = 'POST /call/end {"callId":7}';

for (const [what, options, data, action, done, kept] of [
    ['Answer opens the page with the request', {}, ring, 'answer', ['close', 'open /'], request('answer')],
    ['Answer shows the window, the one that is the device first', { windows: ['a', 'b'] }, ring, 'answer', ['close', 'focus a', 'a callRequest', 'b callRequest'], request('answer')],
    ['a click beside the buttons decides nothing', { windows: ['a'] }, ring, '', ['close', 'focus a'], undefined],
    ['Decline opens nothing', {}, ring, 'decline', ['close', declines], undefined],
    ['Decline is the window’s where one is the device', { windows: ['a'], isDevice: true }, ring, 'decline', ['close', 'a callRequest'], request('decline')],
    ['Decline of a call that is over is done', { server: new APIError('ErrCallNotFound', 404) }, ring, 'decline', ['close', declines], undefined],
    ['Decline that cannot be said opens the page', { server: new APIError('offline') }, ring, 'decline', ['close', declines, 'open /'], request('decline')],
    ['Decline without a sign-in opens the page, which says so', { server: new APIError('ErrDeviceNotRegistered', 401) }, ring, 'decline', ['close', declines, 'open /'], request('decline')],
    ['a missed call leads to the calls', {}, { kind: 'calls' }, '', ['close', 'open /#/calls'], undefined],
    ['a request leads to the requests, in the window that there is', { windows: ['a'] }, { kind: 'requests' }, '', ['close', 'focus a', 'a go #/requests'], undefined],
    ['an unknown kind opens the page', {}, { kind: 'toString' }, 'answer', ['close', 'open /'], undefined],
    ['a notification without data opens the page', {}, null, '', ['close', 'open /'], undefined],
]) test(what, async () => {
    const { click, done: found, database } = await worker(options);
    await click(data, action);
    assert.deepEqual(found, done);
    assert.deepEqual(await database.get('callRequest'), kept);
});

test('a call declined here does not ring when its push arrives again', async () => {
    const { push, click, shown } = await worker();
    const message = { ...ring, caller: '5_51', invite: null };
    await push(message);
    assert.deepEqual([shown.get('call-7').title, shown.get('call-7').requireInteraction, shown.get('call-7').renotify], ['Unverified caller', true, true]);
    await click(ring, 'decline');
    await push(message);
    assert.deepEqual([shown.size, shown.get('call-7').body, shown.get('call-7').silent], [1, 'You answered or declined this call.', true]);
});

test('a ring and its end that arrive together are handled in order', async () => {
    const { push, shown } = await worker();
    await Promise.all([push({ ...ring, caller: '5_51' }), push({ kind: 'missed', callId: 7, caller: '5_51' })]);
    assert.deepEqual([shown.size, shown.get('call-7').title, shown.get('call-7').body], [1, 'Ana', 'Missed call']);
});

test('a device clock that is ahead does not turn a ring into a missed call: the server’s time counts', async () => {
    for (const [date, title] of [[Date.now() - 600_000, 'Unverified caller'], [Date.now(), 'Missed call']]) {
        const { push, shown } = await worker({ date });
        await push({ ...ring, caller: '5_51', endsAt: Date.now() - 570_000 });
        assert.equal(shown.get('call-7').title, title);
    }
});

test('each push shows a notification whatever fails, and none for an account that has signed out', async () => {
    for (const [options, message] of [[{ signedIn: false }, { kind: 'missed', callId: 7, caller: '5_51' }], [{ signedIn: false }, { kind: 'friend_request' }], [{ files: 'no texts' }, { ...ring, caller: '5_51' }]]) {
        const { push, shown } = await worker(options);
        await push(message);
        assert.deepEqual([...shown.values()].map(({ title, body, silent }) => [title, body, silent]), [['ECall', undefined, true]]);
    }
    for (const message of [undefined, '', '{', { kind: 'later' }]) {
        const { push, shown } = await worker();
        await push(message);
        assert.deepEqual([...shown.values()].map(({ title, body, silent }) => [title, body, silent]), [['ECall', 'New activity', true]]);
    }
});

test('no notification is shown while the page is visible, and an ended call’s is closed', async () => {
    const { push, shown } = await worker({ isSeen: true });
    shown.set('call-7', { close: () => shown.delete('call-7') });
    await push({ ...ring, caller: '5_51' });
    assert.equal(shown.size, 1);
    await push({ kind: 'over', callId: 7 });
    assert.equal(shown.size, 0);
});

test('a subscription changed by the browser is sent to the server, by the device’s window if there is one', async () => {
    const told = async (options) => {
        const { tell, done } = await worker(options);
        await tell('pushsubscriptionchange', {});
        return done;
    };
    assert.deepEqual(await told({ server: { publicKey: 'AQID' } }), ['GET /push/key', 'PUT /push/subscription {"endpoint":"of 1,2,3"}']);
    assert.deepEqual(await told({ isDevice: true, windows: ['a'] }), ['a subscribe']);
    assert.deepEqual(await told({ server: new APIError('offline') }), ['GET /push/key']);
});

test('the window that is the device reports itself', async () => {
    const { tell, database } = await worker();
    await tell('message', { data: 'device', source: { id: 'a' } });
    await tell('message', { data: 'opened', source: { id: 'b' } });
    await tell('message', { data: 'device', source: null });
    assert.equal(await database.get('deviceWindow'), 'a');
});

const textsOf = async (path) => new Response(readFileSync(new URL(`../../../Web${path}`, import.meta.url)));

// 000-70
for (const [what, options, title, lang] of [
    ['a notification is in the language that was chosen in the page', { language: 'vi', served: textsOf }, 'Cuộc gọi nhỡ', 'vi'],
    ['without a choice it is in that of the browser', { served: textsOf }, 'Missed call', 'en'],
    ['a choice that is not known any more is as none', { language: 'tlh', served: textsOf }, 'Missed call', 'en'],
    ['English stands in for texts that cannot be loaded', { language: 'vi', served: async (path) => (path.includes('vi') ? new Response('', { status: 404 }) : textsOf(path)) }, 'Missed call', 'en'],
]) test(what, async () => {
    const { push, shown } = await worker(options);
    await push({ kind: 'missed', callId: 7, caller: '5_50' });
    const [one] = shown.values();
    assert.deepEqual([one.body, one.lang], [title, lang]);
});
