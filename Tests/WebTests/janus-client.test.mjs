import assert from 'node:assert/strict';
import { test } from 'node:test';
import { told } from './calls/doubles/transcript.mjs';
import { JanusClient } from '../../Web/protocol/janus/janus-client.js';

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/**
 * A media server whose sockets open or not, and a client of it that never really waits. A new socket is told to `opened`;
 * while that answers false it does not open, and with null it hangs.
 */
function bench(opened) {
    const state = { dials: 0, pauses: [], sockets: [], states: [], downs: 0 };
    const makeSocket = () => {
        state.dials += 1;
        const socket = {
            readyState: 0,
            send: (text) => {
                const { janus, transaction } = JSON.parse(text);
                const [answer] = told({ create: 'create session', destroy: 'destroy session' }[janus] ?? janus, { transaction, session: 7, id: 7 });
                queueMicrotask(() => socket.onmessage?.({ data: JSON.stringify(answer) }));
            },
            close: () => socket.lose(),
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

test('a media server that is away is tried at once, then less and less often', async () => {
    let isThere = true;
    const { state, client } = bench(() => isThere || state.dials > 8);
    await client.connect();
    isThere = false;
    state.sockets[0].lose();
    while (state.states.at(-1) !== 'connected' || state.dials < 9) await turn();
    assert.deepEqual(state.pauses, [100, 200, 400, 800, 1000, 1000, 1000]);
    await client.close();
});

test('sockets that open and close again at once are no reason to go on without a pause', async () => {
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

test('closed while its socket is being opened, it gives that one up: others could not be opened beside it', async () => {
    const { state, client } = bench(() => null);
    const connecting = assert.rejects(client.connect(), { reason: 'notConnected' });
    while (state.sockets.length === 0) await turn();
    await turn();
    await client.close();
    assert.deepEqual(state.sockets.map(({ readyState }) => readyState), [3]);
    await connecting;
});
