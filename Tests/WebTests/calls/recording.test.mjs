import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from './doubles/time.mjs';
import { connected } from './doubles/world.mjs';

const marks = (person) => person.told('recording').map(({ userId, isOn }) => [userId, isOn]);

test('a recording participant is marked for the others until recording ends or they leave', async () => {
    const { ana, bo, cy, server } = await connected('ana', 'bo', 'cy');
    const statuses = [];
    server.change = (signal) => {
        if (signal.kind === 'status' && signal.senderDeviceId === 22) statuses.push(signal);
        return signal;
    };
    await bo.engine.worker.handle({ type: 'disconnected' });
    bo.engine.worker.handle({ type: 'connected' });
    await settle();
    const before = statuses.length;
    assert.ok(before > 0);
    assert.deepEqual(marks(ana), []);
    bo.engine.worker.handle({ type: 'recording', isOn: true });
    await settle();
    for (const other of [ana, cy]) assert.deepEqual(marks(other).at(-1), [2, true]);
    // An earlier status withdraws nothing, however late it arrives.
    for (const signal of statuses.slice(0, before)) server.notify(11, signal);
    await settle();
    assert.deepEqual(marks(ana).at(-1), [2, true]);
    const count = marks(ana).length;
    bo.engine.worker.handle({ type: 'recording', isOn: false });
    await settle();
    assert.deepEqual([marks(ana).length, marks(ana).at(-1)], [count + 1, [2, false]]);
    bo.engine.worker.handle({ type: 'recording', isOn: true });
    await settle();
    assert.deepEqual(marks(ana).at(-1), [2, true]);
    await bo.calls.hangUp();
    await settle();
    for (const other of [ana, cy]) assert.deepEqual(marks(other).at(-1), [2, false]);
    await ana.calls.hangUp();
});
