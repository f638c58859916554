import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DevicePins } from '../../../Web/key-distribution/device-pins.js';
import { makeDeviceKey } from '../../../Web/keys/device-key.js';
import { drawJoinSecrets } from '../../../Web/keys/entering/join-secrets.js';
import { makeJoin, readJoin } from '../../../Web/keys/entering/join.js';
import { makeIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { makeVouch } from '../../../Web/keys/identity/statements.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { makeSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';
import { OwnVouch } from '../../../Web/session/own-vouch.js';

const { publicKeyText } = await makeDeviceKey();
const rsa = pkcs1Of(decodeKeyText(publicKeyText));

/** Phones of one person, each of which vouched for the next. */
const phones = await Promise.all(Array.from({ length: 6 }, async (_, index) => {
    const signing = await makeSigningKeyPair();
    return { signing, identity: await makeIdentity({ address: `1_${11 + index}`, serial: 1, rsa, createdAt: 1 + index }, signing) };
}));
const vouches = await Promise.all(phones.slice(1).map(({ identity }, index) => makeVouch({ identity: identity.hash, by: phones[index].identity.address, issuedAt: 1 }, phones[index].signing)));
const published = { devices: new Map(phones.map(({ identity }) => [identity.address, identity])), vouches };
const last = phones[5];

async function joinWith(vouch) {
    return makeJoin({ roomId: 9, identity: last.identity, secrets: await drawJoinSecrets(null), seq: 1, vouch }, last.signing);
}

async function kept() {
    const values = new Map();
    const database = { get: async (name) => values.get(name), put: async (name, value) => void values.set(name, value) };
    const own = new OwnVouch({ database, api: null, identity: null, userId: 1 });
    await own.take(published, last.identity);
    return own.text(last.identity);
}

test('a device keeps four vouches back to its person’s other devices, and sends them with its join', async () => {
    const join = await readJoin((await joinWith(await kept())).text);
    assert.deepEqual([join.vouch.by, ...join.chain.map(({ identity, vouch }) => [identity.address, vouch.by])], ['1_15', ['1_15', '1_14'], ['1_14', '1_13'], ['1_13', '1_12']]);
    for (const [met, trust] of [[phones[1], 'vouched'], [phones[4], 'vouched'], [phones[0], 'held:newDevice']]) {
        const pins = new DevicePins({ pins: { [met.identity.address]: { sign: met.identity.sign, serial: 1, basis: 'firstUse' } }, unseen: {} });
        await pins.takeVouches(join);
        assert.equal(pins.trust(last.identity, null), trust, met.identity.address);
    }
});

test('a join whose vouch chain is broken or too long is refused', async () => {
    const parts = (await kept()).split('~');
    for (const wrong of [
        parts.slice(0, 2), [...parts, phones[1].identity.text, vouches[0]], ['', ...parts.slice(1)], [parts[0], parts[3], parts[4]],
        [parts[0], parts[1], parts[4]], [parts[0], phones[4].identity.text.slice(0, -2), parts[2]],
    ]) {
        const { text } = await joinWith('');
        await assert.rejects(readJoin([...text.split('~').slice(0, 3), ...wrong].join('~')), Error, String(wrong.length));
    }
});
