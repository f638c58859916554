import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { APIError } from '../../Web/protocol/errors.js';
import { SignalingClient } from '../../Web/protocol/signaling/signaling-client.js';
import { StompDecoder, encodeFrame, header } from '../../Web/protocol/signaling/stomp.js';

const turn = () => new Promise((resolve) => { setImmediate(resolve); });
/** Advances time, and gives everyone a turn. */
async function advance(milliseconds) {
    mock.timers.tick(milliseconds);
    await turn();
}

/** A server: sockets open and answer, or hang. */
function bench(context) {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    context.after(() => mock.timers.reset());
    const world = { sockets: [], states: [], hangs: false, changed: () => {}, isWatched: false };
    const makeSocket = () => {
        const socket = {
            readyState: 0, frames: [],
            send(text) {
                const outputs = [];
                new StompDecoder().decode(new TextEncoder().encode(text), outputs);
                for (const { frame } of outputs) {
                    if (!frame) continue;
                    socket.frames.push(frame);
                    const receipt = header(frame, 'receipt');
                    if (frame.command === 'CONNECT') socket.says(encodeFrame('CONNECTED', [['version', '1.2'], ['heart-beat', '0,0']]));
                    if (receipt) socket.says(encodeFrame('RECEIPT', [['receipt-id', receipt]]));
                }
            },
            says: (data) => { if (!world.hangs) queueMicrotask(() => socket.onmessage?.({ data })); },
            close: () => { socket.readyState = 3; },
            open: () => {
                socket.readyState = 1;
                socket.onopen?.();
            },
        };
        world.sockets.push(socket);
        if (!world.hangs) queueMicrotask(socket.open);
        return socket;
    };
    world.client = new SignalingClient({
        session: {
            origin: 'http://10.77.0.1', account: { deviceId: 77 },
            credentials: async () => {
                if (world.refusal) throw world.refusal;
                return { stomp: { passcode: 'p' } };
            },
        },
        makeSocket, random: () => 0, now: () => Date.now(),
        networkChanges: (listener) => {
            Object.assign(world, { changed: listener, isWatched: true });
            return () => { world.isWatched = false; };
        },
    });
    world.client.onState((state) => world.states.push(state));
    return world;
}

async function connected(context) {
    const world = bench(context);
    world.client.start();
    await turn();
    assert.deepEqual(world.states, ['connecting', 'connected']);
    return world;
}

const sends = ({ sockets }) => sockets.map(({ frames }) => frames.filter(({ command }) => command === 'SEND').length);

// 003-16
test('a connection that acknowledges an empty SEND is kept, and each check sends another one', async (context) => {
    const world = await connected(context);
    world.client.check();
    const asked = world.sockets[0].frames.at(-1);
    assert.deepEqual([asked.command, asked.body.length, header(asked, 'receipt')], ['SEND', 0, 'alive-1']);
    await turn();
    await advance(10_000);
    assert.deepEqual([world.sockets.length, world.states.at(-1)], [1, 'connected']);
    world.client.check();
    await turn();
    assert.deepEqual(sends(world), [2]);
    world.client.stop();
});

test('a connection without a receipt within 2 s is replaced at once, and a check meanwhile sends nothing more', async (context) => {
    const world = await connected(context);
    world.hangs = true;
    world.client.check();
    world.client.check();
    assert.deepEqual(sends(world), [1]);
    await advance(1999);
    assert.equal(world.sockets.length, 1);
    world.hangs = false;
    await advance(1);
    assert.equal(world.sockets.length, 2);
    assert.deepEqual(world.states, ['connecting', 'connected', 'connecting', 'connected']);
    // Anything that the former one still delivers is ignored.
    world.sockets[0].onclose?.();
    await turn();
    assert.deepEqual([world.sockets.length, world.client.state], [2, 'connected']);
    world.client.stop();
});

test('a send waits for its receipt: taken, too late, or lost with the connection', async (context) => {
    const world = await connected(context);
    const signal = { type: 'e2ee', callId: 7, kind: 'reply', bodies: { '1_11': 'r' } };
    let said = [];
    const send = () => void world.client.send(signal, 2000).then(() => said.push('taken'), ({ code }) => said.push(code));
    send();
    await turn();
    const asked = world.sockets[0].frames.at(-1);
    assert.deepEqual([asked.command, header(asked, 'receipt'), said], ['SEND', 'sent-1', ['taken']]);
    world.hangs = true;
    said = [];
    send();
    await advance(1999);
    assert.deepEqual(said, []);
    await advance(1);
    assert.deepEqual(said, ['notConnected']);
    said = [];
    send();
    await turn();
    world.sockets[0].onclose();
    await turn();
    assert.deepEqual(said, ['notConnected']);
    // A connection that no one waits for makes no requests.
    world.hangs = false;
    world.client.stop();
});

test('while a call waits, a socket that does not open is replaced after 1.5 s, and delays are at most 2 s', async (context) => {
    const world = await connected(context);
    world.client.setUrgent(true);
    world.hangs = true;
    world.client.check();
    await advance(2000);
    const opened = [];
    for (let time = 0; time < 30_000; time += 50) {
        const before = world.sockets.length;
        await advance(50);
        if (world.sockets.length > before) opened.push(time + 50);
    }
    // 1.5 s and a quarter of a second, 1.9 and a half, 2.3 and 1, then 2 s of pause after up to 5 s each.
    assert.deepEqual(opened.slice(0, 3), [1750, 4150, 7500]);
    assert.ok(opened.every((at, index) => at - (opened[index - 1] ?? 0) <= 7050), opened.join());
    world.hangs = false;
    world.changed(true);
    await advance(5000);
    world.client.stop();
});

test('two failed attempts are reported, and so is success', async (context) => {
    const world = await connected(context);
    world.hangs = true;
    world.sockets.at(-1).onclose();
    await turn();
    assert.equal(world.client.state, 'connecting');
    for (let time = 0; time < 23_000; time += 500) await advance(500);
    assert.deepEqual(world.states, ['connecting', 'connected', 'connecting', 'offline']);
    world.hangs = false;
    world.changed(true);
    await turn();
    assert.deepEqual(world.states.slice(3), ['offline', 'connected']);
    world.client.stop();
});

test('a suspended account is reported at once, retried, and connected when the suspension ends', async (context) => {
    const world = await connected(context);
    world.refusal = new APIError('ErrAccountSuspended', 403, 'Suspended: spam');
    world.sockets.at(-1).onclose();
    for (let time = 0; time < 5000; time += 500) await advance(500);
    assert.deepEqual(world.states.slice(2), ['connecting', 'suspended']);
    assert.equal(world.client.refusal, 'Suspended: spam');
    await assert.rejects(world.client.send({ type: 'participant_left', callId: 1, senderId: 1 }), /notConnected/);
    world.refusal = null;
    for (let time = 0; time < 10_000; time += 500) await advance(500);
    assert.equal(world.client.state, 'connected');
    world.client.stop();
});

// 003-15
test('while idle, delays grow to half a minute, and a call or a network change ends the delay', async (context) => {
    const world = bench(context);
    world.hangs = true;
    world.client.start();
    await turn();
    // 10 s until each is abandoned, and 0.5, 1, 2, 4, 8, 16 s between them.
    for (let time = 0; time < 110_000; time += 500) await advance(500);
    const before = world.sockets.length;
    assert.equal(before, 7);
    world.hangs = false;
    world.client.setUrgent(true);
    await turn();
    assert.deepEqual([world.sockets.length, world.client.state], [before + 1, 'connected']);
    world.client.setUrgent(false);
    world.sockets.at(-1).onclose();
    await turn();
    assert.equal(world.client.state, 'connecting');
    world.changed(true);
    await turn();
    assert.equal(world.client.state, 'connected');
    world.client.stop();
    assert.equal(world.isWatched, false);
});
