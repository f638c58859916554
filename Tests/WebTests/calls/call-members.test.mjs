import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CallMembers } from '../../../Web/calls/members/call-members.js';

const vectors = JSON.parse(readFileSync(new URL('../../Vectors/call-members.json', import.meta.url), 'utf8'));
/** A person as in a list. */
const listed = ({ userId = 2, deviceId = 0, ...rest }) => ({ userId, deviceId, displayName: `P${userId}`, isHost: userId === 1, isMuted: false, isVideoEnabled: true, ...rest });
const made = (...participants) => {
    const members = new CallMembers('1_11');
    members.listed(participants.map(listed));
    return members;
};

/** A device as the key exchange reports it. */
const keyed = (device) => ({ presence: 'member', sign: `key of ${device.address}`, serial: 1, offer: null, hasOurKey: true, isPostQuantum: true, isRecording: false, isHandRaised: false, ...device });

/** Performs a step of the vectors, for user 2 if it names no one. */
function happens(members, step) {
    if (step === 'invited') return members.invited(2, 'Bo');
    if (step === 'joined') return members.joined(2, 22);
    if (step === 'left' || step === 'removed') return members.left(2, step === 'removed');
    if (step.invited) return members.invited(step.invited.user, step.invited.name);
    if ('rejected' in step) return step.rejected?.user ? members.rejected(step.rejected.user, step.rejected.reason) : members.rejected(2, step.rejected ?? undefined);
    if (step.joined) return members.joined(step.joined.user, step.joined.device, step.joined.name);
    if (step.left) return members.left(step.left, step.isRemoved);
    if (step.updated) return members.updated(step.updated.user ?? 2, step.updated);
    if (step.publishes) return members.publishes(step.publishes.user, step.publishes.feed) ?? [];
    if (step.keyed) return members.keyed(step.keyed.map(keyed));
    if ('hand' in step) return members.handRaised(step.hand) ?? [];
    if (step.shares) return members.shares(step.shares, step.at);
    if (step.speaks) return members.speaks(step.speaks.user, step.speaks.isOn, step.speaks.at) ?? [];
    if (step.rated) return members.rated(new Map(Object.entries(step.rated).map(([user, level]) => [Number(user), level])));
    return members.listed([step.listed].flat().map(listed));
}

const words = (change) => {
    switch (change.type) {
    case 'rings': return `rings ${change.userId}`;
    case 'refused': return `refused ${change.userId} ${change.status}`;
    case 'joined': case 'left': return `${change.type} ${change.address}`;
    case 'trust': return `trust ${change.address} ${change.trust}`;
    case 'quality': return `quality ${change.userId} ${change.level}`;
    default: return `${change.type} ${change.userId} ${change.isOn}`;
    }
};

for (const { name, steps } of vectors.transcripts) {
    test(`each list and each signal has the effect that the vectors state: ${name}`, () => {
        const members = new CallMembers('1_11');
        for (const [index, step] of steps.entries()) {
            const { revision: before } = members;
            const what = `step ${index + 1}`;
            assert.deepEqual(happens(members, step).map(words), step.changes, what);
            if (step.revision) assert.equal(members.revision > before, step.revision === 'rises', what);
            for (const [user, known] of Object.entries(step.members ?? {})) {
                const member = members.of(Number(user));
                if (known === null) { assert.equal(member, undefined, what); continue; }
                const found = { ...member, device: member.address };
                assert.deepEqual(Object.fromEntries(Object.keys(known).map((key) => [key, found[key]])), known, `${what}, ${user}`);
            }
        }
    });
}

test('a list gives the status of each participant', () => {
    for (const { participant, stands } of vectors.lists) {
        const [self, bo] = made({ userId: 1, status: 'connected' }, participant).all;
        const { userId, name, status, isHost, isMuted, sendsVideo, isSelf, volume, isHeard } = bo;
        assert.deepEqual({ userId, name, status, isHost, isMuted, sendsVideo, isSelf, volume, isHeard }, { userId: 2, name: 'P2', status: stands, isHost: false, isMuted: false, sendsVideo: true, isSelf: false, volume: 100, isHeard: true });
        assert.ok(self.isHost && self.isSelf);
    }
});

test('signals advance a participant’s status in whatever order they arrive', () => {
    for (const { steps, stands } of vectors.steps) {
        const members = new CallMembers('1_11');
        for (const step of steps) happens(members, step);
        assert.equal(members.of(2)?.status ?? null, stands, JSON.stringify(steps));
    }
});

test('participants are listed in display order', () => {
    const members = new CallMembers('9_99');
    members.listed([[2, 'left'], [3, 'inviting'], [5, 'connected'], [4, 'reconnecting'], [9, 'connected'], [6, 'rejected']].map(([userId, status]) => listed({ userId, status, deviceId: 1 })));
    assert.deepEqual(members.all.map(({ userId }) => userId), [9, 4, 5, 3, 2, 6]);
});

test('no more than fifty devices and two hundred people are tracked, however many the server names', () => {
    const members = new CallMembers('1_11');
    const many = Array.from({ length: 5000 }, (_, index) => listed({ userId: index + 2, deviceId: index + 2, status: 'connected' }));
    assert.equal(members.listed(many).length, 50);
    for (const { userId } of many) assert.deepEqual(members.joined(userId + 5000, 1, 'x'), []);
    assert.deepEqual([members.addresses.size, members.all.length], [50, 200]);
    members.left(2);
    assert.equal(members.joined(60, 60, 'x').length, 1, 'who leaves makes place');
});

test('a participant’s volume is kept for the call; a decline reply is shown until they are rung again', () => {
    const members = made({ userId: 1, deviceId: 11, status: 'connected' }, { deviceId: 22, status: 'connected' }, { userId: 3, status: 'inviting' });
    assert.ok(members.hear(2, { volume: 40 }));
    assert.deepEqual([1, 3, 9].map((user) => members.hear(user, { volume: 40 })), [false, false, false]);
    members.left(2);
    members.joined(2, 22, 'Bo');
    for (const [wish, volume] of [[{}, 40], [{ volume: 900 }, 200], [{ volume: -3 }, 0], [{ volume: NaN }, 0]]) {
        members.hear(2, wish);
        assert.equal(members.of(2).volume, volume);
    }
    const reply = { minutes: 10 };
    assert.deepEqual([3, 3, 2].map((user) => members.replied(user, reply)), [true, false, false]);
    const shown = () => members.of(3).reply;
    assert.equal(shown(), null, 'until they are said to have declined');
    members.rejected(3, 'declined');
    assert.equal(shown(), reply);
    members.invited(3);
    members.rejected(3, 'declined');
    assert.equal(shown(), null);
});
