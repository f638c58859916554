import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judgeInvitation, peopleIn } from '../../../Web/calls/entry/invitation-check.js';

const vectors = JSON.parse(readFileSync(new URL('../../Vectors/invitation-check.json', import.meta.url), 'utf8'));

test('the number of vectors has not changed', () => {
    assert.deepEqual([vectors.rows.length, vectors.people.length], [61, 20]);
});

for (const { name, opening, room, caller, own, pins, rung, now, verdict } of vectors.rows) {
    test(`an invitation rings as the vectors state: ${name}`, async () => {
        const [callerId, callerDeviceId] = caller;
        const invitation = { roomId: room, callerId, callerDeviceId, e2ee: vectors.openings[opening] };
        const found = await judgeInvitation(invitation, { ownUser: own, pins: vectors.pins[pins] ?? null, rung, now });
        const isAsCaller = verdict === 'rings' || verdict === 'isOld';
        assert.deepEqual(found, { type: verdict, ...(isAsCaller && { caller: caller.join('_'), seq: 6 }) });
    });
}

for (const { name, opening, caller: [user, device], room, people } of vectors.people) {
    test(`answering an unproven ring takes over the people that the vectors state: ${name}`, async () => {
        assert.deepEqual(await peopleIn(vectors.openings[opening] ?? null, { caller: user, callerDevice: device, room }), people);
    });
}
