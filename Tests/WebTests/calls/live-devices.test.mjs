import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallMembers } from '../../../Web/calls/members/call-members.js';
import { KeyDistribution, ownEntry } from '../../../Web/key-distribution/key-distribution.js';
import { systemWrapping } from '../../../Web/keys/channels/key-channel.js';
import { makeDeviceKey } from '../../../Web/keys/device-key.js';
import { drawJoinSecrets } from '../../../Web/keys/entering/join-secrets.js';
import { makeJoin } from '../../../Web/keys/entering/join.js';
import { makeLeave } from '../../../Web/keys/entering/leave.js';
import { makeStatus, readStatus } from '../../../Web/keys/entering/status.js';
import { makeInvite, readInvite } from '../../../Web/keys/identity/invite.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { makeRevoke, makeVouch } from '../../../Web/keys/identity/statements.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { prefixOf } from '../../../Web/keys/signing/object-hash.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';

const [call, room] = [7, 42];
const { publicKeyText, privateKey } = await makeDeviceKey();
const rsa = pkcs1Of(decodeKeyText(publicKeyText));
async function device(address, serial = 1, signing = null) {
    const pair = signing ?? await makeSigningKeyPair();
    return { address, signing: pair, identity: await makeIdentity({ address, serial, rsa, createdAt: 1 }, pair) };
}
const [ana, bo, bo2, cy] = await Promise.all(['1_11', '2_21', '2_22', '3_31'].map((address) => device(address)));
const random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
const pinned = ({ address, identity: { sign, serial } }, basis) => ({ [address]: { sign, serial, basis } });

/** One entry of a device into the call, and its actions. */
class Entered {
    #seq = 0;
    #actions = [];
    #members = [];

    static async enter({ identity, signing }, { pins = {}, stored = { pins, unseen: {} }, isFounder = false, seq = 1 } = {}) {
        const secrets = await drawJoinSecrets(null);
        const join = await makeJoin({ roomId: room, identity, secrets, seq, vouch: '' }, signing);
        const one = new Entered();
        one.device = { identity, signing };
        one.join = join;
        one.core = new KeyDistribution({
            call, room, entry: await ownEntry({ join, secrets, identity, signing }), pins: stored, isFounder,
            wrapping: systemWrapping(privateKey, null), now: 0, random,
        });
        await one.does({ type: 'entered' }, 0);
        return one;
    }

    async does(event, now = 1) {
        this.#actions = await this.core.handle(event, now);
        this.#members = this.#actions.findLast((action) => action.type === 'members')?.members ?? this.#members;
        return this;
    }

    hears({ device: { identity } }, kind, text, now = 1) { return this.does({ type: 'message', kind, from: identity.address, text }, now); }

    async hearsJoin(other, now) {
        await this.does({ type: 'listed', addresses: [...this.core.peers.keys(), other.join.address] }, now);
        return this.hears(other, 'join', other.join.text, now);
    }

    /** Delivers what this device has sent to another one. */
    async handsTo(other, now = 1) {
        const text = this.sent('open')[other.join.address];
        await other.hears(this, 'open', text, now);
    }

    /** The next status of this device, as if it had these joins. */
    status(...joins) {
        const have = joins.map((hash) => ({ prefix: prefixOf(hash), seq: 0, generation: 0 }));
        this.#seq += 1;
        return makeStatus({ join: this.join.hash, seq: this.#seq, generation: 1, have, isRecording: false }, this.device.signing);
    }

    invite(...callees) {
        return makeInvite({ roomId: room, caller: this.join.address, join: this.join.hash, callees, isVideo: false, seq: 1, issuedAt: 1 }, this.device.signing);
    }

    sent(kind) { return this.#actions.find((action) => action.type === 'send' && action.kind === kind)?.texts ?? {}; }

    get pins() { return Object.keys(this.core.pins.stored.pins); }

    get pinsTold() { return this.#actions.some(({ type }) => type === 'pinned'); }

    trust({ join: { address } }) { return this.core.peers.get(address)?.current?.trust; }

    isMember({ join: { address } }) { return this.core.peers.get(address)?.current?.presence === 'member'; }

    /** How the person can admit another one, as reported to the page. */
    offer({ join: { address } }) { return this.#members.find((one) => one.address === address)?.offer; }
}
const enter = Entered.enter;
const shown = ({ identity: { address, sign, serial } }) => ({ address, sign, serial });
const leaveOf = ({ join, device: { signing } }) => makeLeave(join.hash, signing);
const letIn = (one) => ({ type: 'noted', note: 'letIn', identity: shown(one) });
const refuse = (one) => ({ type: 'noted', note: 'refused', identity: shown(one) });

test('a replayed join or status pins no device; a status that lists this entry does', async () => {
    const [a, earlier, b] = [await enter(ana), await enter(ana), await enter(bo)];
    await a.hearsJoin(b);
    assert.deepEqual([a.trust(b), a.pins, a.isMember(b)], ['new', [], true], 'keys go to it: whoever it is, it cannot use them');
    await a.hears(b, 'status', await b.status(earlier.join.hash));
    assert.deepEqual([a.trust(b), a.pins], ['new', []]);
    await a.hears(b, 'status', await b.status(earlier.join.hash, a.join.hash));
    assert.deepEqual([a.trust(b), a.pins, a.pinsTold], ['new', ['2_21'], true]);
    assert.equal(a.core.pins.stored.pins['2_21'].firstEntry, a.join.hash);
});

test('a status that is not newer, or that another device signed, proves nothing', async () => {
    const [a, b, c] = [await enter(ana), await enter(bo), await enter(cy)];
    await a.hearsJoin(b);
    const [first, second] = [await b.status(a.join.hash), await b.status()];
    await a.hears(b, 'status', second);
    await a.hears(b, 'status', first);
    await a.hears(b, 'status', await c.status(a.join.hash));
    assert.deepEqual(a.pins, []);
});

test('an opening for this entry pins its device; one for another does not', async () => {
    const [a, earlier, b] = [await enter(ana), await enter(ana), await enter(bo)];
    await b.hearsJoin(earlier);
    const old = b.sent('open')['1_11'];
    await a.hearsJoin(b);
    await a.hears(b, 'open', old);
    assert.deepEqual(a.pins, []);
    const again = await enter(bo, { seq: 2 });
    await a.hearsJoin(again, 3000);
    await again.hearsJoin(a);
    await again.handsTo(a, 3001);
    assert.deepEqual([a.pins, a.trust(again)], [['2_21'], 'new']);
});

test('an opening that arrives before its join counts once the join does', async () => {
    const [a, b] = [await enter(ana), await enter(bo)];
    await b.hearsJoin(a);
    await a.does({ type: 'listed', addresses: ['2_21'] });
    await b.handsTo(a);
    assert.deepEqual(a.pins, []);
    await a.hearsJoin(b);
    assert.deepEqual([a.pins, a.trust(b)], [['2_21'], 'new']);
});

test('published identities pin no device; vouches and revocations of known devices count', async () => {
    const vouch = await makeVouch({ identity: bo2.identity.hash, by: bo.address, issuedAt: 1 }, bo.signing);
    const revoke = await makeRevoke({ sign: cy.signing.sign, by: bo.address, issuedAt: 1 }, bo.signing);
    const event = { type: 'published', identities: [bo, bo2, cy].map(({ identity }) => identity.text), vouches: [vouch], revokes: [revoke] };
    const stranger = await enter(ana);
    await stranger.does(event);
    assert.deepEqual([stranger.core.pins.stored, stranger.pinsTold], [{ pins: {}, unseen: {} }, false]);
    const friend = await enter(ana, { pins: pinned(bo, 'confirmed') });
    await friend.does(event);
    assert.deepEqual([friend.pins, friend.core.pins.stored.unseen], [['2_21', '2_22'], { 2: { [cy.signing.sign]: bo.signing.sign } }]);
});

test('the first live device of a person is pinned, and a second one is held from then on', async () => {
    const [a, b, second] = [await enter(ana), await enter(bo), await enter(bo2)];
    for (const one of [b, second]) await a.hearsJoin(one);
    assert.deepEqual([a.trust(b), a.trust(second)], ['new', 'new']);
    await a.hears(second, 'status', await second.status(a.join.hash));
    assert.deepEqual([a.trust(b), a.trust(second), a.pins], ['held:newDevice', 'new', ['2_22']]);
    await a.hears(b, 'status', await b.status(a.join.hash));
    assert.deepEqual([a.trust(b), a.pins], ['held:newDevice', ['2_22']], 'that it is there as well changes nothing');
});

test('a shared call id does not join two entries: a device met in one is known in the next, and others are held', async () => {
    const [a, b] = [await enter(ana), await enter(bo)];
    await a.hearsJoin(b);
    await a.hears(b, 'status', await b.status(a.join.hash));
    const again = await enter(ana, { pins: a.core.pins.stored.pins });
    assert.equal(again.core.call, a.core.call);
    const second = await enter(bo2);
    for (const one of [b, second]) {
        await again.hearsJoin(one);
        await again.hears(one, 'status', await one.status(again.join.hash));
    }
    assert.deepEqual([again.trust(b), again.trust(second), again.pins], ['known', 'held:newDevice', ['2_21']]);
});

test('a newer identity is stored once its device is live', async () => {
    const newer = await device(bo.address, 5, bo.signing);
    const [a, b] = [await enter(ana, { pins: pinned(bo, 'verified') }), await enter(newer)];
    await a.hearsJoin(b);
    assert.deepEqual([a.trust(b), a.core.pins.stored.pins['2_21'].serial], ['verified', 1]);
    await a.hears(b, 'status', await b.status(a.join.hash));
    assert.deepEqual([a.trust(b), a.core.pins.stored.pins['2_21'].serial], ['verified', 5]);
});

test('the invites of a device count once it is live, and four of them wait', async () => {
    const [a, b, c] = [await enter(ana, { isFounder: true }), await enter(bo), await enter(cy)];
    await a.does({ type: 'invited', text: 'i', callees: [2] });
    for (const one of [b, c]) await a.hearsJoin(one);
    await a.hears(b, 'invite', await b.invite(3));
    for (const callee of [4, 5, 6]) await a.hears(b, 'invite', await b.invite(callee));
    assert.deepEqual([a.trust(b), a.trust(c), a.core.invited.has(3)], ['new', 'held:uninvited', false]);
    await a.hears(b, 'status', await b.status(a.join.hash));
    assert.deepEqual([a.trust(b), a.trust(c), [...a.core.invited]], ['new', 'new', [2, 3, 4, 5, 6]]);
    await a.hears(b, 'invite', await b.invite(9));
    assert.ok(a.core.invited.has(9), 'from then on at once');
    const other = await enter(ana, { isFounder: true });
    await other.does({ type: 'invited', text: 'i', callees: [2] });
    await other.hearsJoin(b);
    for (const callee of [3, 4, 5, 6, 7]) await other.hears(b, 'invite', await b.invite(callee));
    await other.hears(b, 'status', await b.status(other.join.hash));
    assert.deepEqual([...other.core.invited], [2, 4, 5, 6, 7]);
});

test('an invite of another entry of a live device does not count, nor does its own from the server', async () => {
    const [a, b, before] = [await enter(ana, { isFounder: true }), await enter(bo, { seq: 2 }), await enter(bo)];
    await a.does({ type: 'invited', text: 'i', callees: [2] });
    await a.hearsJoin(b);
    await a.hears(b, 'status', await b.status(a.join.hash));
    await a.hears(b, 'invite', await before.invite(9));
    await a.hears(a, 'invite', await a.invite(8));
    assert.deepEqual([a.trust(b), a.core.invited.has(9), a.core.invited.has(8)], ['new', false, false]);
    await a.hears(b, 'invite', await b.invite(7));
    assert.ok(a.core.invited.has(7));
});

test('a returning device tells whom it has rung by an invite that rings no one, without the callees taken from an answer', async () => {
    const a = await enter(ana, { isFounder: true });
    await a.does({ type: 'expected', callees: [6] });
    const texts = async (event) => (await a.core.handle(event, 2)).filter(({ kind }) => kind === 'invite').map(({ text }) => text);
    assert.deepEqual(await texts({ type: 'tick' }), []);
    const [text] = await texts({ type: 'invitedBefore', callees: [3, 2] });
    const invite = await readInvite(text, ana.signing.sign);
    assert.deepEqual([invite.callees, invite.join, invite.seq, invite.issuedAt, a.core.invited.has(6)], [[2, 3], a.join.hash, 0, 0, true]);
});

test('a held device that is live has no effect until it is let in', async () => {
    const [a, b] = [await enter(ana, { isFounder: true }), await enter(bo)];
    await a.hearsJoin(b);
    await a.hears(b, 'invite', await b.invite(3));
    await a.hears(b, 'status', await b.status(a.join.hash));
    assert.deepEqual([a.trust(b), a.pins, a.core.invited.size], ['held:uninvited', [], 0]);
    await a.does({ type: 'noted', note: 'letIn', identity: shown(bo) });
    assert.deepEqual([a.trust(b), a.pins, [...a.core.invited]], ['known', ['2_21'], [2, 3]]);
});

test('a new join of a device must prove anew that it is live', async () => {
    const [a, b, again] = [await enter(ana), await enter(bo), await enter(bo, { seq: 2 })];
    await a.hearsJoin(b);
    await a.hears(b, 'status', await b.status(a.join.hash));
    await a.hearsJoin(again, 3000);
    await a.hears(again, 'invite', await again.invite(9), 3001);
    assert.ok(!a.core.invited.has(9));
});

test('the first key of a device is acknowledged at once, later keys are not, and a new join at the pace of statuses', async () => {
    const [a, b, again] = [await enter(ana), await enter(bo), await enter(bo, { seq: 2 })];
    await a.hearsJoin(b);
    await b.hearsJoin(a);
    await b.handsTo(a, 100);
    const sent = a.sent('status');
    assert.deepEqual(Object.keys(sent), ['2_21']);
    const { have } = await readStatus(sent['2_21'], ana.signing.sign);
    assert.deepEqual(have.map(({ prefix, generation }) => [prefix, generation]), [[prefixOf(b.join.hash), b.core.generations.newest.generation & 0xffff]]);
    await b.core.generations.step();
    await b.does({ type: 'message', kind: 'again', from: '1_11', text: `${a.join.hash}.${b.join.hash}` }, 200);
    await a.hears(b, 'key', b.sent('key')['1_11'], 201);
    const peer = a.core.peers.get('2_21');
    assert.deepEqual([peer.current.heard.step, peer.owesStatus, a.sent('status')], [1, false, {}]);
    await a.hearsJoin(again, 2500);
    await again.hearsJoin(a);
    await again.handsTo(a, 2600);
    for (const now of [2600, 3099]) {
        assert.deepEqual([peer.current.join.hash, peer.current.heard?.step, a.sent('status')], [again.join.hash, 0, {}]);
        await a.does({ type: 'tick' }, now);
    }
    await a.does({ type: 'tick' }, 3100);
    assert.deepEqual(Object.keys(a.sent('status')), ['2_21']);
});

test('letting in an unverified device of a verified person removes their verification', async () => {
    for (const [more, reason] of [[{}, 'held:newDevice'], [pinned(bo2, 'firstUse'), 'held:unverified']]) {
        const [a, second] = [await enter(ana, { pins: { ...pinned(bo, 'verified'), ...more } }), await enter(bo2)];
        await a.hearsJoin(second);
        assert.deepEqual([a.trust(second), a.offer(second), a.isMember(second)], [reason, 'anyway', false]);
        await a.does(letIn(bo2));
        assert.deepEqual([a.trust(second), a.isMember(second), a.core.pins.stored.pins['2_21'].basis], ['known', true, 'confirmed']);
    }
});

test('letting in a revoked, uninvited device of a verified person covers all of these reasons at once', async () => {
    const pins = { ...pinned(bo, 'verified'), '2_22': { ...pinned(bo2, 'firstUse')['2_22'], revokedBy: [bo.signing.sign] } };
    const [a, second] = [await enter(ana, { pins, isFounder: true }), await enter(bo2)];
    await a.hearsJoin(second);
    assert.equal(a.trust(second), 'held:revoked');
    assert.equal(a.offer(second), 'anyway');
    await a.does(letIn(bo2));
    assert.deepEqual([a.trust(second), a.isMember(second), a.core.pins.stored.pins['2_21'].basis], ['known', true, 'confirmed']);
});

test('comparing a device does not invite it', async () => {
    const [a, b] = [await enter(ana, { isFounder: true }), await enter(bo)];
    await a.hearsJoin(b);
    await a.does({ type: 'noted', note: 'verified', identity: shown(bo) });
    assert.equal(a.trust(b), 'held:uninvited');
    await a.does({ type: 'noted', note: 'letIn', identity: shown(bo) });
    assert.deepEqual([a.trust(b), a.isMember(b)], ['verified', true]);
});

test('a note lets a device in, whatever it was held for, but not one with another key', async () => {
    const swapped = await device(bo.address);
    const [a, b] = [await enter(ana, { pins: pinned(swapped, 'firstUse'), isFounder: true }), await enter(bo)];
    await a.hearsJoin(b);
    await a.does({ type: 'noted', note: 'letIn', identity: shown(cy) });
    await a.does({ type: 'noted', note: 'letIn', identity: shown(swapped) });
    assert.deepEqual([a.trust(b), a.core.invited.size], ['held:changedKey', 0]);
    await a.does({ type: 'noted', note: 'letIn', identity: shown(bo) });
    assert.deepEqual([a.trust(b), a.core.pins.stored.pins['2_21'].basis], ['known', 'confirmed']);
});

test('pins in the older format are read by a call, and stored in the new one after a change', async () => {
    const stored = { pins: { '2_21': { sign: bo.signing.sign, serial: 1, basis: 'firstUse', firstCall: call } }, revoked: [`2 ${bo2.signing.sign}`] };
    const [a, b, second, c] = [await enter(ana, { stored }), await enter(bo), await enter(bo2), await enter(cy)];
    for (const one of [b, second, c]) {
        await a.hearsJoin(one);
        assert.equal(a.pinsTold, false);
    }
    assert.deepEqual([a.trust(b), a.trust(second)], ['known', 'held:revoked']);
    await a.hears(c, 'status', await c.status(a.join.hash));
    assert.deepEqual([a.pinsTold, a.pins, a.core.pins.stored.unseen], [true, ['2_21', '3_31'], { 2: { [bo2.signing.sign]: '' } }]);
});

test('a key that is swapped while the user taps is not let in: the tap counts for the key shown, and the other is asked about', async () => {
    for (const [what, pins] of [['a person who was met', pinned(await device('2_29'), 'firstUse')], ['one who was not, and nobody has invited', {}]]) {
        const impostor = await device(bo.address);
        const [a, b, other] = [await enter(ana, { pins, isFounder: true }), await enter(bo), await enter(impostor, { seq: 2 })];
        await a.hearsJoin(b);
        assert.equal(a.offer(b), 'itsThem', what);
        // The person reads the card; before they tap, the server puts another key at the address.
        await a.hearsJoin(other, 3000);
        await a.does(letIn(bo), 3001);
        await a.hears(other, 'status', await other.status(a.join.hash), 3002);
        assert.deepEqual([a.isMember(other), a.trust(other).startsWith('held'), a.offer(other)], [false, true, 'itsThem'], what);
        assert.ok(!(bo.address in a.core.pins.stored.pins), what);
        await a.does(letIn(impostor), 3003);
        assert.equal(a.isMember(other), true, 'once it is said of this one');
    }
});

test('letting in an uninvited device covers its key only: another key of the person is asked about', async () => {
    const [a, b, second] = [await enter(ana, { isFounder: true }), await enter(bo), await enter(bo2)];
    await a.hearsJoin(b);
    await a.does(letIn(bo));
    assert.deepEqual([a.isMember(b), a.pins], [true, ['2_21']]);
    await a.hears(b, 'leave', await leaveOf(b));
    await a.hearsJoin(second);
    assert.deepEqual([a.trust(second), a.offer(second)], ['held:newDevice', 'itsThem']);
});

test('a second device beside an admitted one needs a comparison, and cannot be let in by a tap', async () => {
    for (const [trusted, basis] of [['known', 'firstUse'], ['verified', 'verified']]) {
        const [a, b, second] = [await enter(ana, { pins: pinned(bo, basis) }), await enter(bo), await enter(bo2)];
        for (const one of [b, second]) await a.hearsJoin(one);
        assert.deepEqual([a.trust(b), a.trust(second), a.offer(second)], [trusted, 'held:newDevice', 'compare']);
        await a.does(letIn(bo2));
        assert.deepEqual([a.isMember(second), a.trust(b), a.pins], [false, trusted, ['2_21']]);
        await a.does({ type: 'noted', note: 'verified', identity: shown(bo2) });
        assert.deepEqual([a.trust(second), a.isMember(second)], ['verified', true], 'the numbers are the same');
    }
});

test('a tap counts only after the person’s other device has left', async () => {
    const [a, b, second] = [await enter(ana, { pins: pinned(bo, 'firstUse') }), await enter(bo), await enter(bo2)];
    for (const one of [b, second]) await a.hearsJoin(one);
    assert.equal(a.offer(second), 'compare');
    await a.hears(b, 'leave', await leaveOf(b));
    assert.equal(a.offer(second), 'itsThem');
    await a.does(letIn(bo2));
    assert.deepEqual([a.trust(second), a.isMember(second)], ['known', true]);
});

test('a device that joined by a link needs a comparison', async () => {
    const [a, second] = [await enter(ana, { pins: pinned(bo, 'firstUse'), isFounder: true }), await enter(bo2)];
    await a.does({ type: 'invited', text: 'i', callees: [2], isByLink: true });
    await a.hearsJoin(second);
    assert.equal(a.offer(second), 'compare');
    await a.does(letIn(bo2));
    assert.equal(a.isMember(second), false);
});

test('a refused device goes at once, can then only be compared, and loses what was noted before', async () => {
    const [a, second] = [await enter(ana, { pins: pinned(bo, 'firstUse') }), await enter(bo2)];
    await a.hearsJoin(second);
    await a.does(letIn(bo2));
    assert.equal(a.isMember(second), true);
    await a.does(refuse(bo2));
    assert.deepEqual([a.trust(second), a.offer(second), a.isMember(second), a.pins], ['held:refused', 'compare', false, ['2_21']]);
    await a.does(letIn(bo2));
    assert.equal(a.trust(second), 'held:refused');
    const again = await enter(ana, { stored: a.core.pins.stored });
    await again.hearsJoin(second);
    assert.equal(again.trust(second), 'held:refused', 'in the next call');
    await again.does({ type: 'noted', note: 'verified', identity: shown(bo2) });
    assert.deepEqual([again.trust(second), again.core.pins.stored.refused], ['verified', undefined]);
});

test('a device held beside an admitted one of the same person is reported beside it, and replaces nothing', () => {
    const told = [];
    const members = new CallMembers('1_11');
    members.joined(2, 21, 'Bo');
    const member = { address: '2_21', sign: 'a', serial: 1, presence: 'member', trust: 'known', offer: null, hasOurKey: true, isHeard: true, isPostQuantum: false, isRecording: false, isHandRaised: false };
    const held = { ...member, address: '2_22', sign: 'b', presence: 'held', trust: 'held:newDevice', offer: 'compare', hasOurKey: false, isHeard: false };
    for (const devices of [[member], [member, held], [member, held], [member, { ...held, sign: 'c' }], [member], [{ ...member, presence: 'away' }, held], [held]]) {
        members.keyed(devices);
        if (told.at(-1) !== members.of(2)) told.push(members.of(2));
    }
    assert.deepEqual(told.map(({ deviceId, trust, beside }) => [deviceId, trust, beside?.sign]), [
        [21, 'known', undefined], [21, 'known', 'b'], [21, 'known', 'c'], [21, 'known', undefined], [21, 'known', 'b'], [22, 'held:newDevice', undefined],
    ]);
});
