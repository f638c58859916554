import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeerKeys } from '../../../Web/calls/keys/peer-keys.js';
import { KeyPins } from '../../../Web/keys/key-pins.js';
import { deviceKey, memory } from './doubles/person.mjs';
import { settle } from './doubles/time.mjs';
import { connected, makeWorld } from './doubles/world.mjs';

const text = async (device) => (await deviceKey(device)).publicKeyText;

/** The keys that the server has; what is asked, and what the person is told. */
function makePeers(publicKeys, videoCodecs, pins = new KeyPins(memory())) {
    const [asked, notices] = [[], []];
    const send = async (_, { body }) => {
        asked.push(body.userIds);
        return { publicKeys, videoCodecs };
    };
    return { asked, notices, peers: new PeerKeys({ api: { send }, keyPins: pins }, (notice) => notices.push(notice)) };
}

test('keys of people who were asked for are taken, all others and what is no address or key is left out', async () => {
    const key = await text(11);
    const given = {
        '1_11': key, '1_12': 'no key', '1_13': null, '1_14': await text(22), '9_99': key, '1_': key, '1_0': key, '01_15': key, '1_16_17': key, '_1': key, '1_1e3': key,
        '1_9007199254740993': key,
    };
    const { peers, notices } = makePeers(given);
    assert.deepEqual([...(await peers.load([1])).keys()], ['1_11', '1_14']);
    assert.deepEqual(notices, Array(2).fill('A device has an unusable key and was left out.'));
});

test('an answer without keys is no device at all', async () => {
    for (const answer of [undefined, null, {}]) {
        const peers = new PeerKeys({ api: { send: async () => answer }, keyPins: new KeyPins(memory()) }, () => {});
        assert.equal((await peers.load([1])).size, 0);
        assert.equal(await peers.key('1_11'), null);
    }
});

test('a key is fetched once for each device, and used from then on whatever the server says', async () => {
    const given = { '1_11': await text(11) };
    const { peers, asked } = makePeers(given);
    const key = await peers.key('1_11');
    given['1_11'] = await text(22);
    assert.equal(await peers.key('1_11'), key);
    assert.equal(await peers.key('1_12'), null);
    assert.deepEqual(asked, [[1], [1]]);
    assert.equal(await peers.key('1_11'), key, 'also when another device was asked for');
});

test('a new device and a changed key are told once, the first ones are not', async () => {
    const pins = new KeyPins(memory());
    const load = async (publicKeys) => {
        const { peers, notices } = makePeers(publicKeys, {}, pins);
        await peers.load([1]);
        return notices;
    };
    const [first, second] = [await text(11), await text(22)];
    assert.deepEqual(await load({ '1_11': first }), []);
    assert.deepEqual(await load({ '1_11': first }), []);
    assert.deepEqual(await load({ '1_11': first, '1_12': second }), ['A contact in this call has a new device.']);
    assert.deepEqual(await load({ '1_11': second, '1_12': second }), ['The key of a contact’s device has changed.']);
    assert.deepEqual(await load({ '1_11': second, '1_12': second }), []);
});

test('H.264 where everybody can, else VP8; a device that says nothing does H.264 alone', async () => {
    const key = await text(11);
    const { peers } = makePeers({ '1_11': key, '1_12': key, '1_13': key }, { '1_11': ['vp8'], '1_12': ['h264', 'vp8'] });
    await peers.load([1]);
    const table = [[['1_11'], 'vp8'], [['1_12'], 'h264'], [['1_13'], 'h264'], [['1_12', '1_13'], 'h264'], [['1_11', '1_12'], 'vp8'], [['9_9'], 'h264']];
    for (const [devices, codec] of table) assert.equal(peers.commonVideoCodec(devices, ['h264', 'vp8']), codec, `${devices}`);
    assert.equal(peers.commonVideoCodec(['1_12'], ['vp8']), 'vp8');
});

test('nobody is rung whose devices have no usable key; the call says so', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, server } = world;
    bo.publicKey = 'no key';
    await assert.rejects(ana.calls.call([2], { video: true }), { code: 'notAvailable' });
    assert.deepEqual(ana.ends, ['failed']);
    assert.ok(!server.log.some((line) => line.includes('startCall')));
});

test('a contact whose key changes between two calls is told in the second, which goes on', async () => {
    const world = await connected('ana', 'bo');
    const { ana, bo } = world;
    await ana.calls.hangUp();
    await settle();
    assert.deepEqual(ana.told('notice'), []);
    const other = await deviceKey(99);
    bo.publicKey = other.publicKeyText;
    bo.session.deviceKey = other;
    await ana.calls.call([2], { video: true });
    await settle();
    assert.deepEqual(ana.told('notice').map((event) => event.text), ['The key of a contact’s device has changed.']);
    assert.equal(bo.told('incoming').length, 2);
});
