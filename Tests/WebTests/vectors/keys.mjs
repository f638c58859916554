import { hex } from '../../../Web/keys/base64.js';
import { baseKeyOf, importCallKey, nameOf, tagOf } from '../../../Web/frames/key-schedule.js';
import { makeKeyID, splitKeyID } from '../../../Web/frames/sframe-header.js';
import { bytesOf } from './hex.mjs';

/**
 * Checks names and key schedule against Tests/Vectors/keys.json; runs in node and in browsers.
 * @param {any} json
 * @returns {Promise<string[]>} what failed; empty when all is well
 */
export async function checkKeys(json) {
    const failures = [];
    for (const vector of json.keys) {
        const callKey = await importCallKey(bytesOf(vector.callKey));
        const name = await nameOf(callKey);
        if (hex(name) !== vector.name || tagOf(name) !== vector.tag) failures.push(`name of ${vector.callKey}`);
        const keyID = makeKeyID(vector.tag, BigInt(`0x${vector.session}`));
        if (keyID !== BigInt(`0x${vector.keyId}`)) failures.push(`KID ${vector.keyId}`);
        if (splitKeyID(keyID)?.tag !== vector.tag) failures.push(`tag of KID ${vector.keyId}`);
        for (const { device, track, baseKey } of vector.baseKeys) {
            const derived = await baseKeyOf(callKey, vector.callId, device, track);
            if (await fingerprint(derived) !== await fingerprint(await importCallKey(bytesOf(baseKey)))) {
                failures.push(`base key of ${device} ${track}`);
            }
            if (derived.extractable) failures.push('a base key can be extracted');
        }
    }
    return failures;
}

/**
 * Two keys that cannot be read are the same when they derive the same.
 * @param {CryptoKey} key
 */
async function fingerprint(key) {
    const parameters = { name: 'HKDF', hash: 'SHA-512', salt: new Uint8Array(), info: new Uint8Array() };
    return hex(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)));
}
