import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AskedCall } from '../../../Web/features/notifications/asked-call.js';
import { takeCallRequest } from '../../../Web/features/notifications/call-request.js';
import { keepSubscription } from '../../../Web/notifications/push-subscription.js';
import { ClockDouble, settle } from '../calls/doubles/time.mjs';
import { memory } from '../calls/doubles/person.mjs';

/** A page that was asked to do something about call 7; `answers`: what the server returns or throws. */
function page(kind = 'answer', answers = {}) {
    const [clock, done] = [new ClockDouble(), []];
    let state = { call: null, waiting: null, connection: 'connecting' };
    const asked = new AskedCall({
        clock, ownUser: 2, state: () => state, over: () => done.push('is over'),
        actions: { answer: (video) => done.push(`answer ${video}`), decline: () => done.push('decline'), declineWaiting: () => done.push('decline beside') },
        api: { send: async (endpoint, options) => {
            done.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(options)}`);
            if (answers.error) throw answers.error;
            return answers;
        } },
    });
    const become = async (change) => {
        state = { ...state, ...change };
        asked.update();
        await settle();
    };
    asked.take({ kind, callId: 7, until: clock.date() + 30_000 });
    return { asked, clock, done, become };
}

const looks = 'GET /call/{id}/participants {"id":7}';
const rings = (id = 7) => ({ id, phase: 'incoming' });
const ringing = { participants: [{ userId: 2, status: 'inviting' }] };

test('a call answered from a notification is answered once, as soon as it rings, with the camera off', async () => {
    const { become, done, clock } = page('answer', ringing);
    await become({ call: rings() });
    await become({ call: rings() });
    await clock.advance(60_000);
    assert.deepEqual(done, ['answer false']);
});

test('an answer from a notification does not answer another call', async () => {
    const { become, done } = page('answer', ringing);
    await become({ call: rings(8) });
    assert.deepEqual(done, []);
});

for (const [what, answers, wanted] of [
    ['which still rings: the page waits for it, and no longer than it rings', ringing, [looks, 'then', 'is over']], ['which does not any more', { participants: [{ userId: 2, status: 'joined' }] }, [looks, 'is over', 'then']],
    ['which is gone', { error: Object.assign(new Error(), { status: 410 }) }, [looks, 'is over', 'then']], ['while it does not reach the server', { error: Object.assign(new Error(), { status: 0 }) }, [looks, 'then', 'is over']],
]) test(`the server is asked once about a call that does not ring here, ${what}`, async () => {
    const { become, done, clock } = page('answer', answers);
    await become({ connection: 'connected' });
    await become({ connection: 'connected' });
    done.push('then');
    await clock.advance(30_000);
    assert.deepEqual(done, wanted);
});

test('a call declined from a notification is declined where it rings, else at the server', async () => {
    for (const [change, wanted] of [
        [{ call: rings() }, 'decline'], [{ call: { id: 3, phase: 'inCall' }, waiting: { id: 7 } }, 'decline beside'], [{ connection: 'connected' }, 'POST /call/end {"body":{"callId":7}}'],
    ]) {
        const { become, done, clock } = page('decline');
        await become(change);
        await become(change);
        await clock.advance(60_000);
        assert.deepEqual(done, [wanted]);
    }
});

test('a notification’s action neither answers nor hangs up a call that the page is in', async () => {
    for (const kind of ['answer', 'decline']) {
        const { become, done, clock } = page(kind);
        await become({ call: { id: 7, phase: 'inCall' }, connection: 'connected' });
        await clock.advance(60_000);
        assert.deepEqual(done, []);
    }
});

test('a call answered beside a running one waits for the user’s decision', async () => {
    const { become, done } = page('answer');
    await become({ call: { id: 3, phase: 'inCall' }, waiting: { id: 7 }, connection: 'connected' });
    assert.deepEqual(done, []);
});

test('a notification’s request is used once, and not when it is too late', async () => {
    const database = memory();
    const request = { kind: 'answer', callId: 7, until: 100 };
    await database.put('callRequest', request);
    assert.deepEqual([await takeCallRequest(database, 99), await takeCallRequest(database, 99)], [request, null]);
    await database.put('callRequest', request);
    assert.deepEqual([await takeCallRequest(database, 100), await takeCallRequest(database, 99)], [null, null]);
});

/** A browser's push service; `key`: the one that it is subscribed with. */
function subscribing(key = null, hasEnded = undefined) {
    const done = [];
    const subscription = (bytes) => ({ options: { applicationServerKey: Uint8Array.from(bytes).buffer }, toJSON: () => ({ endpoint: `of ${bytes}` }), unsubscribe: async () => { done.push('unsubscribe'); return true; } });
    return {
        done,
        manager: { getSubscription: async () => key && subscription(key), subscribe: async ({ applicationServerKey, userVisibleOnly }) => { done.push(`subscribe ${applicationServerKey} ${userVisibleOnly}`); return subscription([...applicationServerKey]); } },
        api: { send: async ({ method, path }, { body } = {}) => { done.push(`${method} ${path} ${body?.endpoint ?? ''}`.trim()); return path === '/push/key' ? { publicKey: 'AQID', hasEnded } : {}; } },
    };
}

for (const [what, service, isWanted, wanted] of [
    ['subscribes', subscribing(), true, ['GET /push/key', 'subscribe 1,2,3 true', 'PUT /push/subscription of 1,2,3', 'reached']],
    ['says so again where it is subscribed', subscribing([1, 2, 3]), true, ['GET /push/key', 'PUT /push/subscription of 1,2,3', 'reached']],
    ['subscribes anew with another key', subscribing([1, 2, 4]), true, ['GET /push/key', 'unsubscribe', 'subscribe 1,2,3 true', 'PUT /push/subscription of 1,2,3', 'reached']],
    ['subscribes anew once the push service has ended its subscription', subscribing([1, 2, 3], true), true, ['GET /push/key', 'unsubscribe', 'subscribe 1,2,3 true', 'PUT /push/subscription of 1,2,3', 'reached']],
    ['subscribes after a subscription that has ended and is gone', subscribing(null, true), true, ['GET /push/key', 'subscribe 1,2,3 true', 'PUT /push/subscription of 1,2,3', 'reached']],
    ['ends it where the server sends none', subscribing([1, 2, 3]), true, null],
    ['ends it where it is not wanted', subscribing([1, 2, 3]), false, ['unsubscribe', 'DELETE /push/subscription', 'unwanted']],
    ['says nothing where there is nothing to end', subscribing(), false, ['unwanted']],
]) test(`a browser ${what}`, async () => {
    const { api, manager, done } = service;
    const answered = wanted ?? ['GET /push/key', 'unsubscribe', 'DELETE /push/subscription', 'off'];
    const send = wanted === null ? async (endpoint, options) => { const answer = await api.send(endpoint, options); return endpoint.path === '/push/key' ? {} : answer; } : api.send;
    assert.deepEqual([...done, await keepSubscription({ send }, manager, isWanted)].slice(-1), answered.slice(-1));
    assert.deepEqual(done, answered.slice(0, -1));
});

test('a browser whose push service does not answer is reported, and the server is told nothing', async () => {
    const { api, manager, done } = subscribing();
    const refuses = { ...manager, subscribe: async () => { throw new DOMException('no service', 'AbortError'); } };
    assert.equal(await keepSubscription(api, refuses, true), 'noService');
    assert.deepEqual(done, ['GET /push/key']);
});
