import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeBase64, encodeBase64, sha256 } from '../../Web/keys/base64.js';
import { importPeerKey } from '../../Web/keys/device-key.js';
import { decodeKeyText, pkcs1Of } from '../../Web/keys/key-text.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/public-key-texts.json', import.meta.url), 'utf8'));
const pinOf = (text) => sha256(decodeBase64(text));

test('usable keys are accepted, as in Swift', async () => {
    for (const { name, text, kind, isUsable } of vectors.keys) {
        if (!isUsable) {
            await assert.rejects(importPeerKey(text), { name: 'DeviceKeyError' }, name);
            continue;
        }
        const { key, pin } = await importPeerKey(text);
        assert.deepEqual([key.algorithm.name, pin], [kind === 'rsa' ? 'RSA-OAEP' : 'ECDH', await pinOf(text)], name);
        if (kind === 'rsa') assert.equal(encodeBase64(pkcs1Of(decodeKeyText(text))), text, name);
    }
});

test('an invalid key is refused, as in Swift', async () => {
    for (const { name, text } of vectors.refused) await assert.rejects(importPeerKey(text), { name: 'DeviceKeyError' }, name);
});

// 003-2
test('a key is parsed the same however it is pasted, as in Swift', async () => {
    for (const { name, text, canonical } of vectors.spellings) assert.equal((await importPeerKey(text)).pin, await pinOf(canonical), name);
});
