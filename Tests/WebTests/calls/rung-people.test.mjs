import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepRung, rungIn } from '../../../Web/calls/entry/rung-people.js';
import { peopleIn } from '../../../Web/calls/entry/invitation-check.js';
import { memory } from './doubles/person.mjs';
import { settle } from './doubles/time.mjs';
import { makeWorld } from './doubles/world.mjs';

test('the people rung by a device are kept for its newest call only', async () => {
    const database = memory();
    await keepRung(database, 7, [2, 3]);
    await keepRung(database, 7, [3, 4]);
    const nobody = { people: [], byLink: [] };
    assert.deepEqual([await rungIn(database, 7), await rungIn(database, 8)], [{ people: [2, 3, 4], byLink: [] }, nobody]);
    await keepRung(database, 7, [6], true);
    assert.deepEqual(await rungIn(database, 7), { people: [2, 3, 4, 6], byLink: [6] });
    await keepRung(database, 7, [3]);
    assert.deepEqual((await rungIn(database, 7)).byLink, [6]);
    await keepRung(database, 8, [5]);
    assert.deepEqual([await rungIn(database, 7), await rungIn(database, 8)], [nobody, { people: [5], byLink: [] }]);
});

test('answering an unproven ring takes over the caller and the callees that the caller’s own invite names', async () => {
    const world = await makeWorld('ana', 'bo', 'cy');
    let signal = null;
    world.server.change = (one) => {
        if (one.type === 'call_invitation') signal = one;
        return one;
    };
    await world.ana.calls.call([2, 3], { video: false });
    await settle();
    const call = { caller: 1, callerDevice: 11, room: signal.roomId };
    assert.deepEqual(await peopleIn(signal.e2ee, call), [1, 2, 3]);
    for (const [said, change] of [[null, {}], [signal.e2ee, { room: call.room + 1 }], [signal.e2ee, { callerDevice: 12 }], [{ ...signal.e2ee, invite: signal.e2ee.join }, {}]]) {
        assert.deepEqual(await peopleIn(said, { ...call, ...change }), [1]);
    }
    await world.ana.calls.hangUp();
});
