import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DevicePins } from '../../../Web/key-distribution/device-pins.js';
import { makeDeviceKey } from '../../../Web/keys/device-key.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { makeRevoke, makeVouch, readRevoke, readVouch } from '../../../Web/keys/identity/statements.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';

const rsa = pkcs1Of(decodeKeyText((await makeDeviceKey()).publicKeyText));
async function device(address, { serial = 2, signing = null } = {}) {
    const pair = signing ?? await makeSigningKeyPair();
    return { address, serial, sign: pair.sign, signing: pair, identity: await makeIdentity({ address, serial, rsa, createdAt: 1 }, pair) };
}
const numbers = Array.from({ length: 24 }, (_, index) => `2_${index + 1}`);
const devices = await Promise.all(numbers.map((address) => device(address)));
const [a, b, c, d, e, f] = devices;
const [otherA, otherB, stranger] = await Promise.all([device(a.address), device(b.address), device('3_1')]);

const vouchText = (by, of, address = by.address) => makeVouch({ identity: of.identity.hash, by: address, issuedAt: 1 }, by.signing);
const vouch = async (pins, by, of) => pins.vouch(readVouch(await vouchText(by, of)), of.identity);
const revoke = async (pins, by, { sign }, address = by.address) =>
    pins.revoke(readRevoke(await makeRevoke({ sign, by: address, issuedAt: 1 }, by.signing)));
const pin = ({ sign, serial }, basis = 'firstUse', more = {}) => ({ sign, serial, basis, ...more });
/** Records these devices according to the pins. */
const knowing = (...known) => new DevicePins({ pins: Object.fromEntries(known.map(([one, ...rest]) => [one.address, pin(one, ...rest)])), unseen: {} });
const trusts = (pins, ...asked) => asked.map(({ identity }) => pins.trust(identity, null));
const shown = ({ address, sign, serial }) => ({ address, sign, serial });

test('only the first device met of a person is pinned, and it is new in that entry alone, whatever the call id', () => {
    const pins = new DevicePins();
    assert.equal(pins.trust(a.identity, 'one'), null);
    assert.equal(pins.meet(a.identity, 'one'), true);
    assert.equal(pins.meet(b.identity, 'one'), false);
    assert.deepEqual([pins.trust(a.identity, 'one'), pins.trust(b.identity, 'one'), pins.trust(stranger.identity, 'one')], ['new', 'held:newDevice', null]);
    assert.deepEqual([pins.trust(a.identity, 'two'), pins.trust(a.identity, null)], ['known', 'known']);
    const reloaded = new DevicePins(pins.stored);
    assert.equal(reloaded.meet(b.identity, 'one'), false);
    assert.deepEqual([reloaded.trust(a.identity, 'one'), reloaded.trust(a.identity, 'two')], ['new', 'known']);
    assert.deepEqual(pins.stored, { pins: { '2_1': { sign: a.sign, serial: 2, basis: 'firstUse', firstEntry: 'one' } }, unseen: {} });
});

test('a changed key and an older identity are held; a newer identity with the same key is accepted', async () => {
    const pins = knowing([a]);
    const [older, newer] = await Promise.all([1, 3].map((serial) => device(a.address, { serial, signing: a.signing })));
    assert.deepEqual(trusts(pins, otherA, older, newer), ['held:changedKey', 'held:olderIdentity', 'known']);
    assert.deepEqual([pins.meet(otherA.identity, 'x'), pins.meet(older.identity, 'x'), pins.meet(newer.identity, 'x')], [false, false, true]);
    assert.deepEqual(trusts(pins, newer, a), ['known', 'held:olderIdentity']);
});

test('with 4 096 pinned devices a newly met one is held instead of pinned', () => {
    const many = (count) => new DevicePins({ pins: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index + 10}_1`, pin(a)])), unseen: {} });
    for (const [count, isPinned] of [[4095, true], [4096, false]]) {
        const pins = many(count);
        assert.equal(pins.trust(a.identity, 'one'), isPinned ? null : 'held:newDevice');
        assert.equal(pins.meet(a.identity, 'one'), isPinned);
        assert.equal(Object.keys(pins.stored.pins).length, 4096);
    }
});

test('older stored pins are read without their call ids, and revoked keys stay revoked', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key${String(index).padStart(2, '0')}`);
    const pins = new DevicePins({
        pins: { '2_1': { ...pin(a), firstCall: 7 }, '2_2': { ...pin(b, 'vouched', { voucher: a.sign }) }, '3_1': pin(stranger) },
        revoked: [...keys.map((key) => `2 ${key}`), `2 ${b.sign}`, `3 ${b.sign}`],
    });
    assert.deepEqual(trusts(pins, a, b, stranger), ['known', 'held:revoked', 'known']);
    assert.deepEqual(pins.stored, {
        pins: { '2_1': pin(a), '2_2': pin(b, 'vouched', { voucher: a.sign, revokedBy: [''] }), '3_1': pin(stranger) },
        unseen: { 2: Object.fromEntries(keys.slice(0, 32).map((key) => [key, ''])), 3: { [b.sign]: '' } },
    });
    assert.deepEqual(new DevicePins(pins.stored).stored, pins.stored);
    assert.deepEqual([new DevicePins(null).stored, new DevicePins({ pins: { '2_1': pin(a, 'firstUse', { revokedBy: [] }) }, unseen: { 2: {} } }).stored],
        [{ pins: {}, unseen: {} }, { pins: { '2_1': pin(a) }, unseen: {} }]);
});

for (const [what, make] of [
    ['by a device that is not pinned', async () => [readVouch(await vouchText(c, b)), b]],
    ['that another has signed', async () => [readVouch(await vouchText(c, b, a.address)), b]],
    ['for another identity', async () => [readVouch(await vouchText(a, c)), b]],
    ['for the address itself', async () => [readVouch(await vouchText(a, otherA)), otherA]],
    ['for a device of another person', async () => [readVouch(await vouchText(a, stranger)), stranger]],
    ['for a key that its person has revoked', async (pins) => { await revoke(pins, a, b); return [readVouch(await vouchText(a, b)), b]; }],
    ['by a revoked device', async (pins) => { await vouch(pins, a, c); await revoke(pins, c, a); return [readVouch(await vouchText(a, b)), b]; }],
    ['by a device of which that is held that vouched for it', async (pins) => { await vouch(pins, a, c); await vouch(pins, a, d); await revoke(pins, d, a); return [readVouch(await vouchText(c, b)), b]; }],
]) {
    test(`a vouch ${what} is rejected`, async () => {
        const pins = knowing([a]);
        const [statement, of] = await make(pins);
        const before = pins.stored;
        assert.equal(await pins.vouch(statement, of.identity), false);
        assert.deepEqual(pins.stored, before);
    });
}

test('a vouched device can vouch and revoke, in chains of up to four', async () => {
    const pins = knowing([a]);
    for (const [by, of] of [[a, b], [b, c], [c, d], [d, e]]) assert.equal(await vouch(pins, by, of), true);
    assert.deepEqual(trusts(pins, a, b, c, d, e), ['known', 'vouched', 'vouched', 'vouched', 'vouched']);
    assert.equal(await vouch(pins, e, f), false);
    assert.deepEqual(trusts(pins, f), ['held:newDevice']);
    assert.equal(pins.stored.pins[c.address].voucher, b.sign);
    await revoke(pins, e, f);
    assert.deepEqual(trusts(pins, f), ['held:revoked']);
});

test('revoking a device also holds every device below it, four links down', async () => {
    const pins = knowing([a], [f]);
    for (const [by, of] of [[a, b], [b, c], [c, d], [d, e]]) await vouch(pins, by, of);
    await revoke(pins, f, a);
    assert.deepEqual(trusts(pins, a, b, c, d, e, f), [...Array(5).fill('held:revoked'), 'known']);
    assert.deepEqual(pins.stored.pins[a.address].revokedBy, [f.sign]);
});

test('sixteen devices of a person can be vouched for', async () => {
    const pins = knowing([a]);
    for (const one of devices.slice(1, 17)) assert.equal(await vouch(pins, a, one), true);
    assert.equal(await vouch(pins, a, devices[17]), false);
    assert.equal(Object.keys(pins.stored.pins).length, 17);
    const next = await device(devices[16].address);
    assert.equal(await vouch(pins, a, next), true, 'one in the place of another');
});

test('a repeated vouch, or one for an older identity, changes nothing', async () => {
    const pins = knowing([a]);
    assert.deepEqual([await vouch(pins, a, b), await vouch(pins, a, b)], [true, false]);
    const older = await device(b.address, { serial: 1, signing: b.signing });
    assert.equal(await vouch(pins, a, older), false);
    assert.deepEqual(trusts(pins, b, older), ['vouched', 'held:olderIdentity']);
});

test('a device cannot vouch for one above it in the chain', async () => {
    const pins = knowing([a, 'verified'], [b, 'vouched', { voucher: a.sign }], [c, 'vouched', { voucher: b.sign }], [d, 'vouched', { voucher: e.sign }]);
    const before = pins.stored;
    for (const [by, of] of [[b, a], [c, a], [c, b]]) assert.equal(await vouch(pins, by, of), false);
    // Nor if the key is no longer pinned, nor the same key at another address.
    const under = await device(f.address, { signing: e.signing });
    const twin = await device(f.address, { signing: d.signing });
    assert.deepEqual([await vouch(pins, d, under), await vouch(pins, d, twin)], [false, false]);
    assert.deepEqual(pins.stored, before);
});

test('two devices that revoke each other are both held, in either order', async () => {
    for (const order of [[[a, b], [b, a]], [[b, a], [a, b]]]) {
        for (const known of [[[a], [b]], [[a, 'verified'], [b, 'confirmed']], [[a], [b, 'vouched', { voucher: a.sign }]]]) {
            const pins = knowing(...known);
            for (const [by, of] of order) await revoke(pins, by, of);
            assert.deepEqual(trusts(pins, a, b), ['held:revoked', 'held:revoked']);
            assert.deepEqual([pins.stored.pins[a.address].revokedBy, pins.stored.pins[b.address].revokedBy], [[b.sign], [a.sign]]);
        }
    }
});

test('revoking one’s own voucher holds neither the revoker nor the devices it vouched for, but holds others', async () => {
    const pins = knowing([a]);
    for (const [by, of] of [[a, b], [b, c], [a, d], [d, e]]) await vouch(pins, by, of);
    await revoke(pins, b, a);
    assert.deepEqual(trusts(pins, a, b, c, d, e), ['held:revoked', 'vouched', 'vouched', 'held:revoked', 'held:revoked']);
    assert.deepEqual([await vouch(pins, b, f), await vouch(pins, d, devices[6])], [true, false]);
    // A device that is not below it says the same.
    await revoke(pins, d, a);
    assert.deepEqual(trusts(pins, a, b, c, d, e), Array(5).fill('held:revoked'));
    assert.deepEqual(pins.stored.pins[a.address].revokedBy, [b.sign, d.sign].sort());
});

test('a device in the middle that the last revokes holds neither the last nor the first', async () => {
    const pins = knowing([a]);
    for (const [by, of] of [[a, b], [b, c]]) await vouch(pins, by, of);
    await revoke(pins, c, b);
    assert.deepEqual(trusts(pins, a, b, c), ['known', 'held:revoked', 'vouched']);
    await revoke(pins, c, a);
    assert.deepEqual(trusts(pins, a, b, c), ['held:revoked', 'held:revoked', 'vouched']);
});

test('the old key of a voucher that changed its key can still be revoked', async () => {
    for (const [by, trust] of [[c, 'held:revoked'], [b, 'vouched']]) {
        const pins = knowing([c], [a], [b, 'vouched', { voucher: a.sign }]);
        assert.equal(await vouch(pins, c, otherA), true);
        assert.deepEqual(trusts(pins, otherA, b), ['vouched', 'vouched']);
        await revoke(pins, by, a);
        assert.deepEqual(pins.stored.unseen, { 2: { [a.sign]: by.sign } });
        assert.deepEqual(trusts(pins, a, b), ['held:revoked', trust]);
    }
});

test('a revocation is ignored under another name, of the own key, by a stranger or by an unpinned device', async () => {
    const pins = knowing([a], [b], [stranger]);
    const before = pins.stored;
    await revoke(pins, c, b, a.address);
    await revoke(pins, a, a);
    await revoke(pins, c, a);
    assert.deepEqual(pins.stored, before);
    await revoke(pins, stranger, a);
    assert.deepEqual([trusts(pins, a), pins.stored.unseen], [['known'], { 3: { [a.sign]: stranger.sign } }]);
});

test('revocations of unknown keys are kept, eight an issuer and 32 in all; pinned keys are always revoked', async () => {
    const pins = knowing(...devices.slice(0, 6).map((one) => [one]));
    const keys = await Promise.all(Array.from({ length: 45 }, makeSigningKeyPair));
    const kept = () => Object.keys(pins.stored.unseen[2]).length;
    for (const key of keys.slice(0, 9)) await revoke(pins, a, key);
    assert.deepEqual([kept(), keys[8].sign in pins.stored.unseen[2]], [8, false]);
    await revoke(pins, b, keys[0]);
    assert.equal(pins.stored.unseen[2][keys[0].sign], a.sign, 'who said so first');
    for (const [index, by] of [b, c, d, e].entries()) for (const key of keys.slice(9 + 8 * index, 17 + 8 * index)) await revoke(pins, by, key);
    assert.equal(kept(), 32);
    await revoke(pins, e, f);
    assert.deepEqual([kept(), ...trusts(pins, f)], [32, 'held:revoked']);
});

test('when one device of a person is verified, the others are held until an anchored one vouches for them', async () => {
    const pins = knowing([a, 'verified'], [b], [c, 'confirmed'], [d, 'vouched', { voucher: b.sign }], [stranger]);
    assert.deepEqual(trusts(pins, a, b, c, d, e, stranger), ['verified', 'held:unverified', 'held:unverified', 'held:unverified', 'held:newDevice', 'known']);
    assert.equal(await vouch(pins, c, d), false, 'one that is held itself');
    assert.equal(await vouch(pins, b, c), false);
    for (const one of [b, c]) assert.equal(await vouch(pins, a, one), true);
    assert.deepEqual(trusts(pins, b, c, d), ['vouched', 'vouched', 'vouched']);
    assert.deepEqual([b, c].map(({ address }) => pins.stored.pins[address].basis), ['firstUse', 'confirmed'], 'as what they were met');
    assert.equal(await vouch(pins, b, e), true);
    assert.deepEqual(trusts(pins, e), ['vouched']);
    assert.equal(await vouch(pins, b, a), false);
    assert.equal(await vouch(pins, a, b), false, 'said before');
    // The same for a revoked one: a thief would make the person count as not verified.
    await revoke(pins, b, a);
    assert.deepEqual(trusts(pins, a, b, c, d, e), ['held:revoked', 'vouched', 'held:revoked', 'vouched', 'vouched']);
});

test('a vouch by an unanchored or held device is replaced by one of an anchored device', async () => {
    const verified = knowing([a, 'verified'], [b], [c, 'vouched', { voucher: b.sign }]);
    assert.equal(await vouch(verified, a, c), true);
    assert.deepEqual([verified.stored.pins[c.address].voucher, ...trusts(verified, c)], [a.sign, 'vouched']);
    await vouch(verified, a, d);
    assert.equal(await vouch(verified, d, c), false, 'it has one already');
    await revoke(verified, d, a);
    assert.deepEqual([await vouch(verified, b, c), ...trusts(verified, c)], [false, 'held:revoked'], 'by one that is not anchored');
    assert.deepEqual([await vouch(verified, d, c), ...trusts(verified, c)], [true, 'vouched']);
    const met = knowing([a], [b], [c, 'vouched', { voucher: b.sign }]);
    assert.equal(await vouch(met, a, c), false);
    await revoke(met, a, b);
    assert.deepEqual([...trusts(met, c), await vouch(met, a, c), ...trusts(met, c)], ['held:revoked', true, 'vouched']);
    await revoke(met, b, c);
    assert.deepEqual([await vouch(met, a, c), ...trusts(met, c)], [false, 'held:revoked'], 'one that is revoked itself');
    const lost = knowing([a], [b], [c, 'vouched', { voucher: b.sign, revokedBy: [b.sign] }]);
    assert.deepEqual([await vouch(lost, a, c), ...trusts(lost, c)], [false, 'held:revoked']);
});

test('a verified device keeps that by comparison alone; a met and vouched one becomes known once none is verified', async () => {
    const pins = knowing([a, 'verified'], [b, 'verified'], [c]);
    assert.equal(await vouch(pins, a, b), false);
    assert.equal(await vouch(pins, a, c), true);
    for (const one of [a, b]) pins.note({ note: 'unverified', identity: shown(one) });
    assert.deepEqual([trusts(pins, a, b, c), pins.stored.pins[c.address].voucher], [['known', 'known', 'known'], a.sign]);
});

test('a newer identity with the same key takes over the voucher when that changes it', async () => {
    const pins = knowing([a, 'verified'], [b]);
    const newer = await device(b.address, { serial: 3, signing: b.signing });
    assert.equal(await vouch(pins, a, newer), true);
    assert.deepEqual(trusts(pins, newer, b), ['vouched', 'held:olderIdentity']);
    const later = knowing([a, 'verified'], [newer]);
    assert.equal(await vouch(later, a, b), true);
    assert.deepEqual(trusts(later, newer, b), ['vouched', 'held:olderIdentity'], 'what is said of an older one is of the same key');
});

for (const [basis, isReplaced] of [['firstUse', true], ['vouched', true], ['confirmed', false], ['verified', false]]) {
    test(`another key at the address of a device that is ${basis} is ${isReplaced ? 'accepted' : 'refused'} from a device that vouches for it`, async () => {
        const pins = knowing([a], [b, basis, basis === 'vouched' ? { voucher: a.sign } : {}]);
        assert.equal(await vouch(pins, a, otherB), isReplaced);
        assert.deepEqual(pins.stored.pins[b.address], isReplaced ? pin(otherB, 'vouched', { voucher: a.sign }) : pin(b, basis));
        // If a person is verified, the statement of an unverified device does not count.
        const verified = knowing([a], [c, 'verified'], [b, basis === 'verified' ? 'confirmed' : basis, basis === 'vouched' ? { voucher: a.sign } : {}]);
        assert.equal(await vouch(verified, a, otherB), false);
        assert.equal(await vouch(verified, c, otherB), isReplaced);
    });
}

test('a person’s met device cannot make another of their devices verified or vouched', async () => {
    const pins = knowing([a, 'verified'], [b]);
    assert.equal(await vouch(pins, b, c), true);
    assert.deepEqual(trusts(pins, c), ['held:unverified']);
});

test('letting in a device beside verified ones removes the person’s verification, unless it was compared', async () => {
    for (const [reason, prepare, given] of [
        ['held:unverified', () => knowing([a, 'verified'], [b, 'verified'], [c]), c],
        ['held:newDevice', () => knowing([a, 'verified'], [b, 'verified']), c],
        ['held:changedKey', () => knowing([a, 'verified'], [b, 'verified'], [c, 'verified']), await device(c.address)],
    ]) {
        const pins = prepare();
        assert.deepEqual(trusts(pins, given), [reason]);
        pins.note({ note: 'letIn', identity: shown(given) });
        assert.deepEqual(trusts(pins, a, b, given), ['known', 'known', 'known']);
        const more = reason === 'held:changedKey' ? { replaced: pin(c, 'confirmed') } : {};
        assert.deepEqual(pins.stored.pins[given.address], pin(given, 'confirmed', more));
    }
});

test('letting in a device removes verification from all devices of that person only, whatever it was held for', async () => {
    const alone = knowing([a, 'verified'], [stranger, 'verified']);
    alone.note({ note: 'letIn', identity: shown(otherA) });
    assert.deepEqual(trusts(alone, otherA, stranger), ['known', 'verified']);
    const revoked = knowing([a, 'verified'], [b, 'vouched', { voucher: a.sign, revokedBy: [a.sign] }]);
    revoked.note({ note: 'letIn', identity: shown(b) });
    assert.deepEqual([revoked.stored.pins[b.address], trusts(revoked, a, b)], [pin(b, 'confirmed'), ['known', 'known']]);
    const older = await device(a.address, { serial: 1, signing: a.signing });
    const twice = knowing([a, 'verified'], [b, 'verified']);
    twice.note({ note: 'letIn', identity: shown(older) });
    assert.deepEqual(trusts(twice, older, b), ['known', 'known']);
});

test('a note applies to the key that was shown, and to a revoked device only when letting it in', async () => {
    const pins = new DevicePins();
    const note = (kind, { identity }) => pins.note({ note: kind, identity });
    note('letIn', a);
    assert.deepEqual(pins.stored.pins, {}, 'who is not held');
    note('verified', a);
    assert.deepEqual(trusts(pins, a, otherA), ['verified', 'held:changedKey']);
    for (const [kind, of] of [['unverified', otherA], ['letIn', a]]) note(kind, of);
    assert.deepEqual(trusts(pins, a), ['verified']);
    note('unverified', a);
    assert.deepEqual(trusts(pins, a), ['known']);
    note('verified', b);
    assert.deepEqual(trusts(pins, a, b), ['held:unverified', 'verified']);
    note('verified', a);
    await revoke(pins, b, a);
    note('verified', a);
    assert.deepEqual(trusts(pins, a, b), ['held:revoked', 'verified']);
    await revoke(pins, b, c);
    note('letIn', c);
    assert.deepEqual([pins.stored.unseen, pins.stored.pins[c.address].basis], [{}, 'confirmed']);
    pins.note({ note: 'letIn', identity: shown(c) });
    note('letIn', a);
    assert.deepEqual(trusts(pins, a, b, c), ['known', 'known', 'known']);
});

test('a refused key stays held as refused, whatever vouches for it, until it is compared', async () => {
    const pins = knowing([a], [b, 'vouched', { voucher: a.sign }]);
    assert.equal(await vouch(pins, b, c), true);
    pins.note({ note: 'refused', identity: shown(b) });
    assert.deepEqual(trusts(pins, a, b, c), ['known', 'held:refused', 'held:refused'], 'with what it vouched for');
    assert.deepEqual([await vouch(pins, a, b), await vouch(pins, c, d), ...trusts(pins, b, d)], [false, false, 'held:refused', 'held:newDevice']);
    assert.deepEqual([b, c, d].map((one) => pins.offer(shown(one))), ['compare', 'compare', 'itsThem']);
    assert.deepEqual(new DevicePins(pins.stored).stored, pins.stored);
    pins.note({ note: 'letIn', identity: shown(b) });
    assert.deepEqual(trusts(pins, b), ['held:refused']);
    pins.note({ note: 'verified', identity: shown(b) });
    assert.deepEqual(trusts(pins, b), ['verified']);
});

test('refusing a key restores the one before it at that address, and removes no verification', async () => {
    const pins = knowing([a, 'confirmed']);
    pins.note({ note: 'letIn', identity: shown(otherA) });
    assert.deepEqual(trusts(pins, a, otherA), ['held:changedKey', 'known']);
    const reloaded = new DevicePins(pins.stored);
    reloaded.note({ note: 'refused', identity: shown(otherA) });
    assert.deepEqual([trusts(reloaded, a, otherA), reloaded.stored], [['known', 'held:refused'], { pins: { [a.address]: pin(a, 'confirmed') }, unseen: {}, refused: { 2: [otherA.sign] } }]);
    const verified = knowing([a, 'verified']);
    verified.note({ note: 'refused', identity: shown(b) });
    assert.deepEqual(trusts(verified, a, b), ['verified', 'held:refused']);
});

test('after a person’s only device was refused, no other device of theirs counts as new', async () => {
    const pins = new DevicePins();
    pins.meet(a.identity, 'one');
    pins.note({ note: 'refused', identity: shown(a) });
    assert.deepEqual([trusts(pins, a, b), pins.meet(b.identity, 'two')], [['held:refused', 'held:newDevice'], false]);
});

test('the revocations of a refused device do not count', async () => {
    const pins = knowing([a], [b, 'confirmed']);
    await revoke(pins, b, a);
    await revoke(pins, b, c);
    assert.deepEqual(trusts(pins, a, c), ['held:revoked', 'held:revoked']);
    pins.note({ note: 'refused', identity: shown(b) });
    assert.deepEqual(trusts(pins, a, c), ['known', 'held:newDevice']);
    pins.note({ note: 'verified', identity: shown(b) });
    assert.deepEqual(trusts(pins, a, c), ['held:revoked', 'held:revoked'], 'it was theirs after all');
});

test('32 refused keys of a person are kept; after many refusals letting in requires a comparison', async () => {
    const pins = knowing([a]);
    for (const one of devices.slice(1, 20)) pins.note({ note: 'refused', identity: shown(one) });
    assert.equal(pins.offer(shown(otherA)), 'itsThem');
    for (let more = 0; more < 14; more += 1) pins.note({ note: 'refused', identity: { address: '2_90', sign: `key ${more}`, serial: 1 } });
    const { refused } = pins.stored;
    assert.deepEqual([refused[2].length, refused[2].includes(b.sign), refused[2].at(-1)], [32, false, 'key 13'], 'the first goes');
    for (const one of [b, otherA]) {
        assert.deepEqual([pins.trust(one.identity, null).startsWith('held'), pins.offer(shown(one))], [true, 'compare']);
        pins.note({ note: 'letIn', identity: shown(one) });
        assert.ok(pins.trust(one.identity, null).startsWith('held'));
    }
});
