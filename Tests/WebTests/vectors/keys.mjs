import { hex } from '../../../Web/keys/base64.js';
import { SenderKey } from '../../../Web/keys/sender-key.js';
import { baseKeyOf } from '../../../Web/frames/key-schedule.js';
import { makeSenderKeyID, parseSenderKeyID } from '../../../Web/frames/sender-frame-key-id.js';
import { bytesOf } from './hex.mjs';

/**
 * Checks ratchet, base keys and KIDs against Tests/Vectors/keys.json; runs in node and in browsers.
 * @param {any} json
 * @returns {Promise<string[]>} what failed; empty when all is well
 */
export async function checkKeys(json) {
    const failures = [];
    for (const vector of json.keys) {
        for (const { step, senderKey } of vector.ratcheted) {
            let key = new SenderKey(bytesOf(vector.senderKey));
            for (let done = 0; done < step; done += 1) key = await key.ratcheted();
            if (hex(key.bytes) !== senderKey) failures.push(`step ${step} of ${vector.senderKey}`);
        }
        for (const { device, track, baseKey } of vector.baseKeys) {
            const derived = await baseKeyOf(bytesOf(vector.senderKey), vector.callId, device, track);
            if (await fingerprint(derived) !== await fingerprint(await importKey(baseKey))) failures.push(`base key of ${device} ${track}`);
            if (derived.extractable) failures.push('a base key can be extracted');
        }
    }
    for (const { keyId, ...fields } of json.keyIds) {
        const keyID = makeSenderKeyID(fields);
        if (keyID !== BigInt(`0x${keyId}`)) failures.push(`KID ${keyId}`);
        const { generation, step, run, layer } = parseSenderKeyID(keyID) ?? {};
        if (generation !== fields.generation % 512 || step !== fields.step || run !== fields.run || layer !== fields.layer) failures.push(`fields of KID ${keyId}`);
    }
    return failures;
}

/** @param {string} text */
export const importKey = (text) => crypto.subtle.importKey('raw', bytesOf(text), 'HKDF', false, ['deriveKey', 'deriveBits']);

/**
 * Two keys that cannot be read are the same when they derive the same.
 * @param {CryptoKey} key
 */
async function fingerprint(key) {
    const parameters = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: new Uint8Array() };
    return hex(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)));
}
