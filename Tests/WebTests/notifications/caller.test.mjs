import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeInvite } from '../../../Web/keys/identity/invite.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';
import { provenCall } from '../../../Web/notifications/caller.js';

const now = 1_700_000_000_000;
const pair = await makeSigningKeyPair();
const another = await makeSigningKeyPair();
const { sign } = pair;
const said = { roomId: 9, caller: '5_51', join: 'A'.repeat(43), callees: [2, 3], isVideo: true, seq: 10, issuedAt: now - 1000 };
const invite = (change = {}, by = pair) => makeInvite({ ...said, ...change }, by);
const pinned = (pin = {}, revoked = []) => ({ pins: { '5_51': { sign, serial: 1, basis: 'firstUse', ...pin } }, revoked });
const known = { ownUser: 2, pins: pinned(), rung: {}, rang: [], now };
const rang = (callId, seq) => ({ rang: [{ callId, caller: '5_51', seq }] });

for (const [what, change, know, isProven] of [
    ['signed by the device that is pinned', {}, {}, true], ['for another person', { callees: [3] }, {}, false], ['of another device of theirs', { caller: '5_52' }, {}, false],
    ['that names people and rings no one', { seq: 0 }, {}, false], ['90 s old', { issuedAt: now - 90_000 }, {}, true], ['older', { issuedAt: now - 90_001 }, {}, false],
    ['of a device that is not pinned', {}, { pins: null }, false], ['of a device with another key', {}, { pins: pinned({ sign: another.sign }) }, false],
    ['of a key that was revoked', {}, { pins: pinned({}, [`5 ${sign}`]) }, false], ['of a key that a revoked one vouched for', {}, { pins: pinned({ basis: 'vouched', voucher: 'v' }, ['5 v']) }, false],
    ['of a device that was vouched for', {}, { pins: pinned({ basis: 'vouched', voucher: 'v' }) }, true], ['that rings in the page too', {}, { rung: { '5_51': 10 } }, true],
    ['older than one that rang in the page', {}, { rung: { '5_51': 11 } }, false], ['that came before, of this call', {}, rang(7, 10), true],
    ['that rang for another call', {}, rang(8, 10), false], ['older than one of another call', {}, rang(8, 11), false], ['newer than one of another call', {}, rang(8, 9), true],
]) test(`an invite ${what} proves ${isProven ? 'its caller' : 'nothing'}`, async () => {
    const push = { kind: 'ring', callId: 7, caller: '5_51', endsAt: now + 50_000, invite: await invite(change) };
    assert.deepEqual(await provenCall(push, { ...known, ...know }), isProven ? { seq: 10, isVideo: true } : null);
});

test('an invite that is malformed, or not from the pinned device, proves nothing', async () => {
    const right = await invite();
    for (const text of [null, '', 'x', 'a.b.c', right.slice(0, -2), right.replace('.', '..'), await invite({}, another)]) {
        assert.equal(await provenCall({ kind: 'ring', callId: 7, caller: '5_51', endsAt: now, invite: text }, known), null, text?.slice(0, 20));
    }
});
