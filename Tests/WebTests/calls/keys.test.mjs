import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex } from '../../../Web/keys/base64.js';
import { importPeerKey } from '../../../Web/keys/device-key.js';
import { wrapCallKey } from '../../../Web/keys/envelope.js';
import { KeyDevice, ana, bo, cy, makeDevices, withFirstKey } from './doubles/key-device.mjs';
import { deviceKey } from './doubles/person.mjs';
import { settle } from './doubles/time.mjs';

const names = ({ installed }) => installed.map(({ name }) => hex(name));
const recipients = ({ sent }, epoch) => sent.filter((signal) => signal.type === 'key_rotation' && signal.epoch === epoch)
    .map(({ participantId, participantDeviceId }) => `${participantId}_${participantDeviceId}`);

test('a join starts the first epoch after 250 ms: one key_rotation for the joiner, and both have the key', async () => {
    const { clock, host, guest } = await makeDevices();
    host.joined(bo);
    await clock.advance(249);
    assert.deepEqual(host.sent, []);
    await clock.advance(1);
    assert.equal(host.sent.length, 1);
    const [{ encryptedAESKey, ...signal }] = host.sent;
    assert.deepEqual(signal, {
        type: 'key_rotation', callId: 7, participantId: 2, participantDeviceId: 22, participantName: 'User 2', epoch: 1,
        keyRotationTimestamp: clock.date() / 1000, senderId: 1, senderDeviceId: 11,
    });
    await guest.hears(host.sent[0]);
    assert.deepEqual(names(guest), names(host));
    assert.deepEqual([host.installed[0].sealAfter, guest.installed[0].sealAfter], [null, null]);
    assert.equal(host.installed[0].key.extractable, false);
});

const forgeries = {
    'a stranger': (signal) => ({ ...signal, senderId: 3, senderDeviceId: 33 }),
    'another device of the host': (signal) => ({ ...signal, senderDeviceId: 12 }),
    'nobody': ({ senderId: _, ...signal }) => signal,
    'the host, of another call': (signal) => ({ ...signal, callId: 8 }),
    'the host, of no call': (signal) => ({ ...signal, callId: null }),
    'the host, for another device': (signal) => ({ ...signal, participantDeviceId: 23 }),
    'the host, for another person': (signal) => ({ ...signal, participantId: 3 }),
    'the host, without an epoch': (signal) => ({ ...signal, epoch: undefined }),
    'the host, with an epoch that is too large': (signal) => ({ ...signal, epoch: 2 ** 32 }),
    'the host, with an epoch that is no whole number': (signal) => ({ ...signal, epoch: 1.5 }),
    'the host, without an envelope': (signal) => ({ ...signal, encryptedAESKey: null }),
    'the host, in a damaged envelope': (signal) => ({ ...signal, encryptedAESKey: `AAAA${signal.encryptedAESKey.slice(4)}` }),
    'the host, as an answer nobody asked for': (signal) => ({ ...signal, type: 'send_aes_key' }),
    'the host, in the envelope of another device': async (signal) => {
        const { key } = await importPeerKey((await deviceKey(ana)).publicKeyText);
        return { ...signal, encryptedAESKey: await wrapCallKey(key, crypto.getRandomValues(new Uint8Array(32))) };
    },
    'the host, a key of 16 bytes': async (signal) => {
        const { key } = await importPeerKey((await deviceKey(bo)).publicKeyText);
        const short = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new Uint8Array(16)));
        return { ...signal, encryptedAESKey: Buffer.from(short).toString('base64') };
    },
};
for (const [name, forge] of Object.entries(forgeries)) {
    test(`no key is taken from ${name}`, async () => {
        const { clock, host, guest } = await makeDevices();
        host.joined(bo);
        await clock.advance(250);
        const genuine = host.last('key_rotation');
        await guest.hears(await forge(genuine));
        assert.deepEqual(guest.installed, []);
        await guest.hears(genuine);
        assert.deepEqual(guest.epochs, [1], 'the genuine one is');
    });
}

test('a key that is here, or that was and is over, is not taken again; an older one only opens', async () => {
    const { clock, host, guest } = await withFirstKey();
    const first = host.last('key_rotation');
    for (const epoch of [2, 3]) {
        await clock.advance(300_000);
        assert.equal(host.last('key_rotation').epoch, epoch);
    }
    const [second, third] = host.sent.slice(1);
    await guest.hears(third, second, first, { ...second, epoch: 9 });
    assert.deepEqual(guest.epochs, [1, 3, 2]);
    await clock.advance(10_000);
    await guest.hears({ ...first, epoch: 10 }, { ...second, epoch: 11 });
    // The rules are applied when the next key comes: by then the first two are retired.
    assert.deepEqual(guest.epochs, [1, 3, 2]);
});

test('keys are replaced every 300 s, and used for sealing half a second after they were sent', async () => {
    const { clock, host, guest } = await withFirstKey();
    await clock.advance(299_999);
    assert.deepEqual(host.epochs, [1]);
    await clock.advance(1);
    assert.deepEqual(host.epochs, [1, 2]);
    assert.equal(host.installed[1].sealAfter, 500);
    assert.equal(host.last('key_rotation').keyRotationTimestamp, (clock.date() + 500) / 1000);
    await guest.hears(host.last('key_rotation'));
    assert.deepEqual(names(guest), names(host));
    await clock.advance(300_000);
    assert.deepEqual(host.epochs, [1, 2, 3]);
});

test('a key whose tag one of the last keys has is drawn again', async () => {
    const { clock, host } = await withFirstKey();
    const first = host.bytes[0];
    assert.ok(first.every((byte) => byte === 0), 'overwritten once it is in use');
    const drawn = [];
    const same = Uint8Array.from({ length: 32 }, (_, index) => index);
    host.random = (bytes) => {
        drawn.push(bytes);
        bytes.set(same);
        if (drawn.length > 2) bytes[0] = 99;
        return bytes;
    };
    await clock.advance(600_000);
    assert.equal(drawn.length, 3);
    assert.notEqual(names(host)[1], names(host)[2]);
});

test('a member without a key asks after 2 s, then every 10 s; the answer is taken once it has asked', async () => {
    const { clock, host, guest } = await makeDevices();
    host.joined(bo);
    await clock.advance(250);
    await guest.exchange.ask('joined');
    await clock.advance(1_999);
    assert.deepEqual(guest.sent, []);
    await clock.advance(1);
    assert.deepEqual(guest.sent, [{ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 2, senderDeviceId: 22 }]);
    await clock.advance(10_000);
    assert.equal(guest.sent.length, 2);
    await host.hears(guest.sent[1]);
    await settle();
    const answer = host.last('send_aes_key');
    assert.deepEqual([answer.participantId, answer.participantDeviceId, answer.epoch], [2, 22, 1]);
    await guest.hears(answer);
    assert.deepEqual(names(guest), names(host));
    await clock.advance(20_000);
    assert.equal(guest.sent.length, 2, 'a device that has a key asks no more');
});

test('an answer is taken from the key host alone, and once', async () => {
    const { clock, host, guest } = await makeDevices();
    host.joined(bo);
    await guest.exchange.ask('joined');
    await clock.advance(2_000);
    await host.hears(guest.sent[0]);
    await settle();
    const answer = host.last('send_aes_key');
    await guest.hears({ ...answer, senderId: 3, senderDeviceId: 33 });
    assert.deepEqual(guest.installed, []);
    await guest.hears(answer);
    host.joined(cy);
    await clock.advance(250);
    await guest.hears({ ...host.last('key_rotation'), type: 'send_aes_key' });
    assert.deepEqual(guest.epochs, [1], 'there was one request');
});

test('missing keys are asked for once in 3 s, and answered once in 3 s', async () => {
    const { clock, host, guest } = await withFirstKey();
    await clock.advance(5_000);
    await guest.exchange.ask('needsKey');
    assert.equal(guest.sent.length, 1);
    await host.hears(guest.sent[0], guest.sent[0], guest.sent[0]);
    await settle();
    assert.equal(host.sent.filter(({ type }) => type === 'send_aes_key').length, 1);
    for (let step = 0; step < 9; step += 1) {
        await clock.advance(1_000);
        await guest.exchange.ask('needsKey');
    }
    assert.equal(guest.sent.length, 1, 'one request is open');
    await clock.advance(1_000);
    assert.equal(guest.sent.length, 2, 'after 10 s without an answer it asks again');
});

test('requests are answered only for devices that were given the newest key', async () => {
    const { clock, host, guest } = await withFirstKey();
    const request = { type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 3, senderDeviceId: 33 };
    await host.hears(request);
    host.joined(cy);
    await host.hears(request, { ...request, callId: 8 }, { ...request, participantId: 2 }, { ...request, senderId: 2, senderDeviceId: 23 });
    await settle();
    assert.equal(host.last('send_aes_key'), undefined);
    await clock.advance(250);
    await host.hears(request);
    await settle();
    assert.equal(host.last('send_aes_key').epoch, 2);
    // A member answers nobody.
    await guest.hears({ ...request, participantId: 2, participantDeviceId: 22 });
    await settle();
    assert.equal(guest.last('send_aes_key'), undefined);
});

test('a leave starts an epoch at once that the leaver does not get; a further one within 250 ms joins the next', async () => {
    const { clock, host } = await withFirstKey();
    host.joined(cy);
    await clock.advance(250);
    assert.deepEqual(recipients(host, 2), [bo, cy]);
    host.left(bo);
    await settle();
    assert.deepEqual(recipients(host, 3), [cy]);
    assert.equal(host.installed.at(-1).sealAfter, 0);
    assert.deepEqual(host.told.slice(-2), ['leave', 'epoch 3']);
    await host.hears({ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 2, senderDeviceId: 22 });
    host.joined(bo);
    host.left(bo);
    await clock.advance(249);
    assert.deepEqual(host.epochs, [1, 2, 3]);
    await clock.advance(1);
    assert.deepEqual([host.epochs, recipients(host, 4)], [[1, 2, 3, 4], [cy]]);
    assert.equal(host.last('send_aes_key'), undefined);
});

test('who leaves while its public key is fetched gets nothing, and there is no key', async () => {
    const { clock, host } = await makeDevices();
    host.fetching.shut();
    host.joined(bo);
    await clock.advance(250);
    assert.ok(host.fetching.isWaitedAt);
    host.left(bo);
    host.fetching.open();
    await settle();
    assert.deepEqual([host.sent, host.installed, host.bytes], [[], [], []]);
    host.joined(cy);
    await clock.advance(250);
    assert.deepEqual(host.sent.map(({ participantId }) => participantId), [3]);
});

test('who leaves while a key is wrapped for it gets nothing, and a key that nobody got is not used', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo);
    host.random = (bytes) => {
        // The key is drawn: what comes now comes while it is named and wrapped.
        queueMicrotask(() => host.left(bo));
        return crypto.getRandomValues(bytes);
    };
    await clock.advance(250);
    assert.deepEqual([host.sent, host.installed], [[], []]);
    assert.ok(host.bytes.length > 0 && host.bytes.every((bytes) => bytes.every((byte) => byte === 0)));
});

test('who is key host no longer while a key is made does not use it', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo);
    host.random = (bytes) => {
        queueMicrotask(() => host.hostIs(bo));
        return crypto.getRandomValues(bytes);
    };
    await clock.advance(250);
    assert.deepEqual([host.sent, host.installed], [[], []]);
});

test('a leave bounds the key that is being sent: the worker hears of it again once the key is there', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo, cy);
    host.sending.shut();
    await clock.advance(250);
    assert.ok(host.sending.isWaitedAt);
    host.left(bo);
    host.sending.open();
    await settle();
    assert.deepEqual(host.told.filter((what) => what !== 'epoch 2'), ['leave', 'epoch 1', 'leave']);
    assert.deepEqual(recipients(host, 2), [cy]);
});

test('a join while an epoch is being sent starts the next one in time', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo);
    host.sending.shut();
    await clock.advance(250);
    host.joined(cy);
    await clock.advance(250);
    host.sending.open();
    await settle();
    assert.deepEqual([recipients(host, 1), recipients(host, 2)], [[bo], [bo, cy]]);
});

test('an epoch that is sent for longer than the next one takes does not replace it', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo);
    host.sending.shut();
    await clock.advance(250);
    const { sending } = host;
    host.sending = new sending.constructor();
    host.joined(cy);
    await clock.advance(250);
    assert.deepEqual(host.epochs, [2]);
    sending.open();
    await settle();
    assert.deepEqual(host.epochs, [2, 1]);
    await host.hears({ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 3, senderDeviceId: 33 });
    await settle();
    const { encryptedAESKey, epoch } = host.last('send_aes_key');
    const asker = await new KeyDevice(cy, clock).begin();
    asker.hostIs(ana);
    await asker.hears({ ...host.last('send_aes_key'), type: 'key_rotation' });
    assert.ok(encryptedAESKey && epoch === 2);
    assert.equal(names(asker)[0], names(host)[0]);
});

test('the key host hands over: the next one starts an epoch at once, the former answers and starts nothing more', async () => {
    const { clock, host, guest } = await withFirstKey();
    host.joined(cy);
    await clock.advance(250);
    await guest.hears(host.last('key_rotation'), host.sent[1]);
    guest.joined(ana, cy);
    guest.becomesHost(ana, cy);
    await settle();
    host.hostIs(bo);
    assert.deepEqual([guest.epochs, recipients(guest, 3)], [[1, 2, 3], [ana, cy]]);
    const before = host.sent.length;
    await host.hears(guest.sent.find(({ participantId }) => participantId === 1));
    await host.hears({ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 3, senderDeviceId: 33 });
    await clock.advance(300_000);
    assert.deepEqual(host.epochs, [1, 2, 3]);
    assert.deepEqual(guest.epochs, [1, 2, 3, 4]);
    assert.equal(host.sent.length, before);
    assert.ok(host.bytes.every((bytes) => bytes.every((byte) => byte === 0)), 'and keeps no key');
});

test('a device that left is key host no longer: its keys are not taken, not even one that is being opened', async () => {
    const { clock, host, guest } = await makeDevices();
    host.joined(bo);
    await clock.advance(250);
    const rotation = host.last('key_rotation');
    const taking = guest.hears(rotation);
    guest.left(ana);
    await taking;
    await guest.hears(rotation);
    assert.deepEqual(guest.installed, []);
});

test('somebody leaves while a key is being opened: the key may be theirs too, so it is bounded', async () => {
    const { clock, host, guest } = await makeDevices();
    guest.joined(ana, cy);
    host.joined(bo);
    await clock.advance(250);
    const taking = guest.hears(host.last('key_rotation'));
    guest.left(cy);
    await taking;
    assert.deepEqual(guest.told, ['leave', 'epoch 1', 'leave']);
});

test('a host that was asked and is host no longer answers nothing', async () => {
    const { clock, host } = await makeDevices();
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    // Wrapping for such a device takes several steps, between which the key may be forgotten.
    host.otherKeys.set(bo, pair.publicKey);
    host.joined(bo);
    await clock.advance(250);
    await settle();
    assert.equal(host.sent.length, 1);
    void host.hears({ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 2, senderDeviceId: 22 });
    for (let step = 0; step < 4; step += 1) await null;
    host.hostIs(bo);
    await settle();
    assert.equal(host.sent.length, 1);
});

test('after the end nothing is sent, taken or waited for, and no key bytes are left', async () => {
    const { clock, host, guest } = await withFirstKey();
    await clock.advance(300_000);
    await guest.exchange.ask('needsKey');
    await host.hears(guest.last('request_aes_key'));
    await settle();
    assert.equal(host.last('send_aes_key').epoch, 2);
    const [before, rotation] = [host.sent.length, host.last('key_rotation')];
    assert.ok(clock.waiting > 0);
    for (const { exchange } of [host, guest]) exchange.stop();
    assert.equal(clock.waiting, 0);
    host.joined(cy);
    host.left(bo);
    host.becomesHost(bo);
    await guest.hears(rotation);
    await guest.exchange.ask('needsKey');
    await host.hears({ type: 'request_aes_key', callId: 7, participantId: 1, participantDeviceId: 11, senderId: 2, senderDeviceId: 22 });
    await settle();
    assert.equal(clock.waiting, 0);
    await clock.advance(600_000);
    assert.deepEqual([host.sent.length, guest.epochs, clock.waiting], [before, [1], 0]);
    assert.ok(host.bytes.length > 2 && host.bytes.every((bytes) => bytes.every((byte) => byte === 0)));
});

test('the end while a key is being sent: it goes to nobody else, is not used, and is overwritten', async () => {
    const { clock, host } = await makeDevices();
    host.joined(bo, cy);
    host.sending.shut();
    await clock.advance(250);
    host.exchange.stop();
    host.sending.open();
    await settle();
    assert.deepEqual([host.sent.length, host.installed.length, clock.waiting], [1, 0, 0]);
    assert.ok(host.bytes.every((bytes) => bytes.every((byte) => byte === 0)));
});
