import assert from 'node:assert/strict';
import { test } from 'node:test';
import { told } from './calls/doubles/transcript.mjs';
import { JanusClient } from '../../Web/protocol/janus/janus-client.js';

/** The names of the requests received. */
const transcript = { create: 'create session', destroy: 'destroy session' };
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/**
 * A media server whose sockets open or not, and a client of it that never really waits. Each new socket is passed to `opened`; if that
 * returns false, it does not open, and if null, it hangs.
 */
function bench(opened) {
    const state = { dials: 0, pauses: [], sockets: [], states: [], downs: 0 };
    const makeSocket = () => {
        state.dials += 1;
        const socket = {
            readyState: 0, sent: [],
            send: (text) => {
                const { janus, transaction, handle_id: handle, body } = JSON.parse(text);
                socket.sent.push([body?.request ?? janus, handle].join(' ').trim());
                const id = janus === 'attach' ? 10 + socket.sent.length : 7;
                for (const answer of told(body?.request ?? transcript[janus] ?? janus, { transaction, session: 7, id, handle })) {
                    queueMicrotask(() => socket.onmessage?.({ data: JSON.stringify(answer) }));
                }
            },
            close: () => {
                socket.sent.push('closed');
                socket.lose();
            },
            lose: () => {
                if (socket.readyState === 3) return;
                socket.readyState = 3;
                queueMicrotask(() => socket.onclose?.());
            },
        };
        state.sockets.push(socket);
        setImmediate(() => {
            const does = opened(state);
            if (does === null || socket.readyState !== 0) return undefined;
            if (!does) return socket.lose();
            socket.readyState = 1;
            return socket.onopen?.();
        });
        return socket;
    };
    const session = { origin: 'http://10.77.0.1', api: { accessToken: async () => 't' } };
    const client = new JanusClient({ session, makeSocket, random: () => 0, pause: async (wait) => { state.pauses.push(wait); } });
    client.onState((name) => state.states.push(name));
    client.onDown(() => { state.downs += 1; });
    return { state, client };
}

test('an unreachable media server is retried at once, then with growing delays', async () => {
    let isThere = true;
    const { state, client } = bench(() => isThere || state.dials > 8);
    await client.connect();
    isThere = false;
    state.sockets[0].lose();
    while (state.states.at(-1) !== 'connected' || state.dials < 9) await turn();
    assert.deepEqual(state.pauses, [100, 200, 400, 800, 1000, 1000, 1000]);
    await client.close();
});

test('sockets that open and close at once are not retried without a delay', async () => {
    const { state, client } = bench(() => true);
    await client.connect();
    for (let time = 0; time < 6; time += 1) {
        const before = state.states.length;
        state.sockets.at(-1).lose();
        while (state.states.length < before + 2) await turn();
    }
    assert.deepEqual(state.states.slice(-2), ['reconnecting', 'connected']);
    assert.deepEqual(state.pauses, [100, 200, 400, 800, 1000]);
    await client.close();
});

test('closing the client while its socket is opening abandons that socket', async () => {
    const { state, client } = bench(() => null);
    const connecting = assert.rejects(client.connect(), { reason: 'notConnected' });
    while (state.sockets.length === 0) await turn();
    await turn();
    await client.close();
    assert.deepEqual(state.sockets.map(({ readyState }) => readyState), [3]);
    await connecting;
});

// 002-5
test('a session is closed in order: unpublish, leave, detach, destroy, then the socket', async () => {
    const { state, client } = bench(() => true);
    await client.connect();
    const [socket] = state.sockets;
    const [publisher, subscriber] = [await client.attach(), await client.attach()];
    await publisher.request({ request: 'join', ptype: 'publisher', room: 5 });
    await publisher.request({ request: 'publish' }, { type: 'offer', sdp: 'v=0' });
    socket.sent.length = 0;
    await client.close();
    assert.deepEqual(socket.sent, [`unpublish ${publisher.id}`, `leave ${publisher.id}`, `detach ${publisher.id}`, `detach ${subscriber.id}`, 'destroy', 'closed']);
});

// 002-17
test('a session is kept alive twice in 60 s, Janus’s timeout', async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { state, client } = bench(() => true);
    await client.connect();
    const [socket] = state.sockets;
    assert.equal(socket.sent[0], 'create');
    const alive = () => socket.sent.filter((name) => name === 'keepalive').length;
    mock.timers.tick(24_999);
    assert.equal(alive(), 0);
    for (const [time, count] of [[1, 1], [25_000, 2], [50_000, 4]]) {
        mock.timers.tick(time);
        await turn();
        assert.equal(alive(), count);
    }
    await client.close();
    mock.timers.tick(60_000);
    assert.equal(alive(), 4, 'nothing is kept alive that was closed');
});
