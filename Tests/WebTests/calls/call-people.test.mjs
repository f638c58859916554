import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CallPeople, isInCall, ringsSince } from '../../../Web/calls/members/call-people.js';

const vectors = JSON.parse(readFileSync(new URL('../../Vectors/call-people.json', import.meta.url), 'utf8'));
const listed = (userId, change) => ({ userId, deviceId: 0, displayName: `user ${userId}`, isHost: userId === 1, isMuted: false, isVideoEnabled: true, ...change });
const people = (...participants) => {
    const made = new CallPeople();
    made.update(participants);
    return made;
};

test('a list says where each stands, and who is not listed is not of the call', () => {
    for (const { participant, stands } of vectors.lists) {
        const all = people(listed(1, { status: 'connected' }), listed(2, participant));
        const bo = { userId: 2, name: 'user 2', status: stands, isHost: false, isMuted: false, isVideoEnabled: true };
        assert.deepEqual([all.people.get(2), all.people.get(1).isHost], [bo, true], JSON.stringify(participant));
        all.update([listed(1, { status: 'connected' })]);
        assert.equal(all.statusOf(2), undefined);
    }
});

test('signals move somebody on, in whatever order they come', () => {
    for (const { steps, stands } of vectors.steps) {
        const all = new CallPeople();
        for (const step of steps) {
            if (step === 'invited') all.invited(2, 'Bo');
            else if (step === 'joined') all.joined(2);
            else if (step === 'left') all.left(2);
            else if (step === 'removed') all.left(2, true);
            else if ('rejected' in step) all.rejected(2, step.rejected ?? undefined);
            else if ('updated' in step) all.updated(2, step.updated);
            else all.update([listed(2, step.listed)]);
        }
        assert.equal(all.statusOf(2) ?? null, stands, JSON.stringify(steps));
    }
});

test('what somebody chose stays with them, whatever is said of where they stand', () => {
    const all = people(listed(1, { status: 'connected' }), listed(2, { status: 'connected' }));
    all.updated(2, { isMuted: true, isVideoEnabled: false });
    all.updated(2, { status: 'reconnecting' });
    const { isMuted, isVideoEnabled, status, name } = all.people.get(2);
    assert.deepEqual([isMuted, isVideoEnabled, status, name], [true, false, 'reconnecting', 'user 2']);
});

test('they are shown in the order in which one looks for them', () => {
    const all = people(
        listed(2, { status: 'left' }), listed(3, { status: 'inviting' }), listed(5, { status: 'connected' }), listed(4, { status: 'reconnecting' }),
        listed(9, { status: 'connected' }), listed(6, { status: 'rejected' }));
    assert.deepEqual(all.inOrder(9).map(({ userId }) => userId), [9, 4, 5, 3, 2, 6]);
    assert.deepEqual(all.inOrder(9).map(({ status }) => isInCall(status)), [true, true, true, false, false, false]);
});

test('a list that comes before the signals tells who rings and who does not come; the first one tells nothing', () => {
    for (const [before, now, expected] of [
        [[], { status: 'inviting' }, []],
        [[], { status: 'rejected', endReason: 'busy' }, []],
        [[listed(1, { status: 'connected' })], { status: 'inviting' }, ['ringing ringing']],
        [[listed(2, { status: 'inviting' })], { status: 'inviting' }, []],
        [[listed(2, { status: 'inviting' })], { status: 'rejected', endReason: 'no_answer' }, ['refused noAnswer']],
        [[listed(2, { status: 'inviting' })], { status: 'rejected', endReason: 'cancelled' }, ['refused removed']],
        [[listed(2, { status: 'inviting' })], { status: 'connected' }, []],
        [[listed(2, { status: 'connected' })], { status: 'left' }, []],
        [[listed(2, { status: 'left' })], { status: 'inviting' }, ['ringing ringing']],
        [[listed(2, { status: 'rejected' })], { status: 'rejected' }, []],
    ]) {
        const all = people(...before);
        const { people: were } = all;
        all.update([listed(2, now)]);
        assert.deepEqual(ringsSince(were, all.people).map(({ type, person }) => `${type} ${person.status}`), expected, JSON.stringify(now));
    }
});
