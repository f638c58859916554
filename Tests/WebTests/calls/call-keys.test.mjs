import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connect, connected, hears, makeWorld } from './doubles/world.mjs';

// 001-11
test('the keys of an invitation are labelled by user and device', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, server } = world;
    const { startCall } = server;
    const names = [];
    server.startCall = (person, request) => {
        names.push(...Object.keys(request.body.encryptedAESKeys));
        return startCall.call(server, person, request);
    };
    await ana.calls.call([2], { video: false });
    assert.deepEqual(names, ['2_22']);
    await ana.calls.hangUp();
});

// 002-27
test('each call has its own keys: a frame sealed in one does not open in another', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    assert.ok(await hears(ana, bo));
    const before = bo.engine.worker.sending().passed.at(-1);
    await ana.calls.hangUp();
    await settle();
    await connect(world);
    await world.clock.advance(2000);
    assert.ok(await hears(ana, bo), 'the keys of this one open');
    const opened = ana.engine.worker.receiving(bo.address);
    const count = opened.passed.length;
    opened.put(before);
    await settle();
    assert.equal(opened.passed.length, count);
    await ana.calls.hangUp();
});

// 002-28
test('only pins, rung people and call counts are stored, never a key of a call', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo } = world;
    const stored = new Map();
    for (const { database } of [ana, bo]) {
        const { put } = database;
        database.put = async (name, value) => {
            stored.set(name, [...stored.get(name) ?? [], value]);
            return put(name, value);
        };
    }
    await connect(world);
    assert.ok(await hears(ana, bo) && await hears(bo, ana));
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual([...stored.keys()].sort(), ['devicePins', 'entrySequence', 'keptPeople', 'rungInvites', 'rungPeople']);
    const isSecret = (value) => value instanceof CryptoKey || ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
    const holdsSecret = (value) => isSecret(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsSecret));
    for (const [name, values] of stored) assert.ok(!values.some(holdsSecret), name);
});
